import { randomBytes } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { vatByDay } from "#server/orders/lists/sales-by-day.ts";
import { asAdmin, withDatabase } from "#server/testing/database.ts";
import { migrate, migrateTo } from "../migrate.ts";

/** The last schema in which a credit note was a part of its refund. */
const BEFORE = "Migration20261121220221";

let client: pg.Client;

interface OldOrder {
  number: string;
  day: string;
  status?: string;
  paidOn?: string | null;
}

/** An order of £60.00 at 20%, as that schema kept it. */
async function insertOrder({ number, day, status = "completed", paidOn = day }: OldOrder): Promise<number> {
  const place = JSON.stringify({ name: "", address: "", city: "", postcode: "", country: "", countryCode: "GB" });
  const order = await client.query<{ id: number }>(
    `insert into customer_order (invoice_number, vat_invoice_number, customer_name, customer_email, customer_address,
       billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due, shipping_cost, total_amount,
       status, payment_method, paid_at, created_at, updated_at)
     values ('INV-' || $1, $1, 'Gwen Guest', 'gwen@example.com', '', $2, $2, 'United Kingdom', 6000, 1000, 1000, 0, 6000,
             $3, 'bank_transfer', $4, $5, $5) returning id`,
    [number, place, status, paidOn, day],
  );
  const id = order.rows[0]?.id ?? 0;
  const product = await client.query<{ id: number }>(
    `insert into product (name, slug, description, price, category, image_url, stock_quantity)
     values ('Biochar', 'biochar-' || $1::text, '', 6000, 'Garden', '', 1) returning id`,
    [number],
  );
  await client.query(
    `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
     values ($1, $2, 'Biochar', 1, 6000, 6000, 2000, 1000)`,
    [id, product.rows[0]?.id],
  );
  return id;
}

/** A refund of it all, with its credit note. */
async function insertRefund(order: number, number: string, day: string, status: string): Promise<void> {
  const line = { position: 1, description: "Biochar", quantity: 1, unitPrice: 6000, vatRate: 2000 };
  const note = { seller: {}, lines: [{ ...line, net: 5000, vat: 1000, gross: 6000 }] };
  await client.query(
    `insert into refund (key, order_id, amount, reason, source, status, restock, credit_note_number, credit_note,
                         created_at, completed_at)
     values ($2, $1, 6000, 'Torn', 'staff', 'succeeded', '[]', $2, $3, $4, $4)`,
    [order, number, JSON.stringify(note), day],
  );
  await client.query("update refund set status = $2 where key = $1", [number, status]);
}

const rows = async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows;

const sums = (from = vatByDay) =>
  rows(
    `select day::text, kind, vat_rate, sum(net)::int as net, sum(vat)::int as vat, sum(gross)::int as gross
     from ${from} sums group by 1, 2, 3 having sum(gross) <> 0 or sum(vat) <> 0 order by 1, 2, 3`,
  );

/** As they were read before. */
const OLD_SUMS = `(select day, kind, vat_rate, net, vat, gross from vat_day
  union all select day, kind, vat_rate, net, vat, gross from vat_day_change)`;

let before: { sums: unknown[]; sales: unknown[]; numbers: unknown[]; counters: unknown[] };

beforeAll(async () => {
  const name = `papers_${randomBytes(6).toString("hex")}`;
  await asAdmin(inject("adminUrl"), `create database ${name} owner shop`);
  const url = withDatabase(process.env.DATABASE_URL ?? "", name);
  await migrateTo(url, BEFORE);
  client = new pg.Client({ connectionString: url });
  await client.connect();

  await insertOrder({ number: "OXB-000001", day: "2026-01-10" });
  await insertOrder({ number: "OXB-000002", day: "2026-01-11", status: "cancelled", paidOn: null });
  await insertOrder({ number: "OXB-000003", day: "2026-01-12", status: "cancelled" });
  await insertOrder({ number: "OXB-000004", day: "2026-01-13", status: "processing", paidOn: "2026-04-02" });
  await insertOrder({ number: "OXB-000005", day: "2026-01-14", status: "pending", paidOn: null });
  const refunded = await insertOrder({ number: "OXB-000006", day: "2026-01-15" });
  await insertRefund(refunded, "OXB-CN-000001", "2026-02-01", "succeeded");
  const bounced = await insertOrder({ number: "OXB-000007", day: "2026-01-16" });
  await insertRefund(bounced, "OXB-CN-000002", "2026-02-02", "failed");
  await client.query("insert into counter (name, value) values ('credit_note', 2)");

  before = {
    sums: await sums(OLD_SUMS),
    sales: await rows("select id, day, status, orders, revenue, refunded from sales_day_change order by id"),
    numbers: await rows("select vat_invoice_number from customer_order order by id"),
    counters: await rows("select * from counter order by name"),
  };
  await migrate(url);
  return async () => {
    await client.end();
    await asAdmin(inject("adminUrl"), `drop database ${name} with (force)`);
  };
});

describe("papers that were issued before debit notes", () => {
  it("leave every VAT period as it was", async () => {
    expect(before.sums).toHaveLength(7);
    expect(await sums()).toEqual(before.sums);
    expect(await rows("select id, day, status, orders, revenue, refunded from sales_day_change order by id")).toEqual(before.sales);
  });

  it("keep their numbers, and no new one is taken", async () => {
    expect(await rows("select vat_invoice_number from customer_order order by id")).toEqual(before.numbers);
    expect(await rows("select * from counter order by name")).toEqual(before.counters);
    expect(
      await rows("select kind, number, is_void, issued_at::date::text as day, content -> 'lines' -> 0 -> 'vat' as vat from correction_note order by id"),
    ).toEqual([
      { kind: "credit", number: "OXB-CN-000001", is_void: false, day: "2026-02-01", vat: 1000 },
      { kind: "credit", number: "OXB-CN-000002", is_void: true, day: "2026-02-02", vat: 1000 },
    ]);
  });

  it("are void where nothing of them ever counted", async () => {
    expect(await rows("select vat_invoice_number from customer_order where invoice_is_void")).toEqual([
      { vat_invoice_number: "OXB-000002" },
    ]);
  });

  it("have the earlier of issue and payment as their tax point", async () => {
    const changed = await rows("select vat_invoice_number from customer_order where tax_point_at <> created_at");
    expect(changed).toEqual([]);
  });

  it("count on when they are corrected later: by a debit note, by a credit note of the day, never by vanishing", async () => {
    await client.query("begin");
    onTestFinished(async () => {
      await client.query("rollback");
    });
    await client.query("update customer_order set status = 'cancelled' where vat_invoice_number = 'OXB-000005'");
    await client.query("update refund set status = 'failed'");
    expect(await sums()).toEqual(before.sums);
    await client.query(
      `insert into correction_note (order_id, refund_id, kind, number, reverses_id, reason, content, issued_at)
       select order_id, refund_id, 'debit', 'OXB-DN-000001', id, 'Bounced', content, '2026-05-01'
       from correction_note where number = 'OXB-CN-000001'`,
    );
    expect(await sums()).toEqual([
      ...before.sums,
      { day: "2026-05-01", kind: "debit", vat_rate: 2000, net: 5000, vat: 1000, gross: 6000 },
    ]);
  });
});
