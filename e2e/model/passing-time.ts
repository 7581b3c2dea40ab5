import { sweepCheckouts } from "#server/orders/payment/sweep-checkouts.server.ts";
import { renewFigures } from "#server/reports/renew-figures.server.ts";
import { doTask } from "#server/sandbox/webhook-delivery.server.ts";
import { fileMonths } from "./filed-vat.ts";
import { type Mishap, NONE } from "./mishaps.ts";
import type { Model } from "./model.ts";
import { listTasks } from "./provider-records.ts";
import { SYSTEM, type World } from "./world.ts";

const MINUTE = 60_000;

/** The clock moves on, and with it the providers' own work and the sweeper. */
export async function passTime(
  world: World,
  model: Model,
  minutes: number,
  mishap: Mishap = NONE,
): Promise<void> {
  for (const portion of portionsOf(minutes)) await waitFor(world, model, portion, mishap);
}

/** This many minutes, with one run of the sweeper at their end. */
export async function waitFor(
  world: World,
  model: Model,
  minutes: number,
  mishap: Mishap = NONE,
): Promise<void> {
  await world.passTime(minutes * MINUTE);
  await doWhatIsDue(world);
  await sweep(world, mishap);
  await model.look(world);
  await fileMonths(world, model);
}

/** The sweeper runs each minute: one minute in, in the middle and at the end stand for all runs. */
function portionsOf(minutes: number): number[] {
  if (minutes <= 2) return [minutes];
  const half = Math.floor((minutes - 2) / 2);
  return [1, half, minutes - 1 - half];
}

export async function sweep(world: World, mishap: Mishap = NONE): Promise<void> {
  await world.act("the sweeper runs", { by: SYSTEM, mishap }, async (context) => {
    await sweepCheckouts(context);
    return undefined;
  });
}

export async function addUp(world: World): Promise<void> {
  await world.act("the sums are added up", { by: SYSTEM }, async (context) => {
    await renewFigures(context);
    return undefined;
  });
}

async function doWhatIsDue(_world: World): Promise<void> {
  for (const task of listTasks({ due: new Date() })) {
    if (!task.name.startsWith("deliver_")) await doTask(task);
  }
}
