import { sql } from "kysely";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { litresPerKilogramOf, packLitresOf, type SoilPack } from "#server/calculators/application-rate.ts";
import type { Context } from "#server/core/context.ts";
import { allOf, beyondRow, condition, type TypedSql, wholeNumber } from "#server/core/typed-sql.server.ts";
import { numberOf } from "#server/settings/claims.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import type { CatalogueQuery, CatalogueSort } from "./catalogue-query.ts";
import {
  cardsOfFound,
  countCards,
  forgiveTyping,
  hasText,
  hidesWhatIsSold,
  listed,
  standsForFamily,
  withPackLabels,
} from "./catalogue-search.server.ts";
import {
  catalogueRows,
  catalogueRowsWithoutStock,
  foundCatalogueRows,
  inHomeGrid,
  type ProductRow,
  type ProductsQuery,
  productViewsOf,
  selectProducts,
  selectWholeProducts,
  wholeProductsOf,
} from "./product-rows.server.ts";
import type { CatalogueProduct, ProductView, WholeProduct } from "./product-view.ts";

const PRODUCTS_PER_PAGE = 24;

export interface ProductPage {
  products: CatalogueProduct[];
  /** The number of all matches; of their cards, where a family has one card. */
  total: number;
  /** The page shown: the last one when a later one was asked for. */
  page: number;
  pageCount: number;
  /** The words that were looked for instead, where nothing was found for the search itself. */
  instead?: string;
}

/** A query whose search, where it has `words`, looks for each of them anywhere. */
type SearchedQuery = CatalogueQuery & { words?: readonly string[] };

/** Each sort order is an index's, with ties by id, so that a page is read without sorting the table. */
const orders = {
  "name-asc": { column: "name", direction: "asc" },
  "name-desc": { column: "name", direction: "desc" },
  "price-asc": { column: "current_price", direction: "asc" },
  "price-desc": { column: "current_price", direction: "desc" },
} as const satisfies Record<CatalogueSort, object>;

function inOrder(
  products: ProductsQuery,
  { column, direction }: ReturnType<typeof orderOfCards>,
): ProductsQuery {
  return products.orderBy(column, direction).orderBy("id", direction);
}

/** The same for a page of the catalogue, where one card of each family goes by the name of the family. */
function orderOfCards({ oneCardPerFamily }: Context["settings"], sort: CatalogueSort) {
  const { column, direction } = orders[sort];
  return { column: oneCardPerFamily && column === "name" ? "card_name" : column, direction } as const;
}

/**
 * One page of the catalogue: searched on name, description, family and documents without regard to case. Where nothing
 * has the text that was typed, its words are looked for with typing errors put right.
 */
export async function findProducts(context: Context, query: CatalogueQuery): Promise<ProductPage> {
  if (!query.search) return readProducts(context, query);
  await countAgainstLimit(context, "search");
  const found = await readProducts(context, query);
  if (found.total > 0) return found;
  const words = await forgiveTyping(context, query.search);
  if (!words) return found;
  const forgiven = await readProducts(context, { ...query, words });
  return forgiven.total > 0 ? { ...forgiven, instead: words.join(" ") } : found;
}

async function readProducts(context: Context, query: SearchedQuery): Promise<ProductPage> {
  const count = () => countOf(context, query);
  let page = query.page;
  let rows = await readPage(context, query, page);
  if (rows.length === 0 && page > 1) {
    page = pageCountOf(await count());
    rows = await readPage(context, query, page);
  }
  const total = rows.length === 0 ? 0 : (rows[0]?.total ?? (await count()));
  const views = productViewsOf(
    context,
    rows.map(({ total: _, ...row }) => row),
  );
  const products = context.settings.oneCardPerFamily ? await withPackLabels(context, views) : views;
  return { products, total, page, pageCount: pageCountOf(total) };
}

/**
 * A text is searched once, by its index, for the page and for the total count. Without a text a page is read in index
 * order.
 */
function readPage(
  context: Context,
  query: SearchedQuery,
  page: number,
): Promise<(ProductRow & { total?: number })[]> {
  const { settings } = context;
  const offset = (page - 1) * PRODUCTS_PER_PAGE;
  if (!query.search) {
    const cards = settings.oneCardPerFamily ? standsForFamily(settings, query) : undefined;
    return catalogueRows(context, (tables) =>
      selectProducts(
        inOrder(matching(tables, context, query).where(allOf([cards])), orderOfCards(settings, query.sort))
          .limit(PRODUCTS_PER_PAGE)
          .offset(offset),
      ),
    );
  }
  const { column, direction } = orderOfCards(settings, query.sort);
  const ofPage = sql`select id from ${tableShown(settings)}
    order by ${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)}
    limit ${PRODUCTS_PER_PAGE} offset ${offset}`;
  return foundCatalogueRows(context, (tables) => {
    const onPage = withFound(tables, context, query)
      .selectFrom("product")
      .where(condition`id in (${ofPage})`);
    return selectProducts(inOrder(onPage, { column, direction })).select(totalIn(settings));
  });
}

/** What a search has found, and its cards where a family has one card. */
function withFound(tables: TypedSql, context: Context, query: SearchedQuery) {
  const { settings } = context;
  const found = tables.with(
    (cte) => cte("found").materialized(),
    () => matching(tables, context, query).select(["id", "name", "card_name", "current_price", "family"]),
  );
  if (!settings.oneCardPerFamily) return found;
  return found.with(
    (cte) => cte("card").materialized(),
    () => cardsOfFound(tables, settings, query),
  );
}

function tableShown({ oneCardPerFamily }: Context["settings"]) {
  return sql.table(oneCardPerFamily ? "card" : "found");
}

function totalIn(settings: Context["settings"]) {
  return wholeNumber`select count(*) from ${tableShown(settings)}`.as("total");
}

