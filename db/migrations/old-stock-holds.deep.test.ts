import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema under which stock could be counted as held that nobody holds. */
const BEFORE = "Migration20261122160107";

it("what is counted as held without a hold can be sold again, and what is held stays so", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const product = async (slug: string, heldQuantity: number) => {
      const [row] = await run<{ id: number }>(
        `insert into product (name, slug, description, price, category, image_url, stock_quantity, held_quantity)
         values ($1, $1, '', 1000, 'Garden', '', 9, $2) returning id`,
        [slug, heldQuantity],
      );
      return row?.id;
    };
    const [leaked, half] = [await product("leaked", 4), await product("half", 5)];
    const checkout = randomUUID();
    await run("insert into checkout (id, status, total_amount) values ($1, 'paying', 2000)", [checkout]);
    await run(
      `insert into stock_hold (checkout_id, product_id, quantity, expires_at) values ($1, $2, 2, now() + interval '1 hour')`,
      [checkout, half],
    );
    await upgrade();
    expect(
      await run("select id, stock_quantity, held_quantity from product where id = any($1) order by id", [
        [leaked, half],
      ]),
    ).toEqual([
      { id: leaked, stock_quantity: 9, held_quantity: 0 },
      { id: half, stock_quantity: 9, held_quantity: 2 },
    ]);
  }));
