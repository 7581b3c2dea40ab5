import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Product } from "#db/entities/index.ts";
import { addUpImpact } from "#server/community/add-up-impact.server.ts";
import { findCommunityImpact } from "#server/community/find-community-impact.server.ts";
import type { Context } from "#server/core/context.ts";
import { addUpLedger } from "#server/ledger/add-up-ledger.server.ts";
import { readLedger } from "#server/ledger/read-ledger.server.ts";
import { ownOrderTotals } from "#server/orders/lists/find-own-orders.server.ts";
import { orderTotals } from "#server/orders/lists/search-orders.server.ts";
import { type CurrencyCode, currencyCodes, inPounds, nameOf } from "#server/pricing/money.ts";
import {
  asUser,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
  withSettings,
} from "#server/testing/factories.ts";
import { addUpSales } from "./add-up-sales.server.ts";
import { findAnalytics } from "./find-analytics.server.ts";
import { findVatReport } from "./find-vat-report.server.ts";

/* Nothing adds two currencies: each figure is what was sold in its own, whatever else was. */

const rates: Record<CurrencyCode, number | undefined> = { gbp: undefined, eur: 854_300, usd: 780_123 };
const NOON = new Date("2026-07-15T12:00:00Z");

let context: Context;
let products: Product[];

beforeAll(async () => {
  context = await testContext({ clock: { now: () => NOON } });
  products = [await makeProduct(context, { price: 1999 }), await makeProduct(context, { price: 551 })];
});

const sale = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  product: fc.nat(1),
  quantity: fc.integer({ min: 1, max: 9 }),
  refunded: fc.nat(300),
});

const inCurrency = (base: Context, currency: CurrencyCode) =>
  withSettings(base, { currency: nameOf(currency) });

describe("figures and books", () => {
  it("are those of one currency each, before and after they are added up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 3, maxLength: 6 }), async (sales) => {
        for (const table of ["customer_order", "sales_day", "sales_day_change", "product_sales"]) {
          await context.em.execute(`truncate ${table} cascade`);
        }
        for (const table of [
          "product_sales_change",
          "vat_day",
          "vat_day_change",
          "ledger_day",
          "customer_impact",
        ]) {
          await context.em.execute(`truncate ${table} cascade`);
        }
        await context.em.execute("truncate customer_impact_change, community_tally, ledger_day_change");
        const buyer = await makeUser(context);
        const expected = { gbp: 0, eur: 0, usd: 0 };
        const kept = { gbp: 0, eur: 0, usd: 0 };
        let pounds = 0;
        for (const { currency, product, quantity, refunded } of sales) {
          const bought = products[product];
          if (!bought) throw new Error("no product");
          const rate = rates[currency];
          const order = await makeOrder(context, {
            customer: buyer,
            createdAt: NOON,
            lines: [{ product: bought, quantity }],
            currency,
            ...(rate ? { sterlingRate: rate } : {}),
          });
          const back = Math.min(refunded, order.totalAmount - 1);
          if (back > 0) {
            await context.em.execute(
              `insert into refund (key, order_id, amount, reason, source, status, restock, created_at, updated_at)
               values (gen_random_uuid()::text, ?, ?, 'Test', 'staff', 'succeeded', '[]', ?, ?)`,
              [order.id, back, NOON, NOON],
            );
          }
          expected[currency] += order.totalAmount;
          kept[currency] += order.totalAmount - back;
          const left = order.totalAmount - back;
          pounds += rate ? inPounds(left, { rate }) : left;
        }
        const manager = asUser(context, await makeUser(context, { role: "administrator" }));
        for (const _ of ["as they happen", "added up"]) {
          for (const currency of currencyCodes) {
            const staff = inCurrency(manager, currency);
            const analytics = await findAnalytics(staff, { span: "12", period: "all" });
            expect(analytics).toMatchObject({ currency, totalRevenue: expected[currency] });
            expect(analytics.sales.reduce((sum, { kept }) => sum + kept, 0)).toBe(kept[currency]);
            expect(analytics.bestSellers.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(
              expected[currency],
            );
            expect(await orderTotals(staff)).toMatchObject({
              currency,
              totalOrders: sales.length,
              totalRevenue: expected[currency],
              revenueExcludingCancelled: kept[currency],
            });
            const report = await findVatReport(staff, { by: "month" });
            expect(report.whole.total.sales).toMatchObject({ gross: expected[currency] });
            const { total } = await readLedger(staff, { month: "2026-07" });
            expect(total.byHand + total.kept).toBe(expected[currency]);
            expect(await ownOrderTotals(inCurrency(asUser(context, buyer), currency))).toMatchObject({
              currency,
              totalOrders: sales.length,
              totalSpent: kept[currency],
            });
          }
          const { totalCO2Sequestered } = await findCommunityImpact(context);
          expect(totalCO2Sequestered).toBeCloseTo((pounds / 100) * 0.36, 0);
          await addUpSales(context);
          await addUpLedger(context);
          await addUpImpact(context);
        }
      }),
      { numRuns: 4 },
    );
  });
});
