import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import type { PriceStep } from "#server/pricing/price-steps.ts";
import {
  catalogueRows,
  publicProductOf,
  selectWholeProducts,
  wholeProductsOf,
} from "./product-rows.server.ts";
import type { WholeProduct } from "./product-view.ts";

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

/** A product as everybody sees it, with what an edit compares: all read in one transaction. */
export interface ProductForEdit {
  product: WholeProduct;
  /** For everybody and for trade lists. */
  priceSteps: PriceStep[];
  version: number;
  /** Units in the warehouse, including those held for open payments. */
  stockQuantity: number;
  heldQuantity: number;
}

/** @throws ShopError `not_found` */
export async function findProductForEdit(context: Context, id: number): Promise<ProductForEdit> {
  const row = await selectWholeProducts(typedSql(context.em).selectFrom("product").where("id", "=", id))
    .select(["version", "stock_quantity", "held_quantity"])
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", "Product not found");
  return {
    product: publicProductOf(context, row),
    priceSteps: row.price_steps,
    version: row.version,
    stockQuantity: row.stock_quantity,
    heldQuantity: row.held_quantity,
  };
}
