import type { EntityManager } from "@mikro-orm/postgresql";
import type { SelectQueryBuilder } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { actorMay } from "#server/core/roles.ts";
import { VersionedValues } from "#server/core/topics.ts";
import {
  allOf,
  anyOf,
  beyondRow,
  type Condition,
  condition,
  containsText,
  type Read,
  searchedRows,
  type TypedSql,
  typedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { type PackSize, packSizeOf } from "#server/pricing/loads.ts";
import { type PricePerMeasure, pricePerMeasure } from "#server/pricing/price-per-measure.ts";
import {
  type DescribedStep,
  describedStepsFor,
  reachedStep,
  unitPriceFor,
} from "#server/pricing/price-steps.ts";
import { HOME_GRID_SIZE } from "./catalogue-query.ts";
import { type ProductMedia, picturesOf } from "./product-media.ts";

/**
 * What "was" says beside a sale price: the lowest price that was really charged in the 30 days before the present one
 * began (docs/rules.md#prices-8); the regular price where nothing is known of those days, and of what is not on sale.
 */
const wasPrice = wholeNumber`case when product.on_sale then coalesce((
  select min(case when past.on_sale then past.sale_price else past.price end) from past_price past
   where past.product_id = product.id and past.until >
     (select max(latest.until) from past_price latest where latest.product_id = product.id) - interval '30 days'
  ), product.price) else product.price end`;

/** What every list of products reads, staff's as well. */
export const productColumns = [
  "id",
  "name",
  "slug",
  "description",
  "price",
  "sale_price as salePrice",
  "on_sale as onSale",
  "category",
  "image_url as imageUrl",
  "is_bestseller as isBestseller",
  "is_new as isNew",
  "tax_rate as taxRate",
  "family",
  "pack_label as packLabel",
  "price_steps as priceSteps",
  "net_grams as netGrams",
  "pack_millilitres as packMillilitres",
  "gross_grams as grossGrams",
  "bulk_density as bulkDensity",
  "unit_price_basis as unitPriceBasis",
  "handling",
  "mixed_into_soil as mixedIntoSoil",
] as const;

/** The columns of every read of the catalogue, so that one mapping serves them all. */
export function selectProducts(products: ProductsQuery) {
  return products.select([
    ...productColumns,
    "current_price as currentPrice",
    wasPrice.as("wasPrice"),
    // What can be sold now: stock less what open payments hold.
    wholeNumber`greatest(stock_quantity - held_quantity, 0)`.as("stockQuantity"),
  ]);
}

/** The same, with what only its own page and scripts show. */
export function selectWholeProducts(products: ProductsQuery) {
  return selectProducts(products).select([
    "more_pictures as morePictures",
    "documents",
    "footprint_length as footprintLength",
    "footprint_width as footprintWidth",
    "gtin",
  ]);
}

export function readProductRows(products: ProductsQuery): Promise<ProductRow[]> {
  return selectProducts(products).execute();
}

export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>["execute"]>>[number];

/** A product as pages show it: a plain object, never an entity. */
export interface ProductView extends Omit<ProductRow, "unitPriceBasis" | "priceSteps"> {
  /** `currentPrice`, of one unit now, is that of the visitor's list, which is lower than everybody's. */
  isTradePrice: boolean;
  /** What a unit costs from a quantity on: the steps that count for this visitor, from the smallest quantity on. */
  priceSteps: DescribedStep[];
  /** The visitor's list; null is everybody's prices. */
  tradeList: string | null;
  /** Whether any can be bought now: always, while stock is not managed. */
  canBuy: boolean;
  /** Of the price now (docs/rules.md#prices-10). */
  perMeasure: PricePerMeasure | null;
}

/** A product as its own page and scripts show it. */
export interface WholeProduct extends ProductView, ProductMedia {
  /** The floor that a pack takes, in millimetres. */
  footprint: PackSize["footprint"];
  /** Its Global Trade Item Number; null where it has none. */
  gtin: string | null;
}

type WholeProductRow = Awaited<ReturnType<ReturnType<typeof selectWholeProducts>["execute"]>>[number];

/** As `productViewsOf`, with pictures and documents. */
export function wholeProductsOf(context: Context, rows: readonly WholeProductRow[]): WholeProduct[] {
  const tradeList = tradeListOf(context);
  return rows.map((row) => wholeProductOf(row, context.settings, tradeList));
}

/** The same as everybody sees it, no matter who asks: what scripts edit. */
export function publicProductOf(context: Pick<Context, "settings">, row: WholeProductRow): WholeProduct {
  return wholeProductOf(row, context.settings, null);
}

function wholeProductOf(
  { morePictures, documents, footprintLength, footprintWidth, gtin, ...row }: WholeProductRow,
  settings: Context["settings"],
  tradeList: string | null,
): WholeProduct {
  const { imageUrl, grossGrams, handling } = row;
  const { footprint } = packSizeOf({ grossGrams, handling, footprintLength, footprintWidth });
  const pictures = picturesOf({ imageUrl, morePictures });
  return { ...productViewOf(row, settings, tradeList), pictures, documents, gtin, footprint };
}

/** The home grid: first the products with a place from staff, then by name the others meant for it. */
export function inHomeGrid(sql: TypedSql): ProductsQuery {
  return sql
    .selectFrom("product")
    .where(condition`show_on_home and archived_at is null`)
    .orderBy("home_position")
    .orderBy("name")
    .orderBy("id")
    .limit(HOME_GRID_SIZE);
}

/** Rows as the shop shows them under its settings to this visitor, with the prices of their list and of no other. */
export function productViewsOf(context: Context, rows: readonly ProductRow[]): ProductView[] {
  const tradeList = tradeListOf(context);
  return rows.map((row) => productViewOf(row, context.settings, tradeList));
}

/** The same for those who sell at everybody's prices and at those of their customer's list: with all steps. */
export function soldViewsOf(context: Context, rows: readonly ProductRow[]): ProductView[] {
  if (!actorMay(context.actor, "customers.view")) return productViewsOf(context, rows);
  return rows.map((row) => ({ ...productViewOf(row, context.settings, null), priceSteps: row.priceSteps }));
}

function productViewOf(
  { unitPriceBasis, ...row }: ProductRow,
  settings: Context["settings"],
  tradeList: string | null,
): ProductView {
  const pack = { netGrams: row.netGrams, packMillilitres: row.packMillilitres, unitPriceBasis };
  const priceSteps = describedStepsFor(row.priceSteps, tradeList, pack);
  const product = { currentPrice: row.currentPrice, priceSteps };
  const currentPrice = unitPriceFor(product, 1, tradeList);
  return {
    ...row,
    currentPrice,
    isTradePrice: reachedStep(product, 1, tradeList) !== undefined,
    priceSteps,
    tradeList,
    canBuy: row.stockQuantity > 0 || !settings.stockManagement,
    perMeasure: pricePerMeasure(currentPrice, pack),
  };
}

/** The most reads of the catalogue, such as pages and searches, that are cached at the same time. */
const MOST_READS = 100;

const cachedRows = new VersionedValues<object[]>(MOST_READS, "catalogue", "stock");
/** Orders change the stock all day; reads that do not show it stay valid. */
const rowsWithoutStock = new VersionedValues<object[]>(MOST_READS, "catalogue");

/**
 * The rows of a read of products, cached while no product changes: for showing them only. What takes money or stock
 * reads them in its own transaction.
 */
export function catalogueRows<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(cachedRows, context, query, rowsOf);
}

