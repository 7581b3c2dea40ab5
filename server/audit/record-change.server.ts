import type { EntityManager } from "@mikro-orm/postgresql";
import { AuditEntry } from "#db/entities/index.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { actorMay } from "#server/core/roles.ts";
import { codeOf } from "#server/pricing/money.ts";
import {
  type AuditArea,
  type AuditValues,
  type ChangeSummary,
  changeText,
  revertibleFields,
} from "./change-labels.ts";

/** Who changes something, when, in which request. */
export type Author = Pick<Context, "actor" | "clock" | "requestId"> & Partial<Pick<Context, "settings">>;

interface Change {
  area: AuditArea;
  /** What was done, in a word or two: "saved", "suspended". */
  action: string;
  subjectId: string | number;
  /** What a person calls it. */
  subjectName: string;
  /** Nothing where something new was made or done. */
  before?: AuditValues;
  after: AuditValues;
  /** Of its amounts, small letters; the shop's unless it says otherwise. */
  currency?: string;
  /** The entry that this change takes back. */
  revertOf?: number | undefined;
}

/**
 * Writes down who changed what, in the caller's transaction: both or neither. Fields that are equal before and after
 * are left out, and a change of nothing is not written at all. Give no secrets: what is written stays.
 * Returns what its author may be told.
 */
export async function recordChange(
  em: EntityManager,
  context: Author,
  change: Change,
): Promise<ChangeSummary | null> {
  const entry = entryOf(context, change);
  if (!entry) return null;
  const written = em.create(AuditEntry, entry);
  await em.flush();
  const canBeUndone =
    actorMay(context.actor, "audit.revert") && revertibleFields({ ...entry, revertedBy: null }).length > 0;
  return { undo: canBeUndone ? written.id : null, text: changeText(entry) };
}

const ENTRIES_AT_ONCE = 500;

/** As `recordChange`, for an import: thousands of changes in a few statements. */
export async function recordChanges(
  em: EntityManager,
  context: Context,
  changes: readonly Change[],
): Promise<void> {
  const entries = changes.flatMap((change) => entryOf(context, change) ?? []);
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    await em.insertMany(AuditEntry, entries.slice(start, start + ENTRIES_AT_ONCE));
  }
}

function entryOf(context: Author, change: Change) {
  const { before, after } = changedValues(change.before ?? {}, change.after);
  if (Object.keys(before).length === 0 && Object.keys(after).length === 0) return undefined;
  const { actor } = context;
  return {
    at: context.clock.now(),
    actor: actor.kind === "user" ? actor.id : null,
    actorName: actorName(actor).slice(0, 200),
    area: change.area,
    action: change.action,
    subjectId: String(change.subjectId),
    subjectName: change.subjectName.slice(0, 300),
    before,
    after,
    revertOf: change.revertOf ?? null,
    currency: change.currency ?? codeOf(context.settings?.currency ?? "GBP"),
    requestId: context.requestId.slice(0, 100),
  };
}

/** Of two states of one thing the fields that differ, with what they were and what they are. */
function changedValues(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return { before: pick(before, changed), after: pick(after, changed) };
}

function pick(values: AuditValues, names: string[]): AuditValues {
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
