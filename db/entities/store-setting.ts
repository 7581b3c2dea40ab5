import { defineEntity, p } from "@mikro-orm/core";
import type { AuditArea, AuditValues } from "#server/audit/change-labels.ts";
import type { MailTest, OpeningMark, PaymentsCheck, ReadMark } from "#server/doctor/opening-steps.ts";
import type { SavedStatements } from "#server/settings/claims.ts";
import type { TabSaves } from "#server/settings/settings-tabs.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import { updatedAt } from "./columns.ts";
import { User } from "./user.ts";

/** The one row of store settings (id 1). */
export const StoreSettingSchema = defineEntity({
  name: "StoreSetting",
  tableName: "store_setting",
  checks: [{ name: "store_setting_single_row", expression: "id = 1" }],
  properties: {
    id: p.integer().primary().autoincrement(false),
    values: p.json<Partial<StoreSettingsValues>>(),
    tabSaves: p.json<TabSaves>(),
    /** What the owner says about the biochar, where it differs from what the shop came with. */
    statements: p.json<SavedStatements>().defaultRaw("'{}'"),
    version: p.integer().version(),
    updatedAt: updatedAt(),
  },
});

export class StoreSetting extends StoreSettingSchema.class {}
StoreSettingSchema.setClass(StoreSetting);

/** The one row (id 1) of what was done to open the shop beside its settings. */
export const ShopOpeningSchema = defineEntity({
  name: "ShopOpening",
  tableName: "shop_opening",
  checks: [{ name: "shop_opening_single_row", expression: "id = 1" }],
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Who read which of the legal pages, by its address. */
    textsRead: p.json<Record<string, ReadMark>>().defaultRaw("'{}'"),
    /** The last test mail. */
    mailTest: p.json<MailTest>().nullable(),
    /** What the payment providers said when they were last asked about the keys. */
    paymentsCheck: p.json<PaymentsCheck>().nullable(),
    /** Who opened the shop for trade. */
    opened: p.json<OpeningMark>().nullable(),
  },
});

export class ShopOpening extends ShopOpeningSchema.class {}
ShopOpeningSchema.setClass(ShopOpening);

/** Secrets that the shop makes for itself on first start, such as the cookie signing key. */
export const ShopSecretSchema = defineEntity({
  name: "ShopSecret",
  tableName: "shop_secret",
  properties: {
    name: p.string().length(50).primary(),
    value: p.string().length(200).hidden(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class ShopSecret extends ShopSecretSchema.class {}
ShopSecretSchema.setClass(ShopSecret);

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
    /** Of the amounts in it. */
    currency: p.string().length(3).default("gbp"),
    requestId: p.string().length(100),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

/**
 * A request with an Idempotency-Key: in progress while `status` is null, afterwards with the response that its
 * repetitions get. Neither the key nor the body is stored as it came.
 */
export const IdempotentRequestSchema = defineEntity({
  name: "IdempotentRequest",
  tableName: "idempotent_request",
  properties: {
    id: p.integer().primary(),
    /** HMAC of the caller and the key. */
    keyHash: p.string().length(64).unique("idempotent_request_key_unique"),
    /** HMAC of the request: another request under the same key is refused. */
    fingerprint: p.string().length(64),
    /** Identifies the process that works on it; one that takes over after a crash draws a new one. */
    claim: p.uuid(),
    claimedAt: p.datetime(),
    status: p.smallint().nullable(),
    /** As it was sent, byte for byte. */
    body: p.text().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("idempotent_request_created_index"),
  },
});

export class IdempotentRequest extends IdempotentRequestSchema.class {}
IdempotentRequestSchema.setClass(IdempotentRequest);

/**
 * A row that the demo data made, so that an owner who opens the shop can remove exactly those (`markDemoRecords`). Sums
 * and counters are not listed: the database keeps the former, and the latter are set again.
 */
export const DemoRecordSchema = defineEntity({
  name: "DemoRecord",
  tableName: "demo_record",
  properties: {
    /** The table's name in the database. */
    tableName: p.string().length(63).primary(),
    /** The row's `id` as text. */
    recordId: p.string().length(100).primary(),
  },
});

export class DemoRecord extends DemoRecordSchema.class {}
DemoRecordSchema.setClass(DemoRecord);
