import { packLitresOf, type SoilPack, soilPackAddresses } from "#server/calculators/soil-packs.ts";
import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { ALL_CATEGORIES, type CatalogueQuery, type CatalogueSort } from "./catalogue-query.ts";
import { catalogueRows, catalogueRowsWithoutStock, foundCatalogueRows } from "./catalogue-rows.server.ts";
import { HOME_GRID_SIZE } from "./home-grid.ts";
import { type ProductRow, productColumns, productViewsOf, sellableStock } from "./product-row.ts";
import type { ProductView } from "./product-view.ts";

const PRODUCTS_PER_PAGE = 24;

export interface ProductPage {
  products: ProductView[];
  /** How many match in all. */
  total: number;
  /** The page shown: the last one when a later one was asked for. */
  page: number;
  pageCount: number;
}

/** Each order is that of an index, ties by id, so that a page is read without sorting the table. */
const orders: Record<CatalogueSort, string> = {
  "name-asc": "name, id",
  "name-desc": "name desc, id desc",
  "price-asc": "current_price, id",
  "price-desc": "current_price desc, id desc",
};

/** One page of the catalogue: searched on name and description without regard to case. */
export async function findProducts(context: Context, query: CatalogueQuery): Promise<ProductPage> {
  if (query.search) await countAgainstLimit(context, "search");
  const { where, parameters } = conditionsOf(context, query);
  const order = orders[query.sort];
  const count = () => countOf(context, query, where, parameters);
  const read = async (page: number): Promise<(ProductRow & { total?: number })[]> => {
    const range = [PRODUCTS_PER_PAGE, (page - 1) * PRODUCTS_PER_PAGE];
    // Whatever a text is found in is found once, by its index, for the page and for the number of all. Without a text
    // a page is read in the order of an index.
    return query.search
      ? foundCatalogueRows<ProductRow & { total: number }>(
          context,
          `with found as materialized (select id, name, current_price from product where ${where})
           select ${productColumns}, (select count(*) from found)::int as total from product
           where id in (select id from found order by ${order} limit ? offset ?) order by ${order}`,
          [...parameters, ...range],
        )
      : catalogueRows<ProductRow>(
          context,
          `select ${productColumns} from product where ${where} order by ${order} limit ? offset ?`,
          [...parameters, ...range],
        );
  };
  let page = query.page;
  let rows = await read(page);
  if (rows.length === 0 && page > 1) {
    page = pageCountOf(await count());
    rows = await read(page);
  }
  const total = rows.length === 0 ? 0 : (rows[0]?.total ?? (await count()));
  return { products: productViewsOf(context, rows), total, page, pageCount: pageCountOf(total) };
}

/** What a query asks of product rows, as SQL with its parameters. */
function conditionsOf(context: Context, query: CatalogueQuery): { where: string; parameters: string[] } {
  const conditions = ["archived_at is null"];
  const parameters: string[] = [];
  if (query.search) {
    // The expression of the trigram index product_search_index, word for word.
    conditions.push("lower(name || ' ' || description) like lower(?)");
    parameters.push(`%${query.search.replace(/[\\%_]/g, "\\$&")}%`);
  }
  if (query.category !== ALL_CATEGORIES) {
    conditions.push("category = ?");
    parameters.push(query.category);
  }
  const { hideOutOfStock, stockManagement } = context.settings;
  if (hideOutOfStock && stockManagement) conditions.push(`${sellableStock} > 0`);
  return { where: conditions.join(" and "), parameters };
}

/** How many match. Counting looks at each of them, so that the sum is kept while only stock moves. */
async function countOf(
  context: Context,
  { search }: CatalogueQuery,
  where: string,
  parameters: string[],
): Promise<number> {
  const all = where.includes(sellableStock) ? catalogueRows : catalogueRowsWithoutStock;
  const read = search ? foundCatalogueRows : all;
  const [row] = await read<{ total: number }>(
    context,
    `select count(*)::int as total from product where ${where}`,
    parameters,
  );
  return row?.total ?? 0;
}

function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE));
}

interface ProductListQuery extends Omit<CatalogueQuery, "page"> {
  /** At most this many. */
  limit: number;
  /** Only those that follow the product of this id in the order asked for. */
  afterId?: number | undefined;
}

/**
 * The catalogue as a script walks it: filtered and sorted like its pages, read onwards from the last product seen,
 * so that the thousandth step costs as little as the first.
 */
export async function listProducts(
  context: Context,
  { limit, afterId, ...query }: ProductListQuery,
): Promise<ProductView[]> {
  if (query.search) await countAgainstLimit(context, "search");
  const { where, parameters } = conditionsOf(context, { ...query, page: 1 });
  const column = query.sort.startsWith("price") ? "current_price" : "name";
  const beyond = query.sort.endsWith("desc") ? "<" : ">";
  const after = `and (${column}, id) ${beyond} (select ${column}, id from product where id = ?)`;
  const read = query.search ? foundCatalogueRows : catalogueRows;
  const rows = await read<ProductRow>(
    context,
    `select ${productColumns} from product where ${where} ${afterId === undefined ? "" : after}
     order by ${orders[query.sort]} limit ?`,
    [...parameters, ...(afterId === undefined ? [] : [afterId]), limit],
  );
  return productViewsOf(context, rows);
}

/**
 * The categories that products have, by name. Steps from one to the next along product_category_index, so that
 * it costs as much as there are categories, however many products there are.
 */
export async function listCategories(context: Context): Promise<string[]> {
  const rows = await catalogueRowsWithoutStock<{ category: string }>(
    context,
    `with recursive step as (
       (select category from product where archived_at is null order by category limit 1)
       union all
       select (select p.category from product p
               where p.archived_at is null and p.category > step.category order by p.category limit 1)
       from step where step.category is not null
     )
     select category from step where category is not null order by category`,
  );
  return rows.map((row) => row.category);
}

/** The home grid: first those that staff gave a place, then by name those meant for it. */
export async function findHomeProducts(context: Context): Promise<ProductView[]> {
  const rows = await catalogueRows<ProductRow>(
    context,
    `select ${productColumns} from product
     where show_on_home and archived_at is null order by home_position, name, id limit ?`,
    [HOME_GRID_SIZE],
  );
  return productViewsOf(context, rows);
}

/** What the application-rate calculator offers: the products that are mixed into soil, those on sale in the shop. */
export async function findSoilPacks(context: Context): Promise<SoilPack[]> {
  const rows = await catalogueRows<ProductRow>(
    context,
    `select ${productColumns} from product
     where slug in (${soilPackAddresses.map(() => "?").join(", ")}) and archived_at is null order by name`,
    [...soilPackAddresses],
  );
  return productViewsOf(context, rows).flatMap((product) => soilPackOf(product) ?? []);
}

/** A product as the calculator needs it; undefined for what is not mixed into soil. */
export function soilPackOf({ id, name, slug, currentPrice, canBuy }: ProductView): SoilPack | undefined {
  const packLitres = packLitresOf(slug);
  return packLitres === undefined ? undefined : { id, name, slug, currentPrice, canBuy, packLitres };
}
