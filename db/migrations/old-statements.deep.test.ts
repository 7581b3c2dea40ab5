import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema under which nothing added up what statements say of a batch. */
const BEFORE = "Migration20261124194401";

it("what statements said of a batch is added up, revoked ones apart, and no key of before signs any more", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const id = async (statement: string, values: unknown[] = []) => {
      const [row] = await run<{ id: number }>(`${statement} returning id`, values);
      return row?.id;
    };
    const product = await id(
      `insert into product (name, slug, description, price, category, image_url, stock_quantity)
       values ('Char', 'char', '', 1000, 'Garden', '', 9)`,
    );
    const batch = await id(
      `insert into batch (code, product_id, made_on, feedstock, kiln_celsius, grams_made)
       values ('OLD-A', $1, '2026-11-01', 'Hazel', 550, 100000)`,
      [product],
    );
    const order = await id(
      `insert into customer_order (invoice_number, vat_invoice_number, customer_name, customer_email, customer_address,
         billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due, shipping_cost, total_amount,
         payment_method, tax_point_at)
       values ('INV-1', 'OXB-1', 'A', 'a@example.com', '', '{}', '{}', 'United Kingdom', 0, 0, 0, 0, 0, 'stripe', now())`,
    );
    const line = await id(
      `insert into order_line (order_id, product_id, product_name, quantity, unit_price, line_total, vat_rate, vat_due)
       values ($1, $2, 'Char', 2, 1000, 2000, 2000, 333)`,
      [order, product],
    );
    for (const [revokedAt, grams] of [
      ["2026-11-02", 30_000],
      [null, 20_000],
    ]) {
      const statement = await id(
        `insert into carbon_statement (order_id, public_id, key_id, method, grams_stored, credential, issued_at, revoked_at)
         values ($1, gen_random_uuid(), 'key-1', 'M', 1000, '{}', now(), $2)`,
        [order, revokedAt],
      );
      await run(
        `insert into carbon_statement_line (statement_id, order_line_id, batch_id, grams, grams_stored)
         values ($1, $2, $3, $4, 1000)`,
        [statement, line, batch, grams],
      );
    }
    await run("insert into signing_key (id, public_key_multibase) values ('key-1', 'z6Mk1'), ('key-2', 'z6Mk2')");
    await upgrade();
    expect(await run("select grams_stated from batch where id = $1", [batch])).toEqual([
      { grams_stated: 20_000 },
    ]);
    expect(await run("select count(*)::int as active from signing_key where retired_at is null")).toEqual([
      { active: 0 },
    ]);
  }));
