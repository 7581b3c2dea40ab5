import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Product } from "#db/entities/index.ts";
import { addUpImpact } from "#server/community/add-up-impact.server.ts";
import type { Context } from "#server/core/context.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { wrongSums } from "#server/testing/sums.ts";
import { addUpSales } from "./add-up-sales.server.ts";
import { countOrders, countStatement } from "./count-orders.server.ts";

let context: Context;
let products: Product[];
const clients: pg.Client[] = [];

beforeAll(async () => {
  context = await testContext();
  products = [await makeProduct(context, { price: 1999 }), await makeProduct(context, { price: 551 })];
});

beforeEach(() => countOrders(context));

afterAll(() => Promise.all(clients.map((client) => client.end())));

/** Another process's connection. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  clients.push(client);
  return client;
}

function place(): Promise<{ id: number }> {
  const lines = products.map((product, index) => ({ product, quantity: index + 2 }));
  return makeOrder(context, { lines });
}

async function placeCounted(): Promise<{ id: number }> {
  const order = await place();
  await countOrders(context);
  return order;
}

async function waiting(): Promise<number[]> {
  const rows = await context.em.execute<{ id: number }[]>(
    "select order_id as id from uncounted_order order by 1",
  );
  return rows.map(({ id }) => id);
}

/** That what readers see is what the rows say: now, once orders are counted, and once all is added up. */
async function expectTruth(): Promise<void> {
  for (const step of [undefined, countOrders, addUpSales, addUpImpact]) {
    await step?.(context);
    for (const { name, statement } of wrongSums) {
      expect(await context.em.execute(statement), name).toEqual([]);
    }
  }
  expect(await waiting()).toEqual([]);
}

const cancel = "update customer_order set status = 'cancelled' where id = $1";
const refund = `insert into refund (key, order_id, amount, reason, source, status, restock)
  values (gen_random_uuid()::text, $1, 100, 'Test', 'staff', 'succeeded', '[]')`;
const restock = "update order_line set restocked_quantity = 1 where order_id = $1";

describe("a new order", () => {
  it("writes a row of the queue and no sum, and is in every figure", async () => {
    const written = () =>
      context.em.execute(
        `select (select count(*)::int from sales_day_change) + (select count(*)::int from product_sales_change)
              + (select count(*)::int from vat_day_change) + (select count(*)::int from customer_impact_change)
              + (select count(*)::int from ledger_day_change) as rows`,
      );
    await addUpSales(context);
    const before = await written();
    const { id } = await place();
    expect(await waiting()).toEqual([id]);
    expect(await written()).toEqual(before);
    await expectTruth();
  });

  it("may be written with its lines by one statement", async () => {
    const { id } = await placeCounted();
    const columns = (except: string) => `
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
       where attrelid = '${except}'::regclass and attnum > 0 and attname <> all ('{id,order_id,checkout_id,retry_key,
         invoice_number,vat_invoice_number,transaction_id}'))`;
    const [names] = await context.em.execute<{ order: string; line: string }[]>(
      `select ${columns("customer_order")} as "order", ${columns("order_line")} as line`,
    );
    await context.em.execute(
      `with placed as (
         insert into customer_order (invoice_number, vat_invoice_number, ${names?.order})
         select 'INV-' || id || '9', 'ONE-' || id, ${names?.order} from customer_order where id = ? returning id
       )
       insert into order_line (order_id, ${names?.line})
       select placed.id, ${names?.line} from placed, order_line where order_id = ?`,
      [id, id],
    );
    expect(await waiting()).toHaveLength(1);
    await expectTruth();
  });

  it("leaves nothing when its transaction is taken back", async () => {
    const { id } = await placeCounted();
    const em = context.em.fork();
    await em.begin();
    await em.execute("update order_line set quantity = 9 where order_id = ?", [id]);
    await em.rollback();
    expect(await waiting()).toEqual([]);
    await expectTruth();
  });
});

describe("a counted order", () => {
  it("waits again when something of it changes that a sum contains, and else does not", async () => {
    const { id } = await placeCounted();
    await context.em.execute(
      "update customer_order set customer_phone = '1', updated_at = now() where id = ?",
      [id],
    );
    expect(await waiting()).toEqual([]);
    await context.em.execute("update customer_order set status = 'completed' where id = ?", [id]);
    expect(await waiting()).toEqual([id]);
    await expectTruth();
  });

  it("is taken off when it is deleted", async () => {
    const { id } = await placeCounted();
    for (const table of ["order_event", "order_line"]) {
      await context.em.execute(`delete from ${table} where order_id = ?`, [id]);
    }
    await context.em.execute("delete from customer_order where id = ?", [id]);
    await expectTruth();
  });

  it("is another's line's when the line moves", async () => {
    const [from, to] = [await placeCounted(), await placeCounted()];
    await context.em.execute("update order_line set order_id = ? where order_id = ?", [to.id, from.id]);
    expect(await waiting()).toEqual([from.id, to.id]);
    await expectTruth();
  });
});

