import { fingerprint } from "./audit-database.ts";
import type { Model } from "./model.ts";
import { sweep, waitFor } from "./passing-time.ts";
import { deliver, listEvents } from "./provider-events.ts";
import { listOpenDisputes, listPendingCaptures } from "./provider-records.ts";
import { decideCapture, decideDispute } from "./provider-steps.ts";
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
/** An event is sent for days, until it is accepted. */
const MOST_TRIES = 6;
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
  for (const event of await listEvents(world, model)) {
    world.violated("every event is taken in the end", `${event.subject} (${event.type})`);
  }
  await stayAtRest(world);
}

async function deliverAll(world: World, model: Model, { newestEventFirst }: Ending): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const events = await listEvents(world, model);
    if (events.length === 0) return;
    for (const event of newestEventFirst ? events.reverse() : events) {
      await deliver(world, model, event);
      await model.look(world);
    }
  }
}

/** Ten more runs of the sweeper change nothing, and make no calls about finished payments. */
async function stayAtRest(world: World): Promise<void> {
  const before = await fingerprint(world);
  const { calls } = world;
  for (let run = 0; run < FURTHER_SWEEPS; run += 1) {
    await world.passTime((run === 5 ? HOUR + 1 : 1) * 61_000);
    await sweep(world);
  }
  const after = await fingerprint(world);
  if (after !== before)
    world.violated("everything comes to rest", `the sweeper changes ${changed(before, after)}`);
  const callsAfter = world.calls - calls;
  if (callsAfter > 0)
    world.violated("everything comes to rest", `the sweeper asks the providers ${callsAfter} times more`);
}

function changed(before: string, after: string): string {
  const were = new Set(before.split(", "));
  const now = after.split(", ").filter((part) => !were.has(part));
  return now.map((part) => part.split(" ")[0]).join(", ");
}
