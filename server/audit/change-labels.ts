import { formatPounds } from "#server/pricing/money.ts";
import type { AuditArea } from "./audit-areas.ts";

export const areaLabels: Record<AuditArea, string> = {
  settings: "Settings",
  products: "Products",
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

/** "storeName" → "Store name". */
export function fieldLabel(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A value as a person reads it. */
export function valueText(area: AuditArea, name: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") {
    if (penceFields[area]?.includes(name)) return formatPounds(value);
    if (area === "products" && name === "taxRate") return `${value / 100}%`;
    return String(value);
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
