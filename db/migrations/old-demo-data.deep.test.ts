import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema that did not list what the demo data made. */
const BEFORE = "Migration20261123083600";

it("the demo data of an older shop is listed, and nothing that its owner made since", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const person = async (username: string, email = `${username}@example.com`) => {
      const [row] = await run<{ id: number }>(
        "insert into user_account (name, email, username) values ($1, $2, $1) returning id",
        [username, email],
      );
      return row?.id;
    };
    const [admin, buyer] = [await person("admin"), await person("zara.ahmed")];
    const [owner, guest] = [await person("olive", "olive@shop.example"), await person("gil", "gil@shop.example")];
    const order = async (payment: string, customer: number | undefined) => {
      const [row] = await run<{ id: number }>(
        `insert into customer_order (invoice_number, vat_invoice_number, customer_id, customer_name, customer_email,
           customer_address, billing_address, shipping_address, shipping_country, subtotal, tax_amount, vat_due,
           shipping_cost, total_amount, payment_method, transaction_id, tax_point_at)
         values ($1, $1, $2, 'Z', 'z@example.com', '', '{}', '{}', '', 1, 0, 0, 0, 1, 'stripe', $1, now()) returning id`,
        [payment, customer],
      );
      for (const kind of ["placed", "dispatched"]) {
        await run("insert into order_event (order_id, kind, message) values ($1, $2, '')", [row?.id, kind]);
      }
      return row?.id;
    };
    const demo = await order("pi_demo_000001", buyer);
    await order("pi_real", guest);
    await upgrade();
    const made = await run("select table_name, record_id from demo_record order by table_name, record_id");
    const [placed] = await run<{ id: number }>(
      "select id from order_event where order_id = $1 and kind = 'placed'",
      [demo],
    );
    expect(made).toEqual([
      { table_name: "customer_order", record_id: `${demo}` },
      { table_name: "order_event", record_id: `${placed?.id}` },
      { table_name: "user_account", record_id: `${admin}` },
      { table_name: "user_account", record_id: `${buyer}` },
    ]);
    expect([owner, guest]).not.toContain(buyer);
  }));
