import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId, likeAnywhere } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import { actorMay } from "#server/core/roles.ts";
import { VersionedCache } from "#server/core/topics.ts";
import {
  condition,
  rawRow,
  searching,
  type TypedSql,
  truth,
  typedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { gramsOf } from "#server/pricing/pack-facts.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import { vatRateOf } from "#server/settings/store-settings.ts";
import type { StaffCatalogueQuery, soldProductList } from "./catalogue-query.schema.ts";
import { countWaitingFor, isLow, isManaged, type WaitingForStock } from "./low-stock.server.ts";
import {
  type ProductsQuery,
  productColumns,
  productsByName,
  productsNamed,
  readProductRows,
  soldViewsOf,
} from "./product-rows.server.ts";
import type { StaffProduct } from "./product-state.ts";
import type { ProductView } from "./product-view.ts";

const PAGE = 50;

const peopleWaiting = wholeNumber`(select count(*) from stock_alert
  where stock_alert.product_id = product.id and stock_alert.state = 'waiting')`;

/** Products as `StaffProduct`s. */
export async function readStaffProducts(products: ProductsQuery): Promise<StaffProduct[]> {
  const rows = await products
    .select([
      ...productColumns,
      "version",
      "stock_quantity as stockQuantity",
      "held_quantity as heldQuantity",
      peopleWaiting.as("peopleWaiting"),
      "gtin",
      "bulk_density_measured_on as bulkDensityMeasuredOn",
      "footprint_length as footprintLength",
      "footprint_width as footprintWidth",
      "packaging",
      "more_pictures as morePictures",
      "documents",
      truth`archived_at is not null`.as("isArchived"),
    ])
    .execute();
  return rows.map(({ packaging, ...product }) => ({ ...product, ...gramsOf(packaging) }));
}

/** The catalogue for those who edit it, by name. */
export const listStaffProducts = read(
  "products.edit",
  async (context: Context, query: Partial<StaffCatalogueQuery>) => {
    const { archived, category, search = "", unweighed, after } = query;
    const conditions = [
      archived ? condition`archived_at is not null` : condition`archived_at is null`,
      category ? condition`category = ${category}` : undefined,
      unweighed ? condition`gross_grams is null and handling <> 'bulk_bag'` : undefined,
    ];
    const rows = await productsByName(typedSql(context.em), readStaffProducts, {
      conditions,
      search,
      after,
      limit: PAGE + 1,
    });
    const { page: products, next } = pageOf(rows, PAGE);
    return { products, next };
  },
);

/** One product for those who edit it, archived or not. @throws ShopError `not_found` */
export const findStaffProduct = read(
  "products.edit",
  async (context: Context, id: number): Promise<StaffProduct> => {
    const products = typedSql(context.em).selectFrom("product").where("id", "=", id);
    const [product] = await readStaffProducts(products);
    if (!product) throw new ShopError("not_found", "Product not found");
    return product;
  },
);

/**
 * Products by part of their name, or by their number, the oldest first: names that have the same word stand together, so
 * that looking along the names may be long. Archived ones are for those alone who edit them.
 */
export const findProductsNamed = read(
  "products.view",
  async (context: Context, text: string, limit: number) => {
    const id = /^\d+$/.test(text) && isRowId(Number(text)) ? Number(text) : null;
    const mayArchived = actorMay(context.actor, "products.edit");
    return productsNamed(context.em, text, id)
      .where(mayArchived ? condition`true` : condition`archived_at is null`)
      .orderBy("id")
      .limit(limit)
      .select([
        "id",
        "name",
        "slug",
        "category",
        "stock_quantity as stockQuantity",
        truth`archived_at is not null`.as("isArchived"),
      ])
      .execute();
  },
);

/** A product with the VAT rate it is sold at, its own or the store's, in basis points. */
export type SoldProduct = ProductView & { taxRate: BasisPoints };

/** How many wait for those that are sold out; empty where that is not for whoever asks. */
async function waitingFor(context: Context, products: readonly { id: number }[]): Promise<WaitingForStock> {
  if (!actorMay(context.actor, "orders.create")) return {};
  return countWaitingFor(
    context,
    products.map(({ id }) => id),
  );
}

/** The products of the shop by name, a page at a time, for staff's tables; includes those that are out of stock. */
export const listSoldProducts = read(
  "products.view",
  async (
    context: Context,
    { search = "", stock, after }: Partial<z.output<typeof soldProductList.schema>>,
  ) => {
    const { lowStockThreshold } = context.settings;
    const find = (sql: TypedSql) =>
      productsByName(sql, readProductRows, {
        conditions: [
          condition`archived_at is null`,
          stock === "low"
            ? isManaged(context.settings)
              ? isLow(lowStockThreshold)
              : condition`false`
            : undefined,
        ],
        search,
        after,
        limit: PAGE + 1,
      });
    // Visitors and customers may call it too: then it is a search like any of theirs.
    const isStaffs = actorMay(context.actor, "dashboard.view");
    if (search && !isStaffs) await countAgainstLimit(context, "search");
    const rows = await (isStaffs ? find(typedSql(context.em)) : searching(context.em, find));
    const { page, next } = pageOf(rows, PAGE);
    const products = soldViewsOf(context, page).map((product) => ({
      ...product,
      taxRate: vatRateOf(context.settings, product.taxRate),
    }));
    return { products, next, waiting: await waitingFor(context, products) };
  },
);

const PROPOSED = 20;

/** Names of families of packs that contain a text, without regard to case, by name; the first twenty. */
export const listFamilies = read(
  "products.edit",
  async (context: Context, search: string): Promise<string[]> => {
    const rows = await typedSql(context.em)
      .selectFrom("product")
      .where("family", "is not", null)
      .where("archived_at", "is", null)
      .where(condition`lower(family) like ${likeAnywhere(search.toLowerCase())}`)
      .select("family")
      .distinct()
      .orderBy("family")
      .limit(PROPOSED)
      .execute();
    return rows.flatMap(({ family }) => family ?? []);
  },
);

const rowSchema = z.object({
  /** On sale: not archived. */
  onSale: z.number(),
  /** Of those, not in a bulk bag and without a gross weight. */
  unweighed: z.number(),
  /** One of them is mixed into soil, and its bulk density was measured. */
  hasMeasuredDensity: z.boolean(),
});

export type ProductCounts = z.output<typeof rowSchema>;

/**
 * Counted once for each version of the catalogue: the pages of staff show or need these figures every time, and counting
 * a hundred thousand products took half of such a page's time.
 */
const cache = new VersionedCache<ProductCounts>("catalogue");

/** How many products there are, of several kinds. On the connection that it is given. */
export function countProducts(em: Pick<EntityManager, "execute">): Promise<ProductCounts> {
  return cache.get(process.env.DATABASE_URL ?? "", () =>
    rawRow(
      em,
      rowSchema,
      `select count(*)::int as "onSale",
              (count(*) filter (where gross_grams is null and handling <> 'bulk_bag'))::int as unweighed,
              coalesce(bool_or(mixed_into_soil and bulk_density is not null), false) as "hasMeasuredDensity"
         from product where archived_at is null`,
    ),
  );
}
