import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema that did not tell who had opened a mailed link. */
const BEFORE = "Migration20261122184329";

it("previously verified accounts keep their orders; staff and signed-in buyers count as proven", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const person = async (name: string, role: string, isVerified: boolean) => {
      const [row] = await run<{ id: number }>(
        `insert into user_account (name, email, username, password_hash, role, is_verified)
         values ($1, $4, $1, 'x', $2, $3) returning id`,
        [name, role, isVerified, `${name}@example.com`],
      );
      return row?.id ?? 0;
    };
    const order = async (customer: number, email: string, signedIn: boolean) => {
      const checkout = randomUUID();
      await run("insert into checkout (id, status, total_amount, user_id) values ($1, 'paid', 2000, $2)", [
        checkout,
        signedIn ? customer : null,
      ]);
      await run(
        `insert into customer_order (invoice_number, vat_invoice_number, customer_id, checkout_id, customer_name,
           customer_email, customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount,
           vat_due, shipping_cost, total_amount, status, payment_method, paid_at, tax_point_at)
         values ($1, $1, $2, $3, 'N', $4, 'A', '{}', '{}', 'UK', 2000, 0, 0, 0, 2000, 'processing', 'stripe', now(), now())`,
        [`INV-${Math.floor(Math.random() * 1e12)}`, customer, checkout, email],
      );
    };
    const bought = await person("bought", "customer", true);
    await order(bought, "Bought@example.com", true);
    const attached = await person("attached", "customer", true);
    await order(attached, "attached@example.com", false);
    await person("manager", "shop_manager", true);
    await person("unverified", "customer", false);
    await upgrade();
    expect(
      await run(
        `select name, is_verified, email_proven_at is not null as proven, signed_in_at is not null as used,
           (select count(*)::int from customer_order where customer_id = user_account.id) as orders
         from user_account where password_hash = 'x' order by id`,
      ),
    ).toEqual([
      { name: "bought", is_verified: true, proven: true, used: true, orders: 1 },
      { name: "attached", is_verified: true, proven: false, used: true, orders: 1 },
      { name: "manager", is_verified: true, proven: true, used: true, orders: 0 },
      { name: "unverified", is_verified: false, proven: false, used: true, orders: 0 },
    ]);
  }));
