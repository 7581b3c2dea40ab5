import type { Model } from "./model.ts";
import { decideCapture, decideDispute, deliverAll, listEvents } from "./provider-steps.ts";
import { listOpenDisputes, listPendingCaptures } from "./providers.ts";
import { sweep, waitFor } from "./time.ts";
import type { World } from "./world.ts";

/** Settles whatever is still open. */
export interface Ending {
  newestEventFirst: boolean;
  capturesComplete: boolean;
  disputesWon: boolean;
}

const HOUR = 60;
/** Long enough for every hold, page and pause to expire. */
const WAITS = [2, 40, 2 * HOUR, 26 * HOUR, 4 * 24 * HOUR, 2];
/** How many rounds without any change count as settled. */
const FURTHER_SWEEPS = 10;

/** Lets everything that was begun finish, and checks that it does. */
export async function comeToRest(world: World, model: Model, ending: Ending): Promise<void> {
  world.log.push("— everything comes to rest —");
  for (let action = world.held[0]; action; action = world.held[0]) {
    await world.letGo(action);
    await model.look(world);
  }
  for (const minutes of WAITS) {
    for (const capture of listPendingCaptures()) {
      await decideCapture(world, capture, ending.capturesComplete);
    }
    for (const dispute of listOpenDisputes()) {
      await decideDispute(world, dispute, ending.disputesWon);
    }
    await deliverAll(world, model, ending);
    await waitFor(world, model, minutes);
  }
  await deliverAll(world, model, ending);
  for (const event of listEvents(model)) {
    world.violated("every event is taken in the end", `${event.subject} (${event.type})`);
  }
  await stayAtRest(world);
}

/** Ten more runs of the sweeper change nothing, and make no calls about finished payments. */
async function stayAtRest(world: World): Promise<void> {
  const before = await fingerprints(world);
  const { calls } = world;
  for (let run = 0; run < FURTHER_SWEEPS; run += 1) {
    await world.passTime((run === 5 ? HOUR + 1 : 1) * 61_000);
    await sweep(world);
  }
  for (const [table, after] of await fingerprints(world)) {
    if (after !== before.get(table))
      world.violated("everything comes to rest", `the sweeper changes ${table}`);
  }
  const callsAfter = world.calls - calls;
  if (callsAfter > 0)
    world.violated("everything comes to rest", `the sweeper asks the providers ${callsAfter} times more`);
}

const TABLES = [
  ...["payment", "checkout", "refund", "dispute", "failed_order"],
  ...["customer_order", "stock_hold", "product"],
];

/** The shop's rows as texts that stay equal while nothing changes, without times of visits, by table. */
async function fingerprints(world: World): Promise<Map<string, string>> {
  const parts = TABLES.map(
    (table) =>
      `select '${table}' as name, md5(string_agg((to_jsonb(row) - 'updated_at')::text, ',' order by row.id)) as sum from ${table} row`,
  );
  const rows = await world.database.rows<{ name: string; sum: string }>(parts.join(" union all "));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}
