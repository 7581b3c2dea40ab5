import { sql } from "kysely";
import type { Context } from "#server/core/context.ts";
import { likeAnywhere } from "#server/core/fields.ts";
import {
  allOf,
  type Condition,
  condition,
  type TypedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { ALL_CATEGORIES, type CatalogueQuery } from "./catalogue-query.ts";
import { catalogueRowsWithoutStock } from "./product-rows.server.ts";
import type { CatalogueProduct, ProductView } from "./product-view.ts";

/*
 * One card per family of packs (docs/decisions/062-families-are-a-name.md). A family's card is its cheapest pack among
 * those that the catalogue lists, one that can be bought before one that cannot.
 */

type Listed = Pick<CatalogueQuery, "category">;
type Settings = Context["settings"];

/** What the catalogue lists of a category under the shop's settings, whatever is searched; `as` is the table's alias. */
export function listed(settings: Settings, { category }: Listed, as = "product"): Condition {
  const column = (name: string) => sql.ref(`${as}.${name}`);
  return allOf([
    condition`${column("archived_at")} is null`,
    category === ALL_CATEGORIES ? undefined : condition`${column("category")} = ${category}`,
    hidesWhatIsSold(settings)
      ? condition`${column("stock_quantity")} > ${column("held_quantity")}`
      : undefined,
  ]);
}

/** What has a text in its name, its description, its family, or the types and titles of its documents. */
export function hasText(text: string): Condition {
  // The expression of the trigram index product_search_index, word for word.
  return condition`lower(name || ' ' || description || ' ' || found_by) like ${likeAnywhere(text.toLowerCase())}`;
}

export function hidesWhatIsSold({ hideOutOfStock, stockManagement }: Settings): boolean {
  return hideOutOfStock && stockManagement;
}

/** The order of the packs of a family: the first one stands for it. */
function rank({ stockManagement }: Settings, as: string) {
  const column = (name: string) => sql.ref(`${as}.${name}`);
  const soldOut = stockManagement
    ? sql`${column("stock_quantity")} <= ${column("held_quantity")}`
    : sql`false`;
  return sql`${soldOut}, ${column("current_price")}, ${column("id")}`;
}

/** Products of no family, and of each family the one that stands for it: asked row by row, along the index of families. */
export function standsForFamily(settings: Settings, query: Listed): Condition {
  return condition`product.family is null or not exists (
    select from product other where other.family = product.family and ${listed(settings, query, "other")}
      and (${rank(settings, "other")}) < (${rank(settings, "product")}))`;
}

/** The cards of what a search has found: of `found`, with id and family. */
export function cardsOfFound(tables: TypedSql, settings: Settings, query: Listed) {
  const standing = sql`select distinct on (family) id from product
    where family in (select family from found) and ${listed(settings, query)}
    order by family, ${rank(settings, "product")}`;
  return tables
    .selectFrom("product")
    .where(condition`id in (select id from found where family is null union all (${standing}))`)
    .select(["id", "card_name", "current_price"]);
}

/** How many cards all that is listed makes: everything, less what stands behind another pack of its family. */
export function countCards(tables: TypedSql, settings: Settings, query: Listed) {
  const all = tables.selectFrom("product").where(listed(settings, query));
  const behind = all
    .where("family", "is not", null)
    .select(wholeNumber`count(*) - count(distinct family)`.as("hidden"));
  return all.select(wholeNumber`count(*) - (${behind})`.as("total"));
}

/** Adds to each card of a family what its packs are, the cheapest first. */
export async function withPackLabels(
  context: Context,
  products: readonly ProductView[],
): Promise<CatalogueProduct[]> {
  const families = [...new Set(products.flatMap(({ family }) => family ?? []))].sort();
  if (families.length === 0) return [...products];
  const packs = await catalogueRowsWithoutStock(context, (tables) =>
    tables
      .selectFrom("product")
      .where(condition`family = any(${families}::text[])`)
      .where("archived_at", "is", null)
      .orderBy("current_price")
      .orderBy("id")
      .select(["family", "pack_label"]),
  );
  return products.map((product) => {
    const labels = packs.flatMap(({ family, pack_label }) =>
      family !== null && family === product.family ? (pack_label ?? []) : [],
    );
    return labels.length > 1 ? { ...product, packLabels: labels } : product;
  });
}
