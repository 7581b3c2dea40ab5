import fc from "fast-check";
import { monthAway, monthOf } from "#server/core/shop-time.ts";
import { renewFigures } from "#server/orders/figures.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import { findVatReport } from "#server/reports/find-vat-report.server.ts";
import { doTask } from "#server/sandbox/webhook-delivery.server.ts";
import { type Fault, fault, NONE } from "./action.ts";
import type { Model } from "./model.ts";
import { isEvent, listTasks } from "./providers.ts";
import { type DrawnSteps, pick, step } from "./step.ts";
import { SYSTEM, type World } from "./world.ts";

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** A return is due a month and a week after its period: corrections until then still belong to it. */
const GRACE_MS = 7 * DAY * MINUTE;

/** The clock and the process. */
export const timeSteps: DrawnSteps[] = [
  step({
    name: "time passes",
    weight: 6,
    given: fc.record({
      minutes: fc.constantFrom(1, 1, 2, 2, 2, 10, 10, 32, 90, 5 * HOUR, DAY, 4 * DAY, 33 * DAY),
      fault,
    }),
    act: async (world, model, { minutes, fault }) => {
      world.log.push(`${minutes} minutes pass`);
      for (const portion of portionsOf(minutes)) await waitFor(world, model, portion, fault);
    },
  }),
  step({
    name: "the sweeper runs",
    weight: 1,
    given: fc.record({ fault }),
    act: (world, _model, input) => sweep(world, input.fault),
  }),
  step({
    name: "the sums are added up",
    weight: 1,
    given: fc.record({}),
    act: (world) => addUp(world),
  }),
  step({
    name: "a held call goes on",
    weight: 8,
    given: fc.record({ which: fc.nat(3) }),
    act: async (world, _model, { which }) => {
      const action = pick(world.held, which);
      if (action) await world.letGo(action);
    },
  }),
  step({
    name: "the process is started anew",
    weight: 1,
    given: fc.record({}),
    act: async (world) => {
      world.log.push("the process dies and starts again");
      await world.restart();
    },
  }),
];

/** The sweeper runs each minute: one minute in, in the middle and at the end stand for all runs. */
function portionsOf(minutes: number): number[] {
  if (minutes <= 2) return [minutes];
  const half = Math.floor((minutes - 2) / 2);
  return [1, half, minutes - 1 - half];
}

/** The clock moves on, the providers do what is due, and the sweeper runs once at the end. */
export async function waitFor(
  world: World,
  model: Model,
  minutes: number,
  fault: Fault = NONE,
): Promise<void> {
  await world.passTime(minutes * MINUTE);
  for (const task of listTasks({ due: new Date() })) if (!isEvent(task)) await doTask(task);
  await sweep(world, fault);
  await model.look(world);
  await fileMonths(world, model);
}

export function sweep(world: World, fault: Fault = NONE): Promise<void> {
  return world.act("the sweeper runs", { by: SYSTEM, fault }, sweepCheckouts);
}

export function addUp(world: World): Promise<void> {
  return world.act("the sums are added up", { by: SYSTEM }, renewFigures);
}

/** Stores the VAT of finished months, once each. */
async function fileMonths(world: World, model: Model): Promise<void> {
  const last = monthAway(monthOf(new Date(Date.now() - GRACE_MS)), -1);
  if (model.filed.has(last)) return;
  for (const [month, figures] of await readMonths(world, monthAway(last, -3), last)) {
    if (!model.filed.has(month)) model.filed.set(month, figures);
  }
}

/** Months whose figures differ from the filed ones. */
export async function changedMonths(world: World, model: Model): Promise<string[]> {
  const months = [...model.filed.keys()].sort();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const now = new Map(await readMonths(world, first, last));
  return [...model.filed].flatMap(([month, filed]) =>
    now.get(month) === filed ? [] : `${month} was filed as ${filed} and is ${now.get(month)}`,
  );
}

async function readMonths(world: World, from: string, to: string): Promise<[string, string][]> {
  const context = world.contextFor(world.staff);
  await renewFigures(context);
  const report = await findVatReport(context, { by: "month", from, to });
  return report.periods.map((period) => [period.from, JSON.stringify(period.rates)]);
}
