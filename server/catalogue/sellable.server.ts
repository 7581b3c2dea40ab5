import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import type { Place } from "#server/pricing/delivery-zones.ts";
import { describeLoads, handlings, packSizeOf } from "#server/pricing/loads.ts";
import type { Pence } from "#server/pricing/money.ts";
import { perMeasureField, unitPriceBases } from "#server/pricing/price-per-measure.ts";
import { priceStepSchema } from "#server/pricing/price-step.schema.ts";
import { unitPriceFor } from "#server/pricing/price-steps.ts";
import { quote } from "#server/pricing/quote.ts";
import type { PricedLine } from "#server/pricing/totals.ts";
import { pricingRulesOf, type StoreSettings, vatRateOf } from "#server/settings/store-settings.ts";

/*
 * What is charged begins here: one select of products, one price of a line. `quote` adds the delivery. What pages show
 * of products is read from memory (storefront/product-rows.server.ts); what takes money or stock reads it here.
 */

/** What decides whether a product is sold, and for how much: of `product`. */
export function sellableColumns(heldQuantity = "product.held_quantity"): string {
  return `product.id, product.name, product.slug, product.image_url as "imageUrl",
    product.current_price as "currentPrice", product.on_sale as "onSale", product.price_steps as "priceSteps",
    product.tax_rate as "taxRate", product.stock_quantity as "stockQuantity", ${heldQuantity} as "heldQuantity",
    product.archived_at is not null as "isArchived", product.gross_grams as "grossGrams", product.handling,
    product.footprint_length as "footprintLength", product.footprint_width as "footprintWidth",
    product.net_grams as "netGrams", product.pack_millilitres as "packMillilitres",
    product.unit_price_basis as "unitPriceBasis"`;
}

export const sellableSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    slug: z.string(),
    imageUrl: z.string(),
    currentPrice: z.number(),
    onSale: z.boolean(),
    priceSteps: z.array(priceStepSchema),
    taxRate: z.number().nullable(),
    stockQuantity: z.number(),
    heldQuantity: z.number(),
    isArchived: z.boolean(),
    grossGrams: z.number().nullable(),
    handling: z.enum(handlings),
    footprintLength: z.number().nullable(),
    footprintWidth: z.number().nullable(),
    netGrams: z.number().nullable(),
    packMillilitres: z.number().nullable(),
    unitPriceBasis: z.enum(unitPriceBases),
  })
  .transform((product) => ({ ...product, pack: packSizeOf(product) }));

export type SellableProduct = z.output<typeof sellableSchema>;

/** A product and how many units of it. */
export interface RequestedLine {
  productId: number;
  quantity: number;
}

const HELD_NOW = `(product.held_quantity - coalesce((select sum(quantity) from stock_hold
                    where product_id = product.id and expires_at <= ?), 0))::int`;

/**
 * Products as they are at this moment, without waiting for anybody who buys them: for prices and for anyone who only
 * looks. What lapsed checkouts hold counts as free already.
 */
export async function sellableProducts(
  em: EntityManager,
  lines: readonly Pick<RequestedLine, "productId">[],
  now: Date,
): Promise<ReadonlyMap<number, SellableProduct>> {
  if (lines.length === 0) return new Map();
  const ids = lines.map(({ productId }) => productId);
  const statement = `select ${sellableColumns(HELD_NOW)} from product where id in (?)`;
  return byId(await rawRows(em, sellableSchema, statement, [now, ids]));
}

export function byId(products: readonly SellableProduct[]): Map<number, SellableProduct> {
  return new Map(products.map((product) => [product.id, product]));
}

/** What can still be sold of a product. */
export function sellable(product: Pick<SellableProduct, "stockQuantity" | "heldQuantity">): number {
  return Math.max(0, product.stockQuantity - product.heldQuantity);
}

/** What decides about the prices of lines, apart from the products. */
export interface PricedFor {
  settings: StoreSettings;
  /** The buyer's list; null is everybody's prices. */
  tradeList: string | null;
}

/** So many of a product at today's price, or at one that staff have agreed on. */
export function priceLine(
  product: SellableProduct,
  quantity: number,
  { settings, tradeList }: PricedFor,
  unitPrice: Pence = unitPriceFor(product, quantity, tradeList),
): PricedLine {
  return {
    productId: product.id,
    productName: product.name,
    quantity,
    unitPrice,
    ...perMeasureField(unitPrice, product),
    vatRate: vatRateOf(settings, product.taxRate),
    pack: product.pack,
  };
}

/** Lines at today's prices. @throws ShopError `out_of_stock` for a product that is gone */
export function priceLines(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<number, SellableProduct>,
  pricedFor: PricedFor,
): PricedLine[] {
  assertStillSold(lines, products);
  return lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId);
    return product ? [priceLine(product, quantity, pricedFor)] : [];
  });
}

/** @throws ShopError `out_of_stock` for a product that is gone */
export function assertStillSold(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<number, Pick<SellableProduct, "isArchived">>,
): void {
  if (lines.every(({ productId }) => products.get(productId)?.isArchived === false)) return;
  throw new ShopError("out_of_stock", "A product in your cart is no longer sold.");
}

/**
 * Quotes what it costs to bring what is not in a cart to a place, at the prices of this moment; without options where
 * delivery has no price, and the message says why. Holds nothing.
 * @throws ShopError `validation_failed` for a product that is not sold, `rate_limited`
 */
export async function quoteItems(context: Context, items: readonly RequestedLine[], place: Place) {
  await countAgainstLimit(context, "search");
  const { settings } = context;
  const products = await sellableProducts(context.em, items, context.clock.now());
  const unknown = items.filter(({ productId }) => products.get(productId)?.isArchived !== false);
  if (unknown.length > 0) {
    const message = `There is no product with id ${unknown.map(({ productId }) => productId).join(", ")}.`;
    throw new ShopError("validation_failed", message, { fields: { items: [message] } });
  }
  const lines = priceLines(items, products, { settings, tradeList: tradeListOf(context) });
  const { subtotal, bringing } = quote(lines, place, pricingRulesOf(settings));
  if (bringing.kind !== "quoted") {
    const message = unquotedMessage(bringing);
    return { served: bringing.kind !== "not_served", subtotal, options: [], message };
  }
  const message = bringing.loads ? `Travels as ${describeLoads(bringing.loads)}.` : "";
  return { served: true, subtotal, options: bringing.options, message };
}
