import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { IN_BRITISH_ORDER } from "#db/entities/columns.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { pageOf } from "#server/core/list-query.ts";
import { isStaff, roles } from "#server/core/roles.ts";
import { allOf, type Condition, condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import type { AuditSearch } from "./audit-search.ts";
import { type AuditArea, auditAreas } from "./change-labels.ts";

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
