import { beforeAll, describe, expect, it } from "vitest";
import { OrderLine } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { renewFigures } from "#server/orders/figures.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { textOf } from "#server/testing/text-of.ts";
import { exportPackagingReport, findPackagingReport } from "./find-packaging-report.server.ts";

const NOON = new Date("2026-11-23T12:00:00Z");

describe("the table of packaging", () => {
  let context: Context;

  beforeAll(async () => {
    const shop = await testContext({ clock: { now: () => NOON } });
    await shop.em.execute("truncate customer_order cascade");
    context = asUser(shop, await makeUser(shop, { role: "administrator" }));
    const bag = await makeProduct(context, { packaging: { paper: 120, wovenPlastic: 30 } });
    const sack = await makeProduct(context, { packaging: { wovenPlastic: 1000 } });
    const unsaid = await makeProduct(context, { name: "Loose" });
    const order = (createdAt: string, product: typeof bag, quantity: number, status?: "cancelled") =>
      makeOrder(context, {
        createdAt: new Date(createdAt),
        lines: [{ product, quantity }],
        ...(status ? { status } : {}),
      });
    await order("2025-12-31T23:30:00Z", bag, 2);
    await order("2026-03-01T12:00:00Z", bag, 10);
    await order("2026-07-01T12:00:00Z", sack, 3);
    await order("2026-07-02T12:00:00Z", unsaid, 1);
    await order("2026-07-03T12:00:00Z", sack, 5, "cancelled");
    // Of three that came back one is in stock again; all of another order came back, which cancelled it.
    const { id } = await order("2026-07-04T12:00:00Z", bag, 4);
    const all = await order("2026-07-05T12:00:00Z", bag, 1, "cancelled");
    const em = context.em.fork();
    await em.nativeUpdate(
      OrderLine,
      { order: id },
      { stockTaken: 4, leftQuantity: 4, returnedQuantity: 3, returnedToStock: 1 },
    );
    await em.nativeUpdate(OrderLine, { order: all.id }, { leftQuantity: 1, returnedQuantity: 1 });
  });

  const expected = [
    {
      year: "2026",
      grams: { paper: 1680, plastic: 0, wovenPlastic: 3420, wood: 0, glass: 0, metal: 0 },
      totalGrams: 5100,
    },
    {
      year: "2025",
      grams: { paper: 240, plastic: 0, wovenPlastic: 60, wood: 0, glass: 0, metal: 0 },
      totalGrams: 300,
    },
  ];

  it("is what was sold in each year of British days, by material, and names what nobody has stated", async () => {
    const report = await findPackagingReport(context);
    expect(report).toMatchObject({ years: expected, unsaid: { names: ["Loose"], count: 1 } });
  });

  it("is the same once the orders are counted and added up", async () => {
    await renewFigures(context);
    expect(await findPackagingReport(context)).toMatchObject({ years: expected });
  });

  it("goes out as a file", async () => {
    expect(await textOf(exportPackagingReport(context))).toContain("2026,wovenPlastic,3.42\r\n");
  });
});
