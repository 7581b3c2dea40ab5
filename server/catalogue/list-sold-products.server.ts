import type { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import { vatRateOf } from "#server/settings/store-settings.ts";
import { productsByName } from "./products-by-name.server.ts";
import type { soldProductsQuerySchema } from "./staff-catalogue-query.ts";
import { productViewsOf, readProductRows } from "./storefront/product-row.server.ts";
import type { ProductView } from "./storefront/product-view.ts";

const PAGE = 50;

/** A product with the VAT rate it is sold at, its own or the store's, in basis points. */
export type SoldProduct = ProductView & { taxRate: BasisPoints };

export interface SoldProductPage {
  products: SoldProduct[];
  /** The id after which the next page begins; null on the last one. */
  next: number | null;
}

/** The products of the shop by name, a page at a time, for staff's tables; what is out of stock included. */
export async function listSoldProducts(
  context: Context,
  { search, cursor }: z.output<typeof soldProductsQuerySchema>,
): Promise<SoldProductPage> {
  const rows = await productsByName(context, readProductRows, {
    conditions: [condition`archived_at is null`],
    search,
    after: cursor,
    limit: PAGE + 1,
  });
  const products = productViewsOf(context, rows.slice(0, PAGE)).map((product) => ({
    ...product,
    taxRate: vatRateOf(context.settings, product.taxRate),
  }));
  return { products, next: rows.length > PAGE ? (products.at(-1)?.id ?? null) : null };
}
