import { AuditEntry } from "#db/entities/index.ts";
import type { AuditArea } from "#server/audit/change-labels.ts";
import type { Context } from "#server/core/context.ts";

/** What the audit says of one subject, oldest first. */
export function auditEntriesOf(
  context: Context,
  area: AuditArea,
  subjectId: number | string,
): Promise<AuditEntry[]> {
  const where = { area, subjectId: String(subjectId) };
  return context.em.fork().find(AuditEntry, where, { orderBy: { id: "asc" } });
}
