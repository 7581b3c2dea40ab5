import type { Context } from "#server/core/context.ts";
import { condition, type TypedSql, wholeNumber } from "#server/core/typed-sql.server.ts";
import type { ProductsQuery } from "../products-by-name.server.ts";
import { HOME_GRID_SIZE } from "./home-grid.ts";
import type { ProductView } from "./product-view.ts";

/** What every read of the catalogue selects, so that one mapping serves them all. */
export function selectProducts(products: ProductsQuery) {
  return products.select([
    "id",
    "name",
    "slug",
    "description",
    "price",
    "sale_price",
    "on_sale",
    "current_price",
    "category",
    "image_url",
    // What can be sold now: stock less what open payments hold.
    wholeNumber`greatest(stock_quantity - held_quantity, 0)`.as("sellable"),
    "is_bestseller",
    "is_new",
    "tax_rate",
  ]);
}

export function readProductRows(products: ProductsQuery): Promise<ProductRow[]> {
  return selectProducts(products).execute();
}

export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>["execute"]>>[number];

/** The home grid: first those that staff gave a place, then by name those meant for it. */
export function inHomeGrid(sql: TypedSql): ProductsQuery {
  return sql
    .selectFrom("product")
    .where(condition`show_on_home and archived_at is null`)
    .orderBy("home_position")
    .orderBy("name")
    .orderBy("id")
    .limit(HOME_GRID_SIZE);
}

/** Rows as the shop shows them under its settings. */
export function productViewsOf({ settings }: Context, rows: readonly ProductRow[]): ProductView[] {
  return rows.map((row) => productViewOf(row, settings));
}

function productViewOf(row: ProductRow, settings: Context["settings"]): ProductView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    price: row.price,
    salePrice: row.sale_price,
    onSale: row.on_sale,
    currentPrice: row.current_price,
    category: row.category,
    imageUrl: row.image_url,
    stockQuantity: row.sellable,
    canBuy: row.sellable > 0 || !settings.stockManagement,
    isBestseller: row.is_bestseller,
    isNew: row.is_new,
    taxRate: row.tax_rate,
  };
}
