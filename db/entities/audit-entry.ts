import { defineEntity, p } from "@mikro-orm/core";
import type { AuditArea, AuditValues } from "#server/audit/audit-areas.ts";
import { User } from "./user.ts";

/** One change by staff: who, when, before and after. Rows are only ever added. */
export const AuditEntrySchema = defineEntity({
  name: "AuditEntry",
  tableName: "audit_entry",
  indexes: [
    { name: "audit_entry_area_index", properties: ["area", "id"] },
    { name: "audit_entry_subject_index", properties: ["area", "subjectId", "id"] },
    { name: "audit_entry_actor_index", properties: ["actor", "id"] },
    { name: "audit_entry_area_actor_index", properties: ["area", "actor", "id"] },
    { name: "audit_entry_at_index", properties: ["at"] },
    { name: "audit_entry_revert_index", properties: ["revertOf"] },
    {
      name: "audit_entry_doubtful_rate_index",
      expression:
        "create index audit_entry_doubtful_rate_index on audit_entry (id) where area = 'products' and action = 'edited' and after -> 'taxRate' is not null",
    },
  ],
  properties: {
    id: p.integer().primary(),
    at: p.datetime().defaultRaw("now()"),
    /** None for the shop itself, or once the account is gone. */
    actor: () => p.manyToOne(User).nullable().deleteRule("set null"),
    /** As it was then. */
    actorName: p.string().length(200),
    area: p.string().length(30).$type<AuditArea>(),
    /** Such as "saved", "price changed", "suspended". */
    action: p.string().length(60),
    /** What was changed: an id, or the tab of a settings page. */
    subjectId: p.string().length(100),
    subjectName: p.string().length(300),
    /** The changed fields only. */
    before: p.json<AuditValues>(),
    after: p.json<AuditValues>(),
    /** The entry that this change took back. */
    revertOf: p.integer().nullable(),
    requestId: p.string().length(100),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
