import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { withSettings } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { buyTwo } from "#server/testing/trading.ts";

runTestSandbox();

let context: Context;
beforeAll(async () => {
  context = await payingContext();
});

describe("the VAT that checkout and confirmation name", () => {
  it("is price × quantity × rate in a shop that plays, though it is not what is due", async () => {
    const { tax, due, total, mail } = await buyTwo(context);
    expect({ tax, due, total }).toEqual({ tax: 1200, due: 1000, total: 6000 });
    expect(mail).toMatch(/of which VAT\s+£12\.00/);
  });

  it("is what is due where real money moves, also while nobody has said whether prices include it", async () => {
    const { tax, due, total, mail } = await buyTwo(withSettings(context, { takesRealMoney: true }));
    expect({ tax, due, total }).toEqual({ tax: 1000, due: 1000, total: 6000 });
    expect(mail).toMatch(/of which VAT\s+£10\.00/);
  });
});
