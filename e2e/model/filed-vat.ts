import { monthAway, monthOf } from "#server/core/month.ts";
import { findVatReport } from "#server/reports/find-vat-report.server.ts";
import { renewFigures } from "#server/reports/renew-figures.server.ts";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

/** A return is due a month and a week after its period: corrections until then still belong to it. */
const GRACE_MS = 7 * 24 * 60 * 60_000;

/** Stores the VAT of finished months, once each. */
export async function fileMonths(world: World, model: Model): Promise<void> {
  const last = monthAway(monthOf(new Date(Date.now() - GRACE_MS)), -1);
  if (model.filed.has(last)) return;
  for (const [month, figures] of await readMonths(world, monthAway(last, -3), last)) {
    if (!model.filed.has(month)) model.filed.set(month, figures);
  }
}

/** Months whose figures differ from the filed ones. */
export async function changedMonths(world: World, model: Model): Promise<string[]> {
  const months = [...model.filed.keys()].sort();
  const [first] = months;
  const last = months.at(-1);
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
