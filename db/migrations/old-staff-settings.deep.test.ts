import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which staff needed no second factor unless somebody asked for it. */
const BEFORE = "Migration20261122184329";

it("settings saved without a second factor now require one, and every other setting stays", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    await run(`insert into store_setting (id, "values", tab_saves, version)
      values (1, '{"storeName": "Ludlow Char", "staffTwoFactor": false, "taxRate": 0.2}', '{}', 7)
      on conflict (id) do update set "values" = excluded."values", version = 7`);
    await run(`insert into user_account (name, email, username, role)
      values ('Old Hand', 'old@example.com', 'old-hand', 'administrator')`);
    await upgrade();
    const [settings] = await run<{ values: unknown; version: number }>(
      `select "values", version from store_setting`,
    );
    expect(settings).toEqual({
      values: { storeName: "Ludlow Char", staffTwoFactor: true, taxRate: 0.2 },
      version: 7,
    });
    expect(await run("select has_weak_password from user_account where username = 'old-hand'")).toEqual([
      { has_weak_password: false },
    ]);
  }));
