import type { StaffTopic, Topic } from "#server/core/topics.ts";

interface ChangeTrigger {
  name: string;
  table: string;
  /** The topic under which the table is cached, or of which staff's lists are told. */
  topic: Topic | StaffTopic;
  /** The columns whose updates notify; all unless given. */
  columns?: readonly string[];
  /** Only updates notify, not inserts and deletes. */
  updatesAlone?: true;
}

/** Every column of a product that shoppers see, except those of stock. */
const shownOfProducts = [
  "id",
  "name",
  "slug",
  "description",
  "price",
  "sale_price",
  "on_sale",
  "category",
  "image_url",
  "is_bestseller",
  "is_new",
  "tax_rate",
  "net_grams",
  "pack_millilitres",
  "gross_grams",
  "bulk_density",
  "bulk_density_measured_on",
  "unit_price_basis",
  "handling",
  "mixed_into_soil",
  "family",
  "pack_label",
  "more_pictures",
  "documents",
  "show_on_home",
  "home_position",
  "archived_at",
  "price_steps",
  "gtin",
];

/** Every column of a batch that whoever scans its label sees: none of what is left of it. */
const shownOfBatches = [
  "code",
  "product_id",
  "made_on",
  "feedstock",
  "feedstock_origin",
  "kiln_celsius",
  "grams_made",
  "status",
  "recalled_at",
  "credit_status",
  "credits_issued_to",
  "transport_grams_per_kilogram",
  "certification_class",
  "certificate_number",
];

/**
 * The changes that the database notifies every process of: the tables that are cached (docs/decisions/022-caches.md), and those of
 * staff's lists (docs/decisions/068-lists-renew-themselves.md).
 * A new or changed row needs a migration that creates its trigger again with `changeTriggerStatement`;
 * `change-triggers.test.ts` compares this list with the database.
 */
export const changeTriggers: readonly ChangeTrigger[] = [
  { name: "tell_of_changed_store_setting", table: "store_setting", topic: "settings" },
  { name: "tell_of_changed_product", table: "product", topic: "catalogue", columns: shownOfProducts },
  {
    name: "tell_of_moved_stock",
    table: "product",
    topic: "stock",
    columns: ["stock_quantity", "held_quantity"],
    updatesAlone: true,
  },
  { name: "tell_of_changed_blog_post", table: "blog_post", topic: "content" },
  {
    name: "tell_of_changed_newsletter_issue",
    table: "newsletter_issue",
    topic: "content",
    columns: ["slug", "subject", "body", "started_at"],
  },
  { name: "tell_of_changed_faq_entry", table: "faq_entry", topic: "content" },
  { name: "tell_of_changed_batch", table: "batch", topic: "batches", columns: shownOfBatches },
  { name: "tell_of_new_analysis", table: "batch_analysis", topic: "batches" },
  {
    name: "tell_of_changed_order",
    table: "customer_order",
    topic: "orders",
    columns: ["status", "dispatched_at", "ready_at", "carrier", "tracking_number", "paid_at"],
  },
  { name: "tell_of_changed_refund", table: "refund", topic: "orders" },
  { name: "tell_of_changed_withdrawal", table: "withdrawal", topic: "orders" },
  { name: "tell_of_changed_failed_order", table: "failed_order", topic: "failed-orders" },
  { name: "tell_of_changed_enquiry", table: "enquiry", topic: "enquiries" },
];

/** The statement that creates one trigger. */
export function changeTriggerStatement({ name, table, topic, columns, updatesAlone }: ChangeTrigger): string {
  const update = columns ? `update of ${columns.join(", ")}` : "update";
  const events = updatesAlone ? update : `insert or delete or truncate or ${update}`;
  return `create trigger ${name} after ${events} on ${table}
    for each statement execute function tell_of_change('${topic}')`;
}
