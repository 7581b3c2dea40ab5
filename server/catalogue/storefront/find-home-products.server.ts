import type { Context } from "#server/core/context.ts";
import { catalogueRows } from "./catalogue-rows.server.ts";
import { HOME_GRID_SIZE } from "./home-grid.ts";
import { type ProductRow, productColumns, productViewsOf } from "./product-row.ts";
import type { ProductView } from "./product-view.ts";

/** The home grid: first those that staff gave a place, then by name those meant for it. */
export async function findHomeProducts(context: Context): Promise<ProductView[]> {
  const rows = await catalogueRows<ProductRow>(
    context,
    `select ${productColumns} from product
     where show_on_home and archived_at is null order by home_position, name, id limit ?`,
    [HOME_GRID_SIZE],
  );
  return productViewsOf(context, rows);
}
