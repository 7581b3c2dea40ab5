import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema without prices by quantity. */
const BEFORE = "Migration20261123212000";

it("products and accounts of before have no steps and no list, and the database takes only steps", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    await run(
      `insert into product (name, slug, description, price, category, image_url)
       values ('Old bag', 'old-bag', '', 2499, 'Old', '')`,
    );
    await run(
      `insert into user_account (name, email, username) values ('Old friend', 'old@example.com', 'old-friend')`,
    );
    await upgrade();
    expect(await run("select price, current_price, price_steps from product where slug = 'old-bag'")).toEqual([
      { price: 2499, current_price: 2499, price_steps: [] },
    ]);
    expect(await run("select trade_list_code from user_account where username = 'old-friend'")).toEqual([
      { trade_list_code: null },
    ]);
    const set = (steps: string) => run("update product set price_steps = $1 where slug = 'old-bag'", [steps]);
    for (const wrong of [`{}`, `[{}]`, `["10"]`, `[{"minQuantity": 0, "price": 100}]`, `[{"minQuantity": 10}]`]) {
      await expect(set(wrong)).rejects.toThrow("product_price_steps_shape");
    }
    await set(`[{"minQuantity": 10, "price": 2150, "tradeList": null}]`);
  }));
