import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { truth, typedSql } from "#server/core/typed-sql.server.ts";
import type { Packaging } from "#server/pricing/pack-facts.ts";
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
  /** ISO date of the day on which its bulk density was measured. */
  bulkDensityMeasuredOn: string | null;
  /** The floor that a pack takes, in millimetres. */
  footprintLength: number | null;
  footprintWidth: number | null;
  packaging: Packaging;
  isArchived: boolean;
  version: number;
  /** Units in the warehouse, including those held for open payments. */
  stockQuantity: number;
  heldQuantity: number;
}

/** @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findProductForEdit = read(
  "products.edit",
  async (context: Context, id: number): Promise<ProductForEdit> => {
    const row = await selectWholeProducts(typedSql(context.em).selectFrom("product").where("id", "=", id))
      .select([
        "bulk_density_measured_on",
        "footprint_length",
        "footprint_width",
        "packaging",
        truth`archived_at is not null`.as("isArchived"),
        "version",
        "stock_quantity",
        "held_quantity",
      ])
      .executeTakeFirst();
    if (!row) throw new ShopError("not_found", "Product not found");
    return {
      product: publicProductOf(context, row),
      priceSteps: row.price_steps,
      bulkDensityMeasuredOn: row.bulk_density_measured_on,
      footprintLength: row.footprint_length,
      footprintWidth: row.footprint_width,
      packaging: row.packaging,
      isArchived: row.isArchived,
      version: row.version,
      stockQuantity: row.stock_quantity,
      heldQuantity: row.held_quantity,
    };
  },
);
