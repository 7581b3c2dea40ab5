import { getOrm } from "#db/orm.server.ts";

/** How many statements of the test's database wait for a lock that somebody else has. */
export async function countWaiting(): Promise<number> {
  const [found] = await getOrm()
    .em.fork()
    .execute<{ waiting: number }[]>(
      "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
  return found?.waiting ?? 0;
}
