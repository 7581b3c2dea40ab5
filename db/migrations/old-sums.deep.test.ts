import { expect, it } from "vitest";
import { wrongSums } from "#server/testing/sums.ts";
import { withOldDatabase } from "#server/testing/old-database.ts";

/* What the triggers of before have counted stays counted, once. */

const BEFORE = "Migration20261123151600";

const place = JSON.stringify({ name: "", address: "", city: "", postcode: "", country: "", countryCode: "GB" });

it("keeps what was counted before orders waited for it, added up or not, and takes it off when it changes", async () => {
  await withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const [product] = await run<{ id: number }>(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity)
       values ('Biochar', 'biochar', '', 6000, 'Garden', '', 1) returning id`,
    );
    const insertOrder = async (number: number) => {
      const [order] = await run<{ id: number }>(
        `insert into customer_order (invoice_number, vat_invoice_number, customer_name, customer_email, customer_address,
           billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due, shipping_cost, total_amount,
           status, payment_method, paid_at, tax_point_at, created_at, updated_at)
         values ('INV-' || $1::text, 'OXB-' || $1::text, 'Gwen Guest', 'gwen@example.com', '', $2, $2, 'United Kingdom', 6000, 1000, 1000,
                 0, 6000, 'processing', 'bank_transfer', '2026-01-10', '2026-01-10', '2026-01-10', '2026-01-10')
         returning id`,
        [number, place],
      );
      await run(
        `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
         values ($1, $2, 'Biochar', 1, 6000, 6000, 2000, 1000)`,
        [order?.id, product?.id],
      );
      return order?.id;
    };
    const first = await insertOrder(1);
    // As the job of before adds up.
    await run(`with taken as (delete from sales_day_change returning *)
      insert into sales_day (day, status, currency, orders, revenue, refunded)
      select day, status, currency, orders, revenue, refunded from taken`);
    await insertOrder(2);

    await upgrade();

    const expectTruth = async () => {
      for (const { name, statement } of wrongSums) expect(await run(statement), name).toEqual([]);
    };
    expect(await run("select * from uncounted_order")).toEqual([]);
    await expectTruth();
    await run("update customer_order set status = 'cancelled' where id = $1", [first]);
    expect(await run("select order_id from uncounted_order")).toEqual([{ order_id: first }]);
    await expectTruth();
    await insertOrder(3);
    await expectTruth();
  });
});
