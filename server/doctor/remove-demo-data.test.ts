import { beforeAll, describe, expect, it } from "vitest";
import { Batch, BatchAllocation, Order, OrderLine, User } from "#db/entities/index.ts";
import { seedDemo } from "#db/seed/seed.ts";
import type { Context } from "#server/core/context.ts";
import { cancelOrder } from "#server/orders/change-status.server.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { figureViews } from "#server/orders/figures.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { removeDemoData } from "./remove-demo-data.server.ts";

let owner: Context;

const context = await testContext({ actor: { kind: "system" } });

/** Everything in the database, by table and by figures, but for moments of changes and renewals. */
async function everything(): Promise<Record<string, unknown[]>> {
  const em = context.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select relname as name from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace
       and relname not in ('mikro_orm_migrations', 'rate_limit', 'figures_as_of') order by relname`,
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

/** A shop of the reference data and the demo's, with an administrator of its own; what was in it before the demo's. */
async function seeded() {
  const em = context.em.fork();
  await em.execute(`truncate audit_entry, user_account, customer_order, demo_record, checkout, payment, failed_order, enquiry, newsletter_subscriber, newsletter_issue, stock_alert,
    outbox_email, batch cascade`);
  await em.execute("delete from blog_post where status = 'draft'");
  await em.execute("update counter set value = 0");
  for (const view of figureViews) await em.execute(`refresh materialized view ${view}`);
  const before = await everything();
  await em.transactional((inTransaction) => seedDemo(inTransaction, new Date("2026-11-21T09:00:00Z")));
  owner = asUser(context, await makeUser(context, { role: "administrator", email: "owner@shop.example" }));
  return before;
}

const stockIn = (tables: Record<string, unknown[]>) =>
  (tables.product ?? []).map((row) => `${Object(row).id}: ${Object(row).stock_quantity}`);

const remove = () => removeDemoData({ ...owner, em: context.em.fork() }, {});

describe("removing the demo data", () => {
  let before: Record<string, unknown[]>;
  beforeAll(async () => {
    before = await seeded();
  });

  it("is refused to a demo sign-in, which would go itself", async () => {
    const admin = await context.em.fork().findOneOrFail(User, { username: "admin" });
    await expect(removeDemoData(asUser(context, admin), {})).toBeRefused("conflict");
    expect(await context.em.fork().count(Order)).toBeGreaterThan(100);
  });

  it("leaves exactly what was there, and what people made, figures as well", async () => {
    const { rows } = await remove();
    expect(rows).toBeGreaterThan(300);
    const after = await everything();
    const [audit] = after.audit_entry ?? [];
    expect(audit).toMatchObject({ action: "demo data removed" });
    expect(after.user_account).toEqual([expect.objectContaining({ email: "owner@shop.example" })]);
    const { audit_entry: _, user_account: __, ...rest } = after;
    const { audit_entry: ___, user_account: ____, ...was } = before;
    expect(rest).toEqual(was);
  });

  it("does nothing the second time", async () => {
    expect(await remove()).toEqual({ rows: 0 });
  });

  it("lets numbers begin at 1", async () => {
    expect(await makeOrder(context, {})).toMatchObject({ id: 1 });
    const [numbered] = await context.em
      .fork()
      .execute("select value from counter where name = 'vat_invoice'");
    expect(numbered).toEqual({ value: 0 });
  });
});

describe("removing the demo data of a shop in which people tried things", () => {
  let after: Record<string, unknown[]>;
  let customer: User;
  let own: Order;
  let counter: unknown;
  let keptBatch: Batch | undefined;
  let stockBefore: string[];
  beforeAll(async () => {
    stockBefore = stockIn(await seeded());
    const em = context.em.fork();
    customer = await em.findOneOrFail(User, { username: "customer" });
    own = await makeOrder(context, { customer, createdAt: new Date("2026-03-01T12:00:00Z") });
    [counter] = await em.execute("select value from counter where name = 'vat_invoice'");
    await em.execute("update user_account set email = 'me@shop.example' where username = 'manager'");
    const [tried, dispatched, cancelled] = await em.find(
      Order,
      { status: "processing" },
      { orderBy: { id: "asc" } },
    );
    await em.execute(
      "insert into order_event (order_id, kind, message) values (?, 'note', 'Tried by the owner')",
      [tried?.id],
    );
    await dispatchOrder(
      { ...owner, em: context.em.fork() },
      { orderId: dispatched?.id ?? 0, from: "processing", carrier: "DPD", trackingNumber: "TRIED", note: "" },
    );
    await cancelOrder(
      { ...owner, em: context.em.fork() },
      { orderId: cancelled?.id ?? 0, from: "processing", note: "", restock: true },
    );
    [, keptBatch] = await em.find(Batch, {}, { orderBy: { id: "asc" } });
    const orderLine = await em.findOneOrFail(OrderLine, { order: own.id });
    em.create(BatchAllocation, { batch: keptBatch?.id ?? 0, orderLine, quantity: 1, grams: 1000 });
    await em.flush();
    await remove();
    after = await everything();
  });

  it("leaves no stock that a cancelled order of the demo put back: it never took any", () => {
    expect(stockIn(after)).toEqual(expect.arrayContaining(stockBefore));
  });

  it("keeps a person's order, its sums, its number, and the account that it is of", () => {
    expect(after.customer_order).toEqual([expect.objectContaining({ id: own.id, customer_id: customer.id })]);
    expect(after.sales_by_day).toEqual([expect.objectContaining({ orders: 1, revenue: own.totalAmount })]);
    for (const sums of ["vat_by_day", "ledger_by_day", "customer_impact"])
      expect(after[sums]).toHaveLength(1);
    const inMonthYearAndAll = Array.from({ length: 3 }, () => expect.objectContaining({ units: 1 }));
    expect(after.product_sales).toEqual(inMonthYearAndAll);
    expect(after.user_account).toContainEqual(
      expect.objectContaining({ id: customer.id, password_hash: null }),
    );
    expect(after.counter).toContainEqual(
      expect.objectContaining({ name: "vat_invoice", ...(counter as object) }),
    );
  });

  it("keeps a demo account that somebody made their own", () => {
    expect(after.user_account).toContainEqual(
      expect.objectContaining({ email: "me@shop.example", password_hash: expect.any(String) }),
    );
  });

  it("takes what was tried on demo orders with it, parcels and stated uses too", () => {
    expect(after.order_event?.filter((event) => Object(event).order_id !== own.id)).toEqual([]);
    expect(after.parcel_line).toEqual([]);
    expect(after.use_statement).toEqual([]);
  });

  it("keeps a batch that a person's order came from", () => {
    expect(after.batch).toEqual([expect.objectContaining({ id: keptBatch?.id, grams_allocated: 1000 })]);
    expect(after.batch_analysis).toHaveLength(1);
  });
});
