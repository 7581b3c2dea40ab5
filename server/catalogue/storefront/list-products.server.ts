import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import type { CatalogueQuery } from "./catalogue-query.ts";
import { catalogueRows, foundCatalogueRows } from "./catalogue-rows.server.ts";
import { conditionsOf, orders } from "./find-products.server.ts";
import { type ProductRow, productColumns, productViewsOf } from "./product-row.ts";
import type { ProductView } from "./product-view.ts";

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
