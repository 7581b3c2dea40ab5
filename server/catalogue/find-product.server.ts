import { read } from "#server/access/read.server.ts";
import { type PackOfFamily, packFields } from "#server/catalogue/family-packs.ts";
import {
  catalogueRows,
  productViewsOf,
  publicProductOf,
  selectProducts,
  selectWholeProducts,
  wholeProductsOf,
} from "#server/catalogue/product-rows.server.ts";
import type { ProductView, WholeProduct } from "#server/catalogue/product-view.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { pick } from "#server/core/touched-fields.ts";
import { truth, typedSql } from "#server/core/typed-sql.server.ts";

const slugShape = /^[a-z0-9][a-z0-9-]{0,199}$/;

/** The product at an address, unless it is unknown or archived. */
export async function findProductBySlug(context: Context, slug: string): Promise<WholeProduct | undefined> {
  if (!slugShape.test(slug)) return undefined;
  const [row] = await catalogueRows(context, (sql) =>
    selectWholeProducts(sql.selectFrom("product").where("slug", "=", slug).where("archived_at", "is", null)),
  );
  return row && wholeProductsOf(context, [row])[0];
}

/** The product of an id as everybody sees it, archived or not. @throws ShopError `not_found` */
export async function findProductById(context: Context, id: number): Promise<WholeProduct> {
  const [row] = await selectWholeProducts(
    typedSql(context.em).selectFrom("product").where("id", "=", id),
  ).execute();
  if (!row) throw new ShopError("not_found", "Product not found");
  return publicProductOf(context, row);
}

/**
 * A product as everybody sees it, with what is saved of it, which an edit compares: all read in one transaction.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const findProductForEdit = read("products.edit", async (context: Context, id: number) => {
  const saved = await selectWholeProducts(typedSql(context.em).selectFrom("product").where("id", "=", id))
    .select([
      "bulk_density_measured_on as bulkDensityMeasuredOn",
      "packaging",
      truth`archived_at is not null`.as("isArchived"),
      "version",
      // Units in the warehouse, including those held for open payments.
      "stock_quantity as warehouseQuantity",
      "held_quantity as heldQuantity",
    ])
    .executeTakeFirst();
  if (!saved) throw new ShopError("not_found", "Product not found");
  return { product: publicProductOf(context, saved), saved };
});

export type ProductForEdit = Awaited<ReturnType<typeof findProductForEdit>>;

/** More sizes of one thing than anybody sells. */
const MOST_PACKS = 100;

/** All packs of a product's family, the cheapest first, itself among them; none where it is the only one. */
export async function findPacksOfFamily(
  context: Context,
  { family }: Pick<ProductView, "family">,
): Promise<PackOfFamily[]> {
  if (family === null) return [];
  const rows = await catalogueRows(context, (tables) =>
    selectProducts(
      tables
        .selectFrom("product")
        .where("family", "=", family)
        .where("archived_at", "is", null)
        .orderBy("current_price")
        .orderBy("id")
        .limit(MOST_PACKS),
    ),
  );
  if (rows.length < 2) return [];
  return productViewsOf(context, rows).map((pack) => ({
    ...pick(pack, packFields),
    packLabel: pack.packLabel ?? pack.name,
  }));
}
