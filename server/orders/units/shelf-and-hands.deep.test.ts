import { beforeAll, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { liveThrough } from "#server/testing/after-sale-model.ts";
import { testContext } from "#server/testing/factories.ts";

let context: Context;
beforeAll(async () => {
  context = await testContext();
});

/** For a night: `AFTER_SALE=5000 npx vitest run --project deep server/orders/units/shelf-and-hands.deep.test.ts`. */
const SEQUENCES = Number(process.env.AFTER_SALE ?? 60);

it("whatever happens after a sale, shelf, hands, money, papers and statements are what people have", async () => {
  await liveThrough(context, SEQUENCES);
}, 36_000_000);