/**
 * As `catalogueRows`, for a visitor's search.
 * @throws ShopError `unavailable` when too many search at once
 */
export function foundCatalogueRows<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(cachedRows, context, query, searchedRows);
}

/** As `catalogueRows`, for a read that does not depend on stock. */
export function catalogueRowsWithoutStock<Row extends object>(
  context: Pick<Context, "em">,
  query: Read<Row>,
): Promise<Row[]> {
  return read(rowsWithoutStock, context, query, rowsOf);
}

function rowsOf<Row>(em: Context["em"], query: Read<Row>): Promise<Row[]> {
  return query(typedSql(em)).execute();
}

/** Cached under the whole statement, so that two reads never share a value. */
async function read<Row extends object>(
  keeper: VersionedValues<object[]>,
  { em }: Pick<Context, "em">,
  query: Read<Row>,
  readRows: typeof rowsOf,
): Promise<Row[]> {
  const { sql, parameters } = query(typedSql(em)).compile();
  const key = JSON.stringify([process.env.DATABASE_URL, sql, parameters]);
  const rows = await keeper.get(key, () => readRows(em, query));
  return rows as Row[];
}

/** How many products are read by name before the word index is used. */
const NEAR = 500;
/** The expression of the trigram index product_search_index, word for word. */
const searched = "lower(name || ' ' || description || ' ' || found_by)";

/** The expression of the trigram index product_name_trigram_index. */
const nameSearched = "lower(product.name)";

/** Products without a choice of columns yet. */
export type ProductsQuery = SelectQueryBuilder<Tables, "product", object>;

interface ProductQuestion {
  conditions: readonly (Condition | undefined)[];
  /** Part of the name or description; "" for all. */
  search: string;
  /** Continue after the product of this id. */
  after?: number | null | undefined;
  limit: number;
}

/**
 * Products by name. Reading along the names soon meets what many products have; only the word index finds soon what
 * few have. The database guesses badly which of the two a text is, so the short way is tried first.
 */
export async function productsByName<Row>(
  sql: TypedSql,
  read: (products: ProductsQuery) => Promise<Row[]>,
  { search, after, limit, conditions }: ProductQuestion,
): Promise<Row[]> {
  const behind = after ? beyondRow(">", { table: "product", column: "name", id: after }) : undefined;
  const rest = sql.selectFrom("product").where(allOf([...conditions, behind]));
  if (search === "") return read(byName(rest).limit(limit));
  const matches = containsText(searched, search);
  const near = byName(rest).limit(NEAR).selectAll();
  const met = await read(byName(sql.selectFrom(near.as("product")).where(matches)).limit(limit));
  if (met.length === limit) return met;
  const withFound = sql.with(
    (cte) => cte("found").materialized(),
    () => rest.where(matches).select(["id", "name"]),
  );
  return read(
    byName(
      withFound
        .selectFrom("product")
        .where(condition`id in (select id from found order by name, id limit ${limit})`),
    ),
  );
}

/** Products with a text in their names, or of an id, archived ones too. */
export function productsNamed(em: EntityManager, text: string, id: number | null = null): ProductsQuery {
  const named = containsText(nameSearched, text);
  return typedSql(em)
    .selectFrom("product")
    .where(id === null ? named : anyOf([named, condition`id = ${id}`]));
}

/** The ids of products with a text in their names, archived ones too: they are in old orders. */
export async function findProductIdsNamed(em: EntityManager, text: string, limit: number): Promise<number[]> {
  const products = await productsNamed(em, text).orderBy("id").select("id").limit(limit).execute();
  return products.map(({ id }) => id);
}

function byName(products: ProductsQuery): ProductsQuery {
  return products.orderBy("name").orderBy("id");
}
