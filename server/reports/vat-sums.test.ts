import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CorrectionNote, Order, OrderLine } from "#db/entities/index.ts";
import { type CorrectionKind, creditOf } from "#server/orders/correction-note.ts";
import { readFigures, renewFigures, vatByDay } from "#server/orders/figures.server.ts";
import { refundLinesOf } from "#server/orders/refund-rules.ts";
import { sumByRate, type VatDocumentLine } from "#server/orders/vat-document.ts";
import { invoiceLinesOf, invoiceSellerOf } from "#server/orders/vat-invoice.ts";
import { inPounds } from "#server/pricing/money.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";

const context = await testContext();
const products = [await makeProduct(context, { price: 1999 }), await makeProduct(context, { price: 551 })];

interface Sum {
  day: string;
  kind: "sale" | CorrectionKind;
  vatRate: number;
  net: number;
  vat: number;
  gross: number;
  netInPounds: number;
  vatInPounds: number;
}

/** The stored sums. */
async function sums(): Promise<Sum[]> {
  return context.em.execute<Sum[]>(
    `select day::text, kind, vat_rate as "vatRate", sum(net)::int as net, sum(vat)::int as vat,
            sum(gross)::int as gross, sum(net_in_pounds)::int as "netInPounds", sum(vat_in_pounds)::int as "vatInPounds"
     from ${vatByDay(await readFigures(context.em))} sums
     group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0 order by 1, 2, 3`,
  );
}

