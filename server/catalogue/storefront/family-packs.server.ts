import type { Context } from "#server/core/context.ts";
import type { PackOfFamily } from "./family-packs.ts";
import { catalogueRows, productViewsOf, selectProducts } from "./product-rows.server.ts";
import type { ProductView } from "./product-view.ts";

/** More sizes of one thing than anybody sells. */
const MOST_PACKS = 100;

/** All packs of a product's family, the cheapest first, itself among them; none where it is the only one. */
export async function findPacksOfFamily(
  context: Context,
  { family }: Pick<ProductView, "family">,
): Promise<PackOfFamily[]> {
  if (family === null) return [];
  const rows = await catalogueRows(context, (tables) =>
    selectProducts(
      tables
        .selectFrom("product")
        .where("family", "=", family)
        .where("archived_at", "is", null)
        .orderBy("current_price")
        .orderBy("id")
        .limit(MOST_PACKS),
    ),
  );
  if (rows.length < 2) return [];
  return productViewsOf(context, rows).map((pack) => ({
    id: pack.id,
    name: pack.name,
    slug: pack.slug,
    packLabel: pack.packLabel ?? pack.name,
    imageUrl: pack.imageUrl,
    currentPrice: pack.currentPrice,
    priceSteps: pack.priceSteps,
    tradeList: pack.tradeList,
    wasPrice: pack.wasPrice,
    isTradePrice: pack.isTradePrice,
    perMeasure: pack.perMeasure,
    canBuy: pack.canBuy,
  }));
}
