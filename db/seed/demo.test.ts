import { beforeAll, describe, expect, it } from "vitest";
import { auditBooks } from "#db/audit.ts";
import { Counter, DemoRecord } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { VAT_INVOICE_COUNTER } from "./reference.ts";
import { seedDemo } from "./seed.ts";

const now = new Date("2026-11-21T09:00:00Z");
const em = () => getOrm().em.fork();
const one = async <Row>(sql: string) => (await em().execute<Row[]>(sql))[0];

beforeAll(async () => {
  await em().transactional((inTransaction) => seedDemo(inTransaction, now));
});

describe("the demo data", () => {
  it("has books that are true", async () => {
    expect(await auditBooks((statement) => em().execute(statement), ["always"])).toEqual([]);
  });

  it("has the demo sign-ins with a password and other customers without one", async () => {
    const counts = await one<{ signIns: string; customers: string }>(
      `select count(*) filter (where password_hash is not null) as "signIns",
              count(*) filter (where role = 'customer') as customers from user_account`,
    );
    expect(Number(counts?.signIns)).toBe(demoSignIns.length);
    expect(Number(counts?.customers)).toBe(40);
  });

  it("has orders over eighteen months, the newest days old, none in the future", async () => {
    const span = await one<{ count: string; oldest: string; newest: string }>(
      "select count(*), min(created_at) as oldest, max(created_at) as newest from customer_order",
    );
    expect(Number(span?.count)).toBe(120);
    expect(new Date(span?.oldest ?? 0) >= new Date("2025-05-21T09:00:00Z")).toBe(true);
    expect(new Date(span?.newest ?? 0) <= now).toBe(true);
    expect(new Date(span?.newest ?? 0) > new Date("2026-11-14")).toBe(true);
  });

  it("numbers VAT invoices without gaps and leaves the counter where the next order goes on", async () => {
    const numbers = await em().execute<{ number: string }[]>(
      "select vat_invoice_number as number from customer_order order by created_at, id",
    );
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, index) => `OXB-${String(index + 1).padStart(6, "0")}`),
    );
    expect((await em().findOneOrFail(Counter, VAT_INVOICE_COUNTER)).value).toBe(numbers.length);
  });

  it("has totals that its lines and delivery add up to", async () => {
    const wrong = await em().execute<unknown[]>(
      `select o.id from customer_order o join order_line l on l.order_id = o.id group by o.id
       having sum(l.line_total) <> o.subtotal or o.subtotal + o.shipping_cost <> o.total_amount
           or o.shipping_cost <> case when o.subtotal < 4500 then 1099 else 0 end`,
    );
    expect(wrong).toEqual([]);
  });

  it("packed no order from a batch that was not made yet", async () => {
    const early = await em().execute(
      `select batch.code, allocation.created_at from batch_allocation allocation
         join batch on batch.id = allocation.batch_id where allocation.created_at < batch.made_on`,
    );
    expect(early).toEqual([]);
  });

  it("lists every row that it made, and none of the shop's own", async () => {
    const made = async (table: string) =>
      (await em().execute<{ id: string }[]>(`select id::text as id from ${table}`))
        .map(({ id }) => id)
        .sort();
    const listed = async (table: string) =>
      (await em().find(DemoRecord, { tableName: table })).map(({ recordId }) => recordId).sort();
    for (const table of ["customer_order", "order_line", "order_event", "user_account"]) {
      expect(await listed(table), table).toEqual(await made(table));
    }
    expect(await em().count(DemoRecord, { tableName: ["product", "faq_entry", "counter"] })).toBe(0);
    expect(await em().count(DemoRecord, { tableName: { $like: "%_change" } })).toBe(0);
  });

  it("is made once", async () => {
    await em().transactional((inTransaction) => seedDemo(inTransaction, now));
    expect(Number((await one<{ count: string }>("select count(*) from customer_order"))?.count)).toBe(120);
  });
});
