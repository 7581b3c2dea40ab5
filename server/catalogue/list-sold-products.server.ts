import type { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import { vatRateOf } from "#server/settings/store-settings.ts";
import { type ProductRow, productColumns, productViewsOf } from "./product-row.ts";
import { productSearch } from "./product-search.ts";
import type { ProductView } from "./product-view.ts";
import type { soldProductsQuerySchema } from "./staff-catalogue-query.ts";

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
  const conditions = ["archived_at is null"];
  const parameters: (string | number)[] = [];
  if (search) {
    const found = productSearch(search);
    conditions.push(found.condition);
    parameters.push(...found.parameters);
  }
  if (cursor) {
    conditions.push("(name, id) > (select name, id from product where id = ?)");
    parameters.push(cursor);
  }
  const rows = await context.em.execute<ProductRow[]>(
    `select ${productColumns} from product where ${conditions.join(" and ")} order by name, id limit ?`,
    [...parameters, PAGE + 1],
  );
  const products = productViewsOf(context, rows.slice(0, PAGE)).map((product) => ({
    ...product,
    taxRate: vatRateOf(context.settings, product.taxRate),
  }));
  return { products, next: rows.length > PAGE ? (products.at(-1)?.id ?? null) : null };
}
