import { beforeAll, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { liveThrough } from "#server/testing/after-sale-model.ts";
import { testContext } from "#server/testing/factories.ts";

let context: Context;
beforeAll(async () => {
  context = await testContext();
});

it("whatever happens after a sale, shelf, hands, money, papers and statements are what people have", async () => {
  await liveThrough(context, 4);
}, 120_000);
