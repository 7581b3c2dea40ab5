/** What staff can change, as the audit names it. */
export const auditAreas = [
  "settings",
  "products",
  "orders",
  "users",
  "content",
  "enquiries",
  "emails",
  "api-keys",
] as const;

export type AuditArea = (typeof auditAreas)[number];

/** What a change leaves out: a field that is not named did not change. JSON values only; amounts in pence. */
export type AuditValues = Record<string, unknown>;
