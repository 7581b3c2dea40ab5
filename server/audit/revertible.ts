import type { AuditValues } from "./audit-areas.ts";
import type { ChangeView } from "./audit-search.ts";

/** Prices and stock (issue text of the audit); a product's words and pictures are edited, not taken back. */
const productFields = ["price", "salePrice", "onSale", "stockQuantity"];

/** The fields of a change that one click can take back; none of one that was taken back already. */
export function revertibleFields(
  change: Pick<ChangeView, "area" | "before" | "after" | "revertedBy">,
): string[] {
  if (change.revertedBy !== null) return [];
  const changed = Object.keys(change.before).filter((name) => name in change.after);
  if (change.area === "settings") return changed;
  if (change.area === "products") return changed.filter((name) => productFields.includes(name));
  return [];
}

/** The fields in which what is there now is no longer what the change made of it. */
export function changedSince(fields: readonly string[], after: AuditValues, now: AuditValues): string[] {
  return fields.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name]));
}