/** What the documents say: every invoice, credit note and debit note read once more. */
async function documentSums(): Promise<Sum[]> {
  const em = context.em.fork();
  const orders = await em.find(Order, {});
  const lines = await em.find(OrderLine, {}, { orderBy: { id: "asc" } });
  const notes = await em.find(CorrectionNote, {});
  const sales = orders.flatMap((order) => {
    const own = lines.filter((line) => line.order.id === order.id);
    return own.length === 0
      ? []
      : taken(
          "sale",
          order,
          order.createdAt,
          invoiceLinesOf({ lines: own, shippingCost: order.shippingCost }, invoiceSellerOf(context.settings)),
        );
  });
  const corrections = notes.flatMap((note) => {
    const corrected = orders.find(({ id }) => id === note.order.id);
    return corrected ? taken(note.kind, corrected, note.issuedAt, note.content.lines) : [];
  });
  const byKey = new Map<string, Sum>();
  for (const part of [...sales, ...corrections]) {
    const key = `${part.day} ${part.kind} ${String(part.vatRate).padStart(5, "0")}`;
    const sum = byKey.get(key) ?? { ...part, net: 0, vat: 0, gross: 0, netInPounds: 0, vatInPounds: 0 };
    sum.net += part.net;
    sum.vat += part.vat;
    sum.gross += part.gross;
    sum.netInPounds += part.netInPounds;
    sum.vatInPounds += part.vatInPounds;
    byKey.set(key, sum);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function taken(
  kind: Sum["kind"],
  { sterlingRate }: Order,
  moment: Date,
  lines: readonly VatDocumentLine[],
): Sum[] {
  const day = moment.toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  const pounds = (amount: number) => (sterlingRate ? inPounds(amount, { rate: sterlingRate }) : amount);
  return sumByRate(lines).map((rate) => ({
    day,
    kind,
    ...rate,
    netInPounds: pounds(rate.net),
    vatInPounds: pounds(rate.vat),
  }));
}

function place(createdAt = "2026-03-01T12:00:00Z", changes: Partial<Order> = {}): Promise<Order> {
  const lines = products.map((product, index) => ({ product, quantity: index + 2 }));
  return makeOrder(context, { lines, createdAt: new Date(createdAt) }).then(async (order) => {
    await context.em.fork().nativeUpdate(Order, { id: order.id }, changes);
    return order;
  });
}

/** A credit note, or a debit note that takes one back. */
async function correct(order: Order, amount: number, reverses?: number): Promise<number> {
  const em = context.em.fork();
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const note = em.create(CorrectionNote, {
    order: order.id,
    kind: reverses ? "debit" : "credit",
    number: `N-${randomUUID().slice(0, 8)}`,
    reverses: reverses ?? null,
    reason: "Test",
    content: creditOf(
      { lines, shippingCost: order.shippingCost },
      {
        credited: refundLinesOf(
          { lines, order: { shippingCost: order.shippingCost, creditedDelivery: 0 } },
          { units: [], delivery: 0, amount },
        ),
        earlier: [],
      },
      invoiceSellerOf(context.settings),
    ),
    issuedAt: new Date(reverses ? "2026-10-01T09:00:00Z" : "2026-06-30T23:30:00Z"),
  });
  await em.flush();
  return note.id;
}

const changes: [string, () => Promise<unknown>][] = [
  [
    "orders on both sides of midnight in summer and in winter",
    async () => {
      await place("2026-06-30T22:59:59Z");
      await place("2026-06-30T23:00:00Z");
      await place("2026-01-31T23:59:59Z");
    },
  ],
  [
    "goods at two rates with a delivery to share out",
    async () => {
      const { id } = await place("2026-03-02T12:00:00Z", { shippingCost: 1099 });
      await context.em.execute(
        "update order_line set vat_rate = 500 where id = (select max(id) from order_line where order_id = ?)",
        [id],
      );
    },
  ],
  [
    "a line that is added, corrected, and given away",
    async () => {
      const { id } = await place("2026-03-03T12:00:00Z", { shippingCost: 499 });
      const em = context.em.fork();
      const line = em.create(OrderLine, {
        order: id,
        product: products[0]?.id ?? 0,
        productName: "Added",
        quantity: 1,
        unitPrice: 333,
        lineTotal: 333,
        vatRate: 0,
        vatDue: 0,
      });
      await em.flush();
      await em.nativeUpdate(OrderLine, { id: line.id }, { lineTotal: 777, vatRate: 2000 });
      await em.nativeUpdate(OrderLine, { order: id }, { lineTotal: 0 });
    },
  ],
  [
    "an order whose day and delivery are corrected",
    async () => {
      const { id } = await place("2026-03-04T12:00:00Z");
      await context.em
        .fork()
        .nativeUpdate(Order, { id }, { createdAt: new Date("2026-04-05T12:00:00Z"), shippingCost: 777 });
    },
  ],
  [
    "orders that were cancelled, paid and unpaid, and one that was paid later",
    async () => {
      await place("2026-03-05T12:00:00Z", { status: "cancelled" });
      await place("2026-03-05T12:00:00Z", { status: "cancelled", paidAt: null });
      const { id } = await place("2026-03-05T12:00:00Z", { status: "pending", paidAt: null });
      await context.em.fork().nativeUpdate(Order, { id }, { status: "processing", paidAt: new Date() });
    },
  ],
  [
    "credit notes, one of which a debit note took back",
    async () => {
      const order = await place("2026-03-06T12:00:00Z", { shippingCost: 1099 });
      await correct(order, 1000);
      const credit = await correct(order, 700);
      await correct(order, 700, credit);
      await correct(order, 300);
    },
  ],
];

describe("the sums of VAT", () => {
  it.each(changes)("are those of the papers after %s", async (_what, change) => {
    await change();
    await renewFigures(context);
    expect(await sums()).toEqual(await documentSums());
  });

  it("share out any delivery over any goods as the invoice does", async () => {
    const line = fc.record({ vatRate: fc.constantFrom(0, 500, 2000, 1750), lineTotal: fc.nat(200_000) });
    const order = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      shippingCost: fc.oneof(fc.constant(0), fc.nat(5000)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 20, maxLength: 20 }), async (orders) => {
        const stored = await context.em.execute<{ rates: unknown }[]>(
          `select (select json_agg(json_build_object('vatRate', vat_rate, 'vat', vat, 'gross', gross) order by vat_rate desc)
                   from vat_by_rate(delivery, rates, totals)) as rates
           from jsonb_to_recordset(?::jsonb) as given (delivery int, rates int[], totals int[])`,
          [
            JSON.stringify(
              orders.map(({ lines, shippingCost }) => ({
                delivery: shippingCost,
                rates: lines.map(({ vatRate }) => vatRate),
                totals: lines.map(({ lineTotal }) => lineTotal),
              })),
            ),
          ],
        );
        const invoiced = orders.map(({ lines, shippingCost }) => {
          const goods = lines.map((each) => ({
            ...each,
            productName: "",
            quantity: 1,
            unitPrice: each.lineTotal,
          }));
          return sumByRate(
            invoiceLinesOf({ lines: goods, shippingCost }, invoiceSellerOf(context.settings)),
          ).map(({ vatRate, vat, gross }) => ({
            vatRate,
            vat,
            gross,
          }));
        });
        expect(stored.map(({ rates }) => rates)).toEqual(invoiced);
      }),
      { numRuns: 20 },
    );
  });
});
