import { describe, expect, it } from "vitest";
import { Order, OrderLine, Refund } from "#db/entities/index.ts";
import {
  type Figures,
  productSalesSince,
  readFigures,
  renewFigures,
  renewFiguresWhenDue,
  salesByDay,
} from "#server/orders/figures.server.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";

const context = await testContext();
const products = [await makeProduct(context, { price: 1999 }), await makeProduct(context, { price: 550 })];

/** What the sums must be: added up from the rows themselves. */
const dayTruth = `
  select (o.created_at at time zone 'Europe/London')::date::text as day, o.status, count(*)::int as orders,
         sum(o.total_amount)::int as revenue, sum(coalesce(r.amount, 0))::int as refunded
  from customer_order o
  left join (select order_id, sum(amount) as amount from refund where status <> 'failed' group by order_id) r
    on r.order_id = o.id
  group by 1, 2 order by 1, 2`;
const productTruth = `
  select period, product_id, sum(units)::int as units, sum(revenue)::int as revenue from (
    select unnest(array['all', to_char(o.created_at at time zone 'Europe/London', 'YYYY'),
             to_char(o.created_at at time zone 'Europe/London', 'YYYY-MM')]) as period, l.product_id,
           l.quantity - l.cancelled_quantity - l.returned_quantity as units, (l.quantity - l.cancelled_quantity - l.returned_quantity) * l.unit_price as revenue
    from order_line l join customer_order o on o.id = l.order_id where o.status <> 'cancelled'
  ) sold group by 1, 2 having sum(units) <> 0 order by 1, 2`;
const daySums = (figures: Figures) => `
  select day::text, status, sum(orders)::int as orders, sum(revenue)::int as revenue, sum(refunded)::int as refunded
  from ${salesByDay(figures)} sales group by 1, 2
  having sum(orders) <> 0 or sum(revenue) <> 0 or sum(refunded) <> 0 order by 1, 2`;
const productSums = (figures: Figures) => `
  select period, product_id, sum(units)::int as units, sum(revenue)::int as revenue from (
    select period, product_id, units, revenue from product_sales
    union all select period, product_id, units, revenue from ${productSalesSince(figures)} since
    union all select unnest(array['all', left(period, 4)]), product_id, units, revenue
      from ${productSalesSince(figures)} since
  ) sums group by 1, 2 having sum(units) <> 0 order by 1, 2`;

async function expectTruth(): Promise<void> {
  const { em } = context;
  const figures = await readFigures(em);
  expect(await em.execute(daySums(figures))).toEqual(await em.execute(dayTruth));
  expect(await em.execute(productSums(figures))).toEqual(await em.execute(productTruth));
}

function place(status: OrderStatus = "processing", createdAt = "2026-03-01T12:00:00Z"): Promise<Order> {
  const lines = products.map((product, index) => ({ product, quantity: index + 2 }));
  return makeOrder(context, { lines, status, createdAt: new Date(createdAt) });
}

const refund = (order: Order, amount: number) => refundOrder(context, order, amount, "requested");

const changes: [string, () => Promise<unknown>][] = [
  [
    "orders placed on days of both summer and winter time",
    async () => {
      await place("pending", "2026-03-28T23:59:59Z");
      await place("completed", "2026-06-30T23:30:00Z");
      await place("cancelled", "2026-01-31T23:59:59Z");
    },
  ],
  [
    "a change of status",
    async () => {
      const { id } = await place("pending");
      await context.em.fork().nativeUpdate(Order, { id }, { status: "completed" });
    },
  ],
  [
    "a cancellation whose goods come back",
    async () => {
      const { id } = await place();
      const em = context.em.fork();
      await em.transactional(async (inside) => {
        await inside.nativeUpdate(Order, { id }, { status: "cancelled" });
        await inside.execute("update order_line set cancelled_quantity = quantity where order_id = ?", [id]);
      });
    },
  ],
  [
    "a refund that is asked for, made, and one that fails",
    async () => {
      const order = await place();
      const made = await refund(order, 1999);
      await context.em.fork().nativeUpdate(Refund, { id: made.id }, { status: "succeeded" });
      const lost = await refund(order, 550);
      await context.em.fork().nativeUpdate(Refund, { id: lost.id }, { status: "failed" });
    },
  ],
  [
    "a refunded order that is then cancelled",
    async () => {
      const order = await place();
      await refund(order, 700);
      await context.em.fork().nativeUpdate(Order, { id: order.id }, { status: "cancelled" });
    },
  ],
  [
    "part of an order that comes back into stock",
    async () => {
      const { id } = await place();
      await context.em.fork().nativeUpdate(OrderLine, { order: id }, { cancelledQuantity: 1 });
    },
  ],
  [
    "many orders changed by one statement",
    async () => {
      await context.em.execute("update customer_order set status = 'completed' where status = 'processing'");
    },
  ],
  [
    "a refund that finds its order later",
    async () => {
      const order = await place();
      const { id } = await refund(order, 300);
      await context.em.fork().nativeUpdate(Refund, { id }, { order: null });
      await renewFigures(context);
      await expectTruth();
      await context.em.fork().nativeUpdate(Refund, { id }, { order: order.id });
    },
  ],
];

describe("the sums of sales", () => {
  it.each(changes)("are those of the rows after %s", async (_what, change) => {
    await change();
    await renewFigures(context);
    await expectTruth();
  });

  it("are as of the last renewal for days gone by, and live from its day on", async () => {
    await renewFigures(context);
    const figures = await readFigures(context.em);
    const before = await context.em.execute(daySums(figures));
    await place("processing", "2026-03-01T12:00:00Z");
    expect(await context.em.execute(daySums(figures))).toEqual(before);
    await place("processing", figures.asOf ?? "");
    expect(await context.em.execute(daySums(figures))).toHaveLength(before.length + 1);
    await renewFigures(context);
    await expectTruth();
  });

  it("lose and double nothing when they are added up several times at once while orders come in", async () => {
    await Promise.all([
      ...Array.from({ length: 6 }, () => place()),
      ...Array.from({ length: 4 }, async () => renewFigures(await testContext())),
    ]);
    await renewFigures(context);
    await expectTruth();
  });

  it("are added up by the clock once twenty times as long has passed as the last time took", async () => {
    const { em } = context;
    const lastTook = async (took: string) => {
      await em.execute(`drop materialized view figures_as_of; create materialized view figures_as_of as
        select 1 as id, now() - interval '10 minutes' as at, interval '${took}' as took`);
      const { asOf } = await readFigures(em);
      await em.execute("create unique index on figures_as_of (id)");
      await renewFiguresWhenDue(context);
      return asOf === (await readFigures(em)).asOf ? "waits" : "is renewed";
    };
    // Renewing says the moment of the first refresh once more, since this view was made as of then.
    expect(await lastTook("31 seconds")).toBe("waits");
    expect(await lastTook("29 seconds")).toBe("is renewed");
  });
});
