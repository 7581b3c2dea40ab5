import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { productsByName } from "./products-by-name.server.ts";
import type { StaffCatalogueQuery } from "./staff-catalogue-query.ts";
import { type StaffProduct, staffProductColumns } from "./staff-product.ts";

const PAGE = 50;

export interface StaffProductPage {
  products: StaffProduct[];
  /** The id after which the next page begins; null on the last one. */
  next: number | null;
}

/** The catalogue for those who edit it, by name, read onwards from the product of id `after`. */
export async function listStaffProducts(
  context: Context,
  query: StaffCatalogueQuery,
  after: number | null = null,
): Promise<StaffProductPage> {
  requirePermission(context, "products.edit");
  const conditions = [`archived_at is ${query.archived ? "not null" : "null"}`];
  const parameters: (string | number)[] = [];
  if (query.category) {
    conditions.push("category = ?");
    parameters.push(query.category);
  }
  const { search } = query;
  const asked = { conditions, parameters, search, after, limit: PAGE + 1 };
  const rows = await productsByName<StaffProduct>(context, staffProductColumns, asked);
  const products = rows.slice(0, PAGE);
  return { products, next: rows.length > PAGE ? (products.at(-1)?.id ?? null) : null };
}

/** One product for those who edit it, archived or not. @throws ShopError `not_found` */
export async function findStaffProduct(context: Context, id: number): Promise<StaffProduct> {
  requirePermission(context, "products.edit");
  const [product] = await context.em.execute<StaffProduct[]>(
    `select ${staffProductColumns} from product where id = ?`,
    [id],
  );
  if (!product) throw new ShopError("not_found", "Product not found");
  return product;
}
