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
import { catalogueRowsWithoutStock, foundCatalogueRows } from "./product-rows.server.ts";
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

/** How many resembling words are looked at for each that was typed. */
const RESEMBLING = 30;
/** How many of them are looked up: each is a search of its own, which the limit on searches does not count. */
const LOOKED_UP = 3;
/** Shorter words are in no list of words: they are looked for as they are. */
const SHORTEST_WORD = 3;

/**
 * What to look for instead of a search that found nothing: its words in any order, each with typing errors put right;
 * undefined where nothing else could be found (docs/decisions/063-search-forgives-typing.md).
 */
export async function forgiveTyping(context: Context, search: string): Promise<string[] | undefined> {
  const typed = splitIntoWords(search);
  const meant = await Promise.all(typed.map((word) => meantBy(context, word)));
  const words = meant.flatMap((word) => word ?? []);
  if (words.length < typed.length || words.length === 0) return undefined;
  return words.length === 1 && words[0] === search.toLowerCase() ? undefined : words;
}

async function meantBy(context: Context, typed: string): Promise<string | undefined> {
  if (typed.length < SHORTEST_WORD || /^\d+$/.test(typed) || (await isListed(context, typed))) return typed;
  const resembling = await foundCatalogueRows(context, (tables) =>
    tables
      .selectFrom("search_word")
      // By word similarity, along the index search_word_similar_index.
      .orderBy(sql`word <->> ${typed}`)
      .limit(RESEMBLING)
      .select("word"),
  );
  const close = closeWords(
    typed,
    resembling.map(({ word }) => word),
  );
  // Words of what is archived stay in the table: proposing one would find nothing.
  for (const word of close.slice(0, LOOKED_UP)) if (await isListed(context, word)) return word;
  return undefined;
}

/** Whether anything that the catalogue lists has a word. */
async function isListed(context: Context, word: string): Promise<boolean> {
  const [found] = await foundCatalogueRows(context, (tables) =>
    tables
      // With the limit inside, the database would rather read the whole table than the index.
      .with(
        (cte) => cte("found").materialized(),
        () =>
          tables
            .selectFrom("product")
            .where(allOf([listed(context.settings, { category: ALL_CATEGORIES }), hasText(word)]))
            .select("id"),
      )
      .selectFrom("found")
      .limit(1)
      .select("id"),
  );
  return found !== undefined;
}

/** How many letters may be wrong in a word of so many letters: two in "biochar". */
function allowedErrors(length: number): number {
  if (length < 3) return 0;
  if (length < 5) return 1;
  return length < 9 ? 2 : 3;
}

/**
 * The words that may have been meant, among those that resemble it, the most similar first: those close enough, the one
 * with the fewest errors first.
 */
export function closeWords(typed: string, candidates: readonly string[]): string[] {
  const most = allowedErrors([...typed].length);
  return candidates
    .map((word) => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ errors }) => errors <= most)
    .sort((one, other) => one.errors - other.errors)
    .map(({ word }) => word);
}

/** Letters that are wrong, missing, too many, or swapped with their neighbour (optimal string alignment). */
export function errorsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, against] of b.entries()) {
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === against;
      row.push(
        Math.min(
          at(last, j + 1) + 1,
          at(row, j) + 1,
          at(last, j) + (letter === against ? 0 : 1),
          swapped ? at(before, j - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Who types other signs means them. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s'’,.&-]/u;

/** The words of a search: letters and digits, in small letters, the first eight; none where it has other signs. */
export function splitIntoWords(search: string): string[] {
  if (SIGNS.test(search)) return [];
  return search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, 8);
}
