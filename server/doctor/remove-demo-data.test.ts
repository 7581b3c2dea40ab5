import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Batch, BatchAllocation, Order, OrderLine, User } from "#db/entities/index.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { addUpImpact } from "#server/community/add-up-impact.server.ts";
import type { Context } from "#server/core/context.ts";
import { addUpLedger } from "#server/ledger/add-up-ledger.server.ts";
import { dispatchOrder } from "#server/orders/parcels/dispatch-order.server.ts";
import { addUpSales } from "#server/reports/add-up-sales.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { removeDemoData } from "./remove-demo-data.server.ts";

let context: Context;
let owner: Context;

beforeAll(async () => {
  context = await testContext({ actor: { kind: "system" } });
});

/** Everything in the database, by table; but for the sums' notes, which the jobs below take, and for moments of changes. */
async function everything(): Promise<Record<string, unknown[]>> {
  for (const addUp of [
    addUpSales,
    addUpLedger,
    addUpLedger,
    addUpLedger,
    addUpLedger,
    addUpLedger,
    addUpImpact,
  ]) {
    await addUp({ ...context, em: context.em.fork() });
  }
  const em = context.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('mikro_orm_migrations', 'rate_limit') order by relname`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await em.execute<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`,
    );
    found[name] = rows.map(({ row: { updated_at: _, ...row } }) => row);
  }
  return found;
}

describe("removing the demo data", () => {
  let before: Record<string, unknown[]>;

  beforeEach(async () => {
    await context.em
      .fork()
      .execute(`truncate audit_entry, user_account, customer_order, demo_record, sales_day, sales_day_change, product_sales,
         product_sales_change, vat_day, vat_day_change, ledger_day, ledger_day_change, customer_impact,
         customer_impact_change, community_tally, checkout, payment, failed_order, enquiry, newsletter_subscriber, newsletter_issue, stock_alert,
         outbox_email, batch, sandbox.object cascade`);
    await context.em.fork().execute("delete from blog_post where status = 'draft'");
    await context.em.fork().execute("update counter set value = 0");
    before = await everything();
    await context.em.fork().transactional((em) => seedDemo(em, new Date("2026-11-21T09:00:00Z")));
    owner = asUser(context, await makeUser(context, { role: "administrator", email: "owner@shop.example" }));
  });

  it("leaves exactly what was there, and what people made", async () => {
    await everything();
    const { rows } = await removeDemoData({ ...owner, em: context.em.fork() }, {});
    expect(rows).toBeGreaterThan(300);
    const after = await everything();
    const [audit] = after.audit_entry ?? [];
    expect(audit).toMatchObject({ action: "demo data removed" });
    expect(after.user_account).toEqual([expect.objectContaining({ email: "owner@shop.example" })]);
    // The total of a community without orders is nought, or was never written.
    const { audit_entry: _, user_account: __, community_tally: tally = [], ...rest } = after;
    const { audit_entry: ___, user_account: ____, community_tally: _____, ...was } = before;
    expect(rest).toEqual(was);
    expect(tally).toEqual(tally.map((row) => ({ ...(row as object), value: 0 })));
  });

  it("also before any job has added the demo's sums up, and numbers begin at 1", async () => {
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    const { sales_day, vat_day, ledger_day, product_sales, customer_impact } = await everything();
    expect({ sales_day, vat_day, ledger_day, product_sales, customer_impact }).toEqual({
      sales_day: [],
      vat_day: [],
      ledger_day: [],
      product_sales: [],
      customer_impact: [],
    });
    const order = await makeOrder(context, {});
    expect(order.id).toBe(1);
    const [counter] = await context.em.fork().execute("select value from counter where name = 'vat_invoice'");
    expect(counter).toEqual({ value: 0 });
  });

  it("keeps a person's order, its sums, its number, and the account that it is of", async () => {
    const customer = await context.em.fork().findOneOrFail(User, { username: "customer" });
    const own = await makeOrder(context, { customer });
    const [counter] = await context.em.fork().execute("select value from counter where name = 'vat_invoice'");
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    const after = await everything();
    expect(after.customer_order).toEqual([expect.objectContaining({ id: own.id, customer_id: customer.id })]);
    expect(after.sales_day).toEqual([expect.objectContaining({ orders: 1, revenue: own.totalAmount })]);
    expect(after.user_account).toContainEqual(
      expect.objectContaining({ id: customer.id, password_hash: null }),
    );
    expect(after.counter).toContainEqual(expect.objectContaining({ name: "vat_invoice", ...counter }));
  });

  it("keeps a demo account that somebody made their own", async () => {
    await context.em
      .fork()
      .execute("update user_account set email = 'me@shop.example' where username = 'manager'");
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    expect((await everything()).user_account).toContainEqual(
      expect.objectContaining({ email: "me@shop.example", password_hash: expect.any(String) }),
    );
  });

  it("takes what was tried on a demo order with it", async () => {
    const [order] = await context.em.fork().execute("select id from customer_order limit 1");
    await context.em
      .fork()
      .execute("insert into order_event (order_id, kind, message) values (?, 'note', 'Tried by the owner')", [
        order?.id,
      ]);
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    expect((await everything()).order_event).toEqual([]);
  });

  it("takes parcels and stated uses of demo orders with it, and keeps a batch that a person's order came from", async () => {
    const em = context.em.fork();
    const order = await em.findOneOrFail(Order, { status: "processing" }, { orderBy: { id: "asc" } });
    await dispatchOrder(
      { ...owner, em: context.em.fork() },
      { orderId: order.id, from: "processing", carrier: "DPD", trackingNumber: "TRIED", note: "" },
    );
    const [first, second] = await em.find(Batch, {}, { orderBy: { id: "asc" } });
    const own = await makeOrder(context);
    const orderLine = await em.findOneOrFail(OrderLine, { order: own.id });
    em.create(BatchAllocation, { batch: second?.id ?? 0, orderLine, quantity: 1, grams: 1000 });
    await em.flush();
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    const after = await everything();
    expect(after.parcel_line).toEqual([]);
    expect(after.use_statement).toEqual([]);
    expect(after.batch).toEqual([expect.objectContaining({ id: second?.id, grams_allocated: 1000 })]);
    expect(after.batch_analysis).toHaveLength(1);
    expect(first).toBeDefined();
  });

  it("is refused to a demo sign-in, which would go itself", async () => {
    const admin = await context.em.fork().findOneOrFail(User, { username: "admin" });
    await expect(removeDemoData(asUser(context, admin), {})).rejects.toMatchObject({ code: "conflict" });
    expect((await everything()).customer_order?.length).toBeGreaterThan(100);
  });

  it("does nothing the second time", async () => {
    await removeDemoData({ ...owner, em: context.em.fork() }, {});
    expect(await removeDemoData({ ...owner, em: context.em.fork() }, {})).toEqual({ rows: 0 });
  });
});
