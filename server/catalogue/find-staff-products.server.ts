import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { condition, truth, typedSql } from "#server/core/typed-sql.server.ts";
import { type ProductsQuery, productsByName } from "./products-by-name.server.ts";
import type { StaffCatalogueQuery } from "./staff-catalogue-query.ts";
import type { StaffProduct } from "./staff-product.ts";

const PAGE = 50;

export interface StaffProductPage {
  products: StaffProduct[];
  /** The id after which the next page begins; null on the last one. */
  next: number | null;
}

/** Products as `StaffProduct`s. */
export function readStaffProducts(products: ProductsQuery): Promise<StaffProduct[]> {
  return products
    .select([
      "id",
      "version",
      "name",
      "slug",
      "description",
      "price",
      "sale_price as salePrice",
      "on_sale as onSale",
      "category",
      "image_url as imageUrl",
      "stock_quantity as stockQuantity",
      "held_quantity as heldQuantity",
      "is_bestseller as isBestseller",
      "is_new as isNew",
      "tax_rate as taxRate",
      truth`archived_at is not null`.as("isArchived"),
    ])
    .execute();
}

/** The catalogue for those who edit it, by name, read onwards from the product of id `after`. */
export async function listStaffProducts(
  context: Context,
  query: StaffCatalogueQuery,
  after: number | null = null,
): Promise<StaffProductPage> {
  requirePermission(context, "products.edit");
  const { archived, category, search } = query;
  const conditions = [
    archived ? condition`archived_at is not null` : condition`archived_at is null`,
    category ? condition`category = ${category}` : undefined,
  ];
  const rows = await productsByName(context, readStaffProducts, {
    conditions,
    search,
    after,
    limit: PAGE + 1,
  });
  const products = rows.slice(0, PAGE);
  return { products, next: rows.length > PAGE ? (products.at(-1)?.id ?? null) : null };
}

/** One product for those who edit it, archived or not. @throws ShopError `not_found` */
export async function findStaffProduct(context: Context, id: number): Promise<StaffProduct> {
  requirePermission(context, "products.edit");
  const products = typedSql(context.em).selectFrom("product").where("id", "=", id);
  const [product] = await readStaffProducts(products);
  if (!product) throw new ShopError("not_found", "Product not found");
  return product;
}
