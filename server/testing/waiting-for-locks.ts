import { z } from "zod";
import { getOrm } from "#db/orm.server.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";

/** How many statements of the test's database wait for a lock that somebody else has. */
export async function countWaiting(): Promise<number> {
  const { waiting } = await rawRow(
    getOrm().em.fork(),
    z.object({ waiting: z.number() }),
    "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return waiting;
}
