import { z } from "zod";
import { requirePermission } from "#server/access/require.server.ts";
import { isStaff, roles } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { type AuditArea, auditAreas } from "./audit-areas.ts";
import type { AuditSearch, ChangesPage, ChangeView } from "./audit-search.ts";

const CHANGES_PER_PAGE = 50;
/** More than a shop of this kind ever has. */
const STAFF_LIMIT = 200;
const staffRoles = roles.filter(isStaff);

/** Who changed what and when, the newest first; for administrators, who alone hold the settings. */
export async function findChanges(context: Context, search: AuditSearch): Promise<ChangesPage> {
  requirePermission(context, "audit.view");
  const { where, parameters } = conditionsOf(search);
  const em = context.em.fork();
  const rows = await em.execute(`${SELECT} where ${where} order by entry.id desc limit ?`, [
    ...parameters,
    CHANGES_PER_PAGE + 1,
  ]);
  const found = changesSchema.parse(rows).map(viewOf);
  const changes = found.slice(0, CHANGES_PER_PAGE);
  const staff = await em.execute(
    "select id, name from user_account where role in (?) order by name, id limit ?",
    [staffRoles, STAFF_LIMIT],
  );
  return {
    changes,
    next: found.length > CHANGES_PER_PAGE ? (changes.at(-1)?.id ?? null) : null,
    staff: z.array(z.object({ id: z.number(), name: z.string() })).parse(staff),
  };
}

/** @throws ShopError `not_found` */
export async function findChange(context: Context, id: number): Promise<ChangeView> {
  requirePermission(context, "audit.view");
  const rows = await context.em.fork().execute(`${SELECT} where entry.id = ?`, [id]);
  const [change] = changesSchema.parse(rows).map(viewOf);
  if (!change) throw new ShopError("not_found", "This change is not in the audit.");
  return change;
}

const SELECT = `select entry.id, entry.at, entry.actor_name as "actorName", entry.area, entry.action,
    entry.subject_id as "subjectId", entry.subject_name as "subjectName", entry.before, entry.after,
    entry.revert_of as "revertOf",
    (select min(later.id) from audit_entry later where later.revert_of = entry.id) as "revertedBy"
  from audit_entry entry`;

const values = z.record(z.string(), z.unknown());
const changesSchema = z.array(
  z.object({
    id: z.number(),
    at: z.coerce.date(),
    actorName: z.string(),
    area: z.string(),
    action: z.string(),
    subjectId: z.string(),
    subjectName: z.string(),
    before: values,
    after: values,
    revertOf: z.number().nullable(),
    revertedBy: z.number().nullable(),
  }),
);

function viewOf({ at, area, ...row }: z.infer<typeof changesSchema>[number]): ChangeView {
  return { ...row, at: at.toISOString(), area: z.enum(auditAreas).parse(area) satisfies AuditArea };
}

/** Days become ids by the index on time, so that every question is read onwards from one place of one index. */
function conditionsOf(search: AuditSearch): { where: string; parameters: (string | number)[] } {
  const conditions = ["true"];
  const parameters: (string | number)[] = [];
  const ask = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    parameters.push(...given);
  };
  if (search.after !== undefined) ask("entry.id < ?", search.after);
  if (search.area !== undefined) ask("entry.area = ?", search.area);
  if (search.area !== undefined && search.subject !== undefined) ask("entry.subject_id = ?", search.subject);
  if (search.who !== undefined) ask("entry.actor_id = ?", search.who);
  const startOf = "(?::date)::timestamp at time zone 'Europe/London'";
  if (search.from !== undefined) {
    ask(
      `entry.id >= coalesce((select id from audit_entry where at >= ${startOf} order by at limit 1), 2147483647)`,
      search.from,
    );
  }
  if (search.to !== undefined) {
    const endOf = "(?::date + 1)::timestamp at time zone 'Europe/London'";
    ask(
      `entry.id <= coalesce((select id from audit_entry where at < ${endOf} order by at desc limit 1), 0)`,
      search.to,
    );
  }
  return { where: conditions.join(" and "), parameters };
}
