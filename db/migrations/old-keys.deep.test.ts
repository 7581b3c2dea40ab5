import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which keys held areas and actions. */
const BEFORE = "Migration20261122234506";

it("API keys of before may do what they could, under its new names", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const grants: Record<string, string[]> = {
      exports: ["orders.view:any"],
      sells: ["orders.view:any", "orders.create:any", "customers.view:any"],
      sees_stock: ["products.view:any", "products.edit:any"],
      nothing: ["reports.delete:any"],
    };
    for (const [name, permissions] of Object.entries(grants)) {
      await run(`insert into api_key (name, token_hash, beginning, permissions, expires_at, last_used_at)
        values ('${name}', '${name}', 'oxb_', '${JSON.stringify(permissions)}', '2030-01-01', '2026-11-01')`);
    }
    await upgrade();
    const keys = await run<{ name: string; permissions: string[] }>(
      "select name, permissions from api_key order by id",
    );
    expect(Object.fromEntries(keys.map(({ name, permissions }) => [name, [...permissions].sort()]))).toEqual({
      exports: ["failedOrders.view", "orders.export", "orders.view", "orders.viewMoney"],
      sells: [
        "customers.view",
        "enquiries.view",
        "failedOrders.view",
        "orders.create",
        "orders.export",
        "orders.place",
        "orders.view",
        "orders.viewMoney",
        "subscribers.export",
        "subscribers.view",
      ],
      sees_stock: ["products.edit", "products.export", "products.view"],
      nothing: [],
    });
    const untouched = "select count(*)::int as keys from api_key where last_used_at = '2026-11-01' and token_hash = name";
    expect(await run(untouched)).toEqual([{ keys: 4 }]);
  }));
