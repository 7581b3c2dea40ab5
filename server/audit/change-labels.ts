import { z } from "zod";
import type { ChangeView } from "#server/audit/changes.server.ts";
import { formatMoney, isCurrencyCode } from "#server/pricing/money.ts";
import { packFactNames } from "#server/pricing/pack-facts.ts";
import { priceStepSchema } from "#server/pricing/price-step.schema.ts";
import { textOfSteps } from "#server/pricing/price-steps.ts";

/** What staff can change, as the audit names it. */
export const auditAreas = [
  "settings",
  "products",
  "trade-lists",
  "batches",
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

export const areaLabels: Record<AuditArea, string> = {
  settings: "Settings",
  products: "Products",
  "trade-lists": "Trade lists",
  batches: "Batches",
  orders: "Orders",
  users: "Users",
  content: "Content",
  enquiries: "Enquiries",
  emails: "Emails",
  "api-keys": "API keys",
};

/** Fields that hold pence, by area; in the settings amounts are pounds. */
const penceFields: Partial<Record<AuditArea, readonly string[]>> = {
  products: ["price", "salePrice"],
  orders: ["refunded", "totalAmount", "unmatched"],
  users: ["openingLifetimeValue"],
};

const LONGEST = 200;
/** Of a value in a message. */
const LONGEST_TOLD = 60;

const stepsSchema = z.array(priceStepSchema);

/** "storeName" → "Store name". */
export function fieldLabel(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A value as a person reads it. */
export function valueText(area: AuditArea, name: string, value: unknown, currency: string): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") {
    if (penceFields[area]?.includes(name))
      return isCurrencyCode(currency) ? formatMoney(value, currency) : `${value} ${currency.toUpperCase()}`;
    if (area === "products" && name === "taxRate") return `${value / 100}%`;
    return String(value);
  }
  const text =
    typeof value === "string" ? value : (stepsText(name, value) ?? unitsText(value) ?? JSON.stringify(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What staff are told of a change that they just made, and what takes it back. */
export interface ChangeSummary {
  /** Its entry in the audit, where one click can take it back. */
  undo: number | null;
  /** "Price £24.99 → £25.49" */
  text: string;
}

const MOST_FIELDS = 3;

/** A change in a line: its first fields, before and after. */
export function changeText({
  area,
  before,
  after,
  currency,
}: Pick<ChangeView, "area" | "before" | "after" | "currency">): string {
  const names = Object.keys(after);
  const named = names.slice(0, MOST_FIELDS).map((name) => {
    const values = [before[name], after[name]].map((value) => valueText(area, name, value, currency));
    return `${fieldLabel(name)} ${values.map((text) => text.slice(0, LONGEST_TOLD)).join(" → ")}`;
  });
  const more = names.length - MOST_FIELDS;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** What is told once something is done, with what was changed. */
export function changeMessage(title: string, change: ChangeSummary | null | undefined) {
  if (!change) return { title };
  return { title, description: change.text, ...(change.undo === null ? {} : { undo: change.undo }) };
}

/** Prices, stock, the facts of the pack, pictures and documents; a product's words are edited, not taken back. */
const productFields: readonly string[] = [
  "imageUrl",
  "pictures",
  "documents",
  "price",
  "salePrice",
  "onSale",
  "stockQuantity",
  "priceSteps",
  ...packFactNames,
];

/** Whose carbon a batch is, and its certificate; what was weighed, measured or recalled is not taken back. */
const batchFields: readonly string[] = [
  "creditStatus",
  "creditsIssuedTo",
  "transportGramsPerKilogram",
  "certificationClass",
  "certificateNumber",
];

/** Prices by quantity as product files write them. */
function stepsText(name: string, value: unknown): string | undefined {
  if (name !== "priceSteps") return undefined;
  const { data } = stepsSchema.safeParse(value);
  return data && (textOfSteps(data) || "nothing");
}

const unitsSchema = z.array(z.object({ productName: z.string(), quantity: z.int() }));

/** Units of products: "2 × Premium Biochar, 1 × Compost". */
function unitsText(value: unknown): string | undefined {
  const { data } = unitsSchema.safeParse(value);
  return (
    data && (data.map(({ productName, quantity }) => `${quantity} × ${productName}`).join(", ") || "nothing")
  );
}

/** The fields of a change that one click can take back; none of one that was taken back already. */
export function revertibleFields(
  change: Pick<ChangeView, "area" | "before" | "after" | "revertedBy">,
): string[] {
  if (change.revertedBy !== null) return [];
  const changed = Object.keys(change.before).filter((name) => name in change.after);
  if (change.area === "settings") return changed;
  // A list was made, renamed or removed: each is undone as a whole.
  if (change.area === "trade-lists") return ["name"];
  // Completed by hand and nothing else: a dispatch tells more.
  if (change.area === "orders" && change.after.status === "completed" && changed.join() === "status") {
    return Object.keys(change.after).length === 1 ? changed : [];
  }
  if (change.area === "batches") return changed.filter((name) => batchFields.includes(name));
  if (change.area === "products") return changed.filter((name) => productFields.includes(name));
  return [];
}

/** The fields in which what is there now is no longer what the change made of it. */
export function changedSince(fields: readonly string[], after: AuditValues, now: AuditValues): string[] {
  return fields.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name]));
}
