import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { IN_BRITISH_ORDER } from "#db/entities/columns.ts";
import { AuditEntry } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { pageOf } from "#server/core/list-query.ts";
import { actorMay, isStaff, roles } from "#server/core/roles.ts";
import { allOf, type Condition, condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { codeOf } from "#server/pricing/money.ts";
import type { AuditSearch } from "./audit-search.ts";
import {
  type AuditArea,
  type AuditValues,
  auditAreas,
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

const CHANGES_PER_PAGE = 50;
/** More than a shop of this kind ever has. */
const STAFF_LIMIT = 200;
const staffRoles = roles.filter(isStaff);

/** Who changed what and when, the newest first; for administrators, who alone hold the settings. */
export const findChanges = read("audit.view", async (context: Context, search: AuditSearch) => {
  const em = context.em.fork();
  const rows = await selectChanges(em)
    .where(allOf(conditionsOf(search)))
    .orderBy("entry.id", "desc")
    .limit(CHANGES_PER_PAGE + 1)
    .execute();
  const { page: changes, next } = pageOf(rows.map(viewOf), CHANGES_PER_PAGE);
  const staff = await typedSql(em)
    .selectFrom("user_account")
    .where("role", "in", staffRoles)
    .orderBy("name", (order) => order.collate(IN_BRITISH_ORDER))
    .orderBy("id")
    .limit(STAFF_LIMIT)
    .select(["id", "name"])
    .execute();
  return { changes, next, staff };
});

export type ChangesPage = Awaited<ReturnType<typeof findChanges>>;

/** @throws ShopError `not_found` */
export const findChange = read("audit.view", async (context: Context, id: number) => {
  const row = await selectChanges(context.em.fork()).where("entry.id", "=", id).executeTakeFirst();
  if (!row) throw new ShopError("not_found", "This change is not in the audit.");
  return viewOf(row);
});

function selectChanges(em: EntityManager) {
  return typedSql(em)
    .selectFrom("audit_entry as entry")
    .select((entry) => [
      "entry.id",
      isoTime(entry.ref("entry.at")).as("at"),
      "entry.actor_name as actorName",
      "entry.area",
      "entry.action",
      "entry.subject_id as subjectId",
      "entry.subject_name as subjectName",
      "entry.before",
      "entry.after",
      "entry.revert_of as revertOf",
      "entry.currency",
      entry
        .selectFrom("audit_entry as later")
        .whereRef("later.revert_of", "=", "entry.id")
        .select(({ fn }) => fn.min("later.id").as("first"))
        .as("revertedBy"),
    ]);
}

/** One change, as the list shows it; the amounts in it are of its currency. */
export type ChangeView = ReturnType<typeof viewOf>;

function viewOf({ area, ...row }: ChangeRow) {
  const known: AuditArea = z.enum(auditAreas).parse(area);
  return { ...row, area: known };
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>["execute"]>>[number];

/** Days become ids by the index on time, so that every question is read onwards from one place of one index. */
function conditionsOf({ after, area, subject, who, from, to }: AuditSearch): (Condition | undefined)[] {
  return [
    after === undefined ? undefined : condition`entry.id < ${after}`,
    area === undefined ? undefined : condition`entry.area = ${area}`,
    area === undefined || subject === undefined ? undefined : condition`entry.subject_id = ${subject}`,
    who === undefined ? undefined : condition`entry.actor_id = ${who}`,
    from === undefined
      ? undefined
      : condition`entry.id >= coalesce((select id from audit_entry
          where at >= (${from}::date)::timestamp at time zone 'Europe/London' order by at limit 1), 2147483647)`,
    to === undefined
      ? undefined
      : condition`entry.id <= coalesce((select id from audit_entry
          where at < (${to}::date + 1)::timestamp at time zone 'Europe/London' order by at desc limit 1), 0)`,
  ];
}
