import type { Context } from "#server/core/context.ts";
import type { ProductView } from "./product-view.ts";

/** A row of `productColumns`, as PostgreSQL returns it. */
export interface ProductRow {
  id: number;
  name: string;
  slug: string;
  description: string;
  price: number;
  sale_price: number | null;
  on_sale: boolean;
  current_price: number;
  category: string;
  image_url: string;
  sellable: number;
  is_bestseller: boolean;
  is_new: boolean;
  tax_rate: number | null;
}

/** What can be sold now: stock less what open payments hold. */
export const sellableStock = "greatest(stock_quantity - held_quantity, 0)";

/** The columns every catalogue read selects, so that one mapping serves them all. */
export const productColumns = `id, name, slug, description, price, sale_price, on_sale, current_price, category,
  image_url, ${sellableStock} as sellable, is_bestseller, is_new, tax_rate`;

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
