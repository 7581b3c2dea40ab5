import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/* What was sold before there were currencies was sold in pounds, and every sum of it stays as it was. */

const BEFORE = "Migration20261123123218";

const place = JSON.stringify({ name: "", address: "", city: "", postcode: "", country: "", countryCode: "GB" });

it("keeps every sum of an old shop, in pounds, and gives money that came in another its own books", async () => {
  await withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    await run(
      `insert into checkout (id, status, total_amount, currency, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'paid', 6000, 'gbp', '2026-01-10', '2026-01-10'),
              ('00000000-0000-4000-8000-000000000002', 'expired', 4321, 'eur', '2026-01-10', '2026-01-10')`,
    );
    await run(
      `insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, currency, status,
                            received_at, created_at, updated_at)
       select id, 'stripe', 'pi_' || currency, total_amount, total_amount, currency, 'succeeded', '2026-01-10T12:00Z',
              created_at, updated_at from checkout`,
    );
    await run(
      `insert into failed_order (checkout_id, customer_name, customer_email, total_amount, payment_method, error_message,
                                 attempted_at, created_at)
       values ('00000000-0000-4000-8000-000000000002', 'Not given', '', 4321, 'stripe', 'Lost', '2026-01-10', '2026-01-10')`,
    );
    const [order] = await run<{ id: number }>(
      `insert into customer_order (checkout_id, invoice_number, vat_invoice_number, customer_name, customer_email,
         customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due,
         shipping_cost, total_amount, status, payment_method, transaction_id, paid_at, tax_point_at, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'INV-1', 'OXB-000001', 'Gwen Guest', 'gwen@example.com', '', $1, $1,
               'United Kingdom', 6000, 1000, 1000, 0, 6000, 'completed', 'stripe', 'pi_gbp', '2026-01-10T12:00Z',
               '2026-01-10', '2026-01-10', '2026-01-10') returning id`,
      [place],
    );
    const [product] = await run<{ id: number }>(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity)
       values ('Biochar', 'biochar', '', 6000, 'Garden', '', 1) returning id`,
    );
    await run(
      `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
       values ($1, $2, 'Biochar', 1, 6000, 6000, 2000, 1000)`,
      [order?.id, product?.id],
    );

    await upgrade();

    expect(await run("select currency, orders, revenue::int from sales_day_change")).toEqual([
      { currency: "gbp", orders: 1, revenue: 6000 },
    ]);
    expect(await run("select currency, units, revenue::int from product_sales_change")).toEqual([
      { currency: "gbp", units: 1, revenue: 6000 },
    ]);
    expect(
      await run("select currency, net::int, vat::int, net_in_pounds::int, vat_in_pounds::int from vat_day_change"),
    ).toEqual([{ currency: "gbp", net: 5000, vat: 1000, net_in_pounds: 5000, vat_in_pounds: 1000 }]);
    expect(await run("select count(*)::int as days from ledger_day_change where day = '2026-01-10'")).not.toEqual([
      { days: 0 },
    ]);
    expect(await run("select currency from failed_order")).toEqual([{ currency: "eur" }]);
    expect(await run("select currency, sterling_rate from customer_order")).toEqual([
      { currency: "gbp", sterling_rate: null },
    ]);
  });
});
