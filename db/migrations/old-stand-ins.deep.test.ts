import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which the stand-ins of payment providers kept their state among the shop's tables. */
const BEFORE = "Migration20261123021600";

it("what the stand-ins kept among the shop's tables is theirs, row by row", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    await run(`insert into sandbox_object (id, provider, kind, body, created_at, updated_at) values
      ('pi_1', 'stripe', 'payment_intent', '{"id": "pi_1", "amount": 900}', '2026-11-01', '2026-11-02'),
      ('5O190127TN364715T', 'paypal', 'order', '{"status": "APPROVED"}', '2026-11-03', '2026-11-03'),
      ('task_deliver_event_evt_1', 'stripe', 'task', '{"name": "deliver_event", "due": 1}', '2026-11-04', '2026-11-04')`);
    const rows = "select id, provider, kind, body, created_at, updated_at from";
    const before = await run(`${rows} sandbox_object order by id`);
    await upgrade();
    expect(await run(`${rows} sandbox.object order by id`)).toEqual(before);
    expect(await run("select to_regclass('public.sandbox_object') as there")).toEqual([{ there: null }]);
  }));
