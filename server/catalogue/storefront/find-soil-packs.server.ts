import { packLitresOf, type SoilPack, soilPackAddresses } from "#server/calculators/soil-packs.ts";
import type { Context } from "#server/core/context.ts";
import { catalogueRows } from "./catalogue-rows.server.ts";
import { type ProductRow, productColumns, productViewsOf } from "./product-row.ts";
import type { ProductView } from "./product-view.ts";

/** What the application-rate calculator offers: the products that are mixed into soil, those on sale in the shop. */
export async function findSoilPacks(context: Context): Promise<SoilPack[]> {
  const rows = await catalogueRows<ProductRow>(
    context,
    `select ${productColumns} from product
     where slug in (${soilPackAddresses.map(() => "?").join(", ")}) and archived_at is null order by name`,
    [...soilPackAddresses],
  );
  return productViewsOf(context, rows).flatMap((product) => soilPackOf(product) ?? []);
}

/** A product as the calculator needs it; undefined for what is not mixed into soil. */
export function soilPackOf({ id, name, slug, currentPrice, canBuy }: ProductView): SoilPack | undefined {
  const packLitres = packLitresOf(slug);
  return packLitres === undefined ? undefined : { id, name, slug, currentPrice, canBuy, packLitres };
}
