import type { Context } from "#server/core/context.ts";
import { type ProductRow, productColumns, productViewsOf } from "./product-row.ts";
import type { ProductView } from "./product-view.ts";

/** Spec section 9: the home grid shows four products at most. */
const HOME_GRID_SIZE = 4;

/** The home grid: the first four by name of those meant for it (resolution B44). */
export async function findHomeProducts(context: Context): Promise<ProductView[]> {
  const rows = await context.em.execute<ProductRow[]>(
    `select ${productColumns} from product
     where show_on_home and archived_at is null order by name, id limit ?`,
    [HOME_GRID_SIZE],
  );
  return productViewsOf(context, rows);
}