describe("counting while somebody changes an order", () => {
  it.each([
    ["that waits", place],
    ["that is counted", placeCounted],
  ])("leaves one %s to them until they are done", async (_what, make) => {
    const { id } = await make();
    const other = await connect();
    await other.query("begin");
    await other.query(cancel, [id]);
    await countOrders(context);
    await other.query(restock, [id]);
    await countOrders(context);
    await other.query("commit");
    expect(await waiting()).toEqual([id]);
    await expectTruth();
  });

  it.each([
    ["an order", cancel],
    ["a line", restock],
    ["a refund", refund],
  ])("lets a change of %s wait for a count that has begun", async (_what, change) => {
    const { id } = await place();
    const [counting, other] = [await connect(), await connect()];
    await counting.query("begin");
    await counting.query("select order_id from uncounted_order for update skip locked");
    await counting.query(countStatement("select unnest($1::int[])"), [[id]]);
    const changed = other.query(change, [id]);
    await expect
      .poll(async () => {
        const { rows } = await counting.query(
          "select from pg_stat_activity where wait_event = 'transactionid'",
        );
        return rows.length;
      })
      .toBe(1);
    await counting.query("commit");
    await changed;
    expect(await waiting()).toEqual([id]);
    await expectTruth();
  });

  it("lets two people change the same counted order, and takes it off once", async () => {
    const { id } = await placeCounted();
    const [one, two] = [await connect(), await connect()];
    await one.query("begin");
    await two.query("begin");
    await one.query(restock, [id]);
    const refunded = two.query(refund, [id]);
    await one.query("commit");
    await refunded;
    await two.query("commit");
    await expectTruth();
  });

  it("takes it off for the second of two when the first gives up", async () => {
    const { id } = await placeCounted();
    const [one, two] = [await connect(), await connect()];
    await one.query("begin");
    await one.query(restock, [id]);
    const cancelled = two.query(restock, [id]);
    await one.query("rollback");
    await cancelled;
    await expectTruth();
  });

  it("loses and doubles nothing with many of all at once", async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, place));
    const others = await Promise.all(Array.from({ length: 4 }, connect));
    await Promise.all([
      ...Array.from({ length: 8 }, place),
      ...orders.map(({ id }, index) => others[index % 4]?.query(index % 2 ? cancel : restock, [id])),
      ...Array.from({ length: 6 }, async () => countOrders(await testContext())),
      ...orders.map(({ id }, index) => others[(index + 1) % 4]?.query(refund, [id])),
    ]);
    await expectTruth();
  });
});

const steps: Record<string, (order: number) => string> = {
  cancel: (order) => `update customer_order set status = 'cancelled' where id = ${order}`,
  complete: (order) => `update customer_order set status = 'completed' where id = ${order}`,
  "another day": (order) =>
    `update customer_order set created_at = created_at - interval '40 days' where id = ${order}`,
  "another total": (order) =>
    `update customer_order set total_amount = total_amount + 7, shipping_cost = shipping_cost + 7 where id = ${order}`,
  "another currency": (order) =>
    `update customer_order set currency = 'eur', sterling_rate = 854300 where id = ${order}`,
  unpaid: (order) => `update customer_order set paid_at = null where id = ${order}`,
  "another customer": (order) =>
    `update customer_order set customer_email = 'other-' || customer_email where id = ${order}`,
  void: (order) => `update customer_order set invoice_is_void = not invoice_is_void where id = ${order}`,
  restock: (order) => `update order_line set restocked_quantity = 1 where order_id = ${order}`,
  "another rate": (order) =>
    `update order_line set vat_rate = 500, line_total = line_total + 1 where order_id = ${order}`,
  "one more line": (order) =>
    `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
     select order_id, product_id, product_name, 1, 99, 99, 500, 0 from order_line where order_id = ${order} limit 1`,
  "one line less": (order) =>
    `delete from order_line where id = (select max(id) from order_line where order_id = ${order})`,
  refund: (order) =>
    `insert into refund (key, order_id, amount, reason, source, status, restock)
     values (gen_random_uuid()::text, ${order}, 50, 'Test', 'staff', 'requested', '[]')`,
  "a failed refund": (order) => `update refund set status = 'failed' where order_id = ${order}`,
  "a refund of another order": (order) =>
    `update refund set order_id = (select min(id) from customer_order) where order_id = ${order}`,
  "no refund": (order) => `delete from refund where order_id = ${order}`,
};

describe("any changes in any order", () => {
  it("leave every figure as the rows say, at every moment", async () => {
    const step = fc.oneof(
      fc.constantFrom(...Object.keys(steps)),
      fc.constantFrom("place", "count", "add up", "add customers up"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (names) => {
        let { id } = await place();
        for (const name of names) {
          if (name === "place") ({ id } = await place());
          else if (name === "count") await countOrders(context);
          else if (name === "add up") await addUpSales(context);
          else if (name === "add customers up") await addUpImpact(context);
          else await context.em.execute(steps[name]?.(id) ?? "");
          for (const { name: sum, statement } of wrongSums) {
            expect(await context.em.execute(statement), `${sum} after ${name}`).toEqual([]);
          }
        }
      }),
      { numRuns: 15 },
    );
    await expectTruth();
  });
});
