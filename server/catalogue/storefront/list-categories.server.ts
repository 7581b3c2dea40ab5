import type { Context } from "#server/core/context.ts";
import { catalogueRowsWithoutStock } from "./catalogue-rows.server.ts";

/**
 * The categories that products have, by name. Steps from one to the next along product_category_index, so that
 * it costs as much as there are categories, however many products there are.
 */
export async function listCategories(context: Context): Promise<string[]> {
  const rows = await catalogueRowsWithoutStock<{ category: string }>(
    context,
    `with recursive step as (
       (select category from product where archived_at is null order by category limit 1)
       union all
       select (select p.category from product p
               where p.archived_at is null and p.category > step.category order by p.category limit 1)
       from step where step.category is not null
     )
     select category from step where category is not null order by category`,
  );
  return rows.map((row) => row.category);
}