/** What a query asks of products. */
function matching(tables: TypedSql, { settings }: Context, query: SearchedQuery): ProductsQuery {
  const { search, words = search ? [search] : [], category } = query;
  const conditions = [listed(settings, { category }), ...words.map(hasText)];
  return tables.selectFrom("product").where(allOf(conditions));
}

/** How many match. Counting reads every match, so the count is cached while only stock changes. */
async function countOf(context: Context, query: SearchedQuery): Promise<number> {
  const all = hidesWhatIsSold(context.settings) ? catalogueRows : catalogueRowsWithoutStock;
  const [row] = query.search
    ? await foundCatalogueRows(context, (tables) =>
        withFound(tables, context, query).selectNoFrom(totalIn(context.settings)),
      )
    : await all(context, (tables) =>
        context.settings.oneCardPerFamily
          ? countCards(tables, context.settings, query)
          : matching(tables, context, query).select(wholeNumber`count(*)`.as("total")),
      );
  return row?.total ?? 0;
}

function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE));
}

interface ProductListQuery extends Omit<CatalogueQuery, "page"> {
  /** At most this many. */
  limit: number;
  /** Only those after the product of this id in the sort order. */
  afterId?: number | undefined;
}

/**
 * The catalogue for a script that reads all of it: filtered and sorted like its pages, continued after the last
 * product seen, so that the thousandth step costs as little as the first.
 */
export async function listProducts(
  context: Context,
  query: ProductListQuery,
): Promise<{ products: WholeProduct[]; instead?: string }> {
  const { search } = query;
  if (search) await countAgainstLimit(context, "search");
  const products = await readList(context, query);
  if (!search || products.length > 0) return { products };
  // The end of a list that has something is no reason to look for something else.
  const isEnd =
    query.afterId !== undefined &&
    (await readList(context, { ...query, afterId: undefined, limit: 1 })).length > 0;
  const words = isEnd ? undefined : await forgiveTyping(context, search);
  if (!words) return { products };
  return { products: await readList(context, { ...query, words }), instead: words.join(" ") };
}

async function readList(
  context: Context,
  { limit, afterId, ...query }: ProductListQuery & Pick<SearchedQuery, "words">,
): Promise<WholeProduct[]> {
  const order = orders[query.sort];
  const { column, direction } = order;
  const beyond = direction === "desc" ? "<" : ">";
  const after =
    afterId === undefined ? undefined : beyondRow(beyond, { table: "product", column, id: afterId });
  const read = query.search ? foundCatalogueRows : catalogueRows;
  const rows = await read(context, (tables) =>
    selectWholeProducts(
      inOrder(matching(tables, context, { ...query, page: 1 }).where(allOf([after])), order).limit(limit),
    ),
  );
  return wholeProductsOf(context, rows);
}

/**
 * The categories of products, by name. Steps from one to the next along product_category_index, so that the cost
 * depends on the number of categories, not of products.
 */
export async function listCategories(context: Context): Promise<string[]> {
  const rows = await catalogueRowsWithoutStock(context, (tables) =>
    tables
      .withRecursive("step(category)", (steps) =>
        steps
          .selectNoFrom((from) =>
            from
              .selectFrom("product")
              .where("archived_at", "is", null)
              .orderBy("category")
              .limit(1)
              .select("category")
              .as("category"),
          )
          .unionAll((next) =>
            next
              .selectFrom("step")
              .where("step.category", "is not", null)
              .select((from) =>
                from
                  .selectFrom("product")
                  .where("product.archived_at", "is", null)
                  .whereRef("product.category", ">", "step.category")
                  .orderBy("product.category")
                  .limit(1)
                  .select("product.category")
                  .as("category"),
              ),
          ),
      )
      .selectFrom("step")
      .where("category", "is not", null)
      .select("category")
      .orderBy("category"),
  );
  return rows.flatMap(({ category }) => category ?? []);
}

/** The home grid: first the products with a place from staff, then by name the others meant for it. */
export async function findHomeProducts(context: Context): Promise<ProductView[]> {
  const rows = await catalogueRows(context, (tables) => selectProducts(inHomeGrid(tables)));
  return productViewsOf(context, rows);
}

/** More than a calculator can usefully list. */
const MOST_SOIL_PACKS = 50;

/** The products of the application-rate calculator: those that are mixed into soil and are sold in the shop. */
export async function findSoilPacks(context: Context): Promise<SoilPack[]> {
  const rows = await catalogueRows(context, (tables) =>
    selectProducts(
      tables
        .selectFrom("product")
        .where(condition`mixed_into_soil and archived_at is null`)
        .orderBy("name")
        .orderBy("id")
        .limit(MOST_SOIL_PACKS),
    ),
  );
  return productViewsOf(context, rows).flatMap((product) => soilPackOf(product, context.settings) ?? []);
}

/** A product as the calculator needs it; undefined for what is not mixed into soil. */
export function soilPackOf(
  product: ProductView,
  { claims }: Pick<StoreSettings, "claims">,
): SoilPack | undefined {
  const { id, name, slug, currentPrice, priceSteps, tradeList, perMeasure, canBuy, bulkDensity } = product;
  if (!product.mixedIntoSoil) return undefined;
  const assumed = numberOf(claims.litresPerKilogram);
  const packLitres = packLitresOf(product, assumed);
  if (packLitres === undefined || !(packLitres > 0)) return undefined;
  const litresPerKilogram = litresPerKilogramOf(product, assumed);
  const isMeasured = bulkDensity !== null;
  const sold = { id, name, slug, currentPrice, priceSteps, tradeList, perMeasure, canBuy };
  return { ...sold, packLitres, litresPerKilogram, isMeasured };
}
