import { z } from "zod";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { thumbnailOf } from "#server/media/media-address.ts";
import { type DeliveryRule, drawerShipping, quoteDelivery } from "#server/pricing/delivery.ts";
import { deliverySentence, unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import { handlings, packSizeOf } from "#server/pricing/loads.ts";
import type { Currency } from "#server/pricing/money.ts";
import { perMeasureField, unitPriceBases } from "#server/pricing/price-per-measure.ts";
import { priceStepSchema } from "#server/pricing/price-step.schema.ts";
import { toldStepsFor, unitPriceFor } from "#server/pricing/price-steps.ts";
import { itemCountOf } from "#server/pricing/totals.ts";
import { deliveryRuleOf, vatRateOf } from "#server/settings/store-settings.ts";
import { type CartLineView, type CartView, MAX_LINE_QUANTITY } from "./cart-view.ts";
import type { DeliveryPlace } from "./delivery-place.server.ts";
import { sellableToCart } from "./lock-line.server.ts";

const lineSchema = z.object({
  product_id: z.number(),
  slug: z.string(),
  name: z.string(),
  image_url: z.string(),
  current_price: z.number(),
  on_sale: z.boolean(),
  price_steps: z.array(priceStepSchema),
  tax_rate: z.number().nullable(),
  quantity: z.number(),
  sellable: z.number(),
  archived: z.boolean(),
  gross_grams: z.number().nullable(),
  handling: z.enum(handlings),
  footprint_length: z.number().nullable(),
  footprint_width: z.number().nullable(),
  net_grams: z.number().nullable(),
  pack_millilitres: z.number().nullable(),
  unit_price_basis: z.enum(unitPriceBases),
});

/** A cart at today's prices, in the order things were added. Archived products are only named. */
export async function readCart(
  context: Context,
  cartId: string | null,
  place: DeliveryPlace | null = null,
): Promise<CartView> {
  const { settings } = context;
  const rules = { rule: deliveryRuleOf(settings), currency: settings.currency, place };
  if (!cartId) return cartViewOf(null, [], rules);
  const rows = await rawRows(
    context.em,
    lineSchema,
    `select product.id as product_id, product.slug, product.name, product.image_url, product.current_price,
       product.on_sale, product.price_steps, product.tax_rate, cart_line.quantity, ${sellableToCart} as sellable,
       product.archived_at is not null as archived, product.gross_grams, product.handling,
       product.footprint_length, product.footprint_width, product.net_grams, product.pack_millilitres,
       product.unit_price_basis
     from cart_line join product on product.id = cart_line.product_id
     where cart_line.cart_id = ?
     order by cart_line.id`,
    [cartId, cartId],
  );
  return cartViewOf(
    cartId,
    rows.filter(({ archived }) => !archived).map((row) => lineViewOf(context, row)),
    rules,
    rows.filter(({ archived }) => archived).map((row) => ({ productId: row.product_id, name: row.name })),
  );
}

/** The cart made of its lines: counts and the drawer's money, calculated by the current delivery rule. */
export function cartViewOf(
  id: string | null,
  lines: CartLineView[],
  rules: { rule: DeliveryRule; currency: Currency; place?: DeliveryPlace | null },
  noLongerSold: CartView["noLongerSold"] = [],
): CartView {
  const subtotal = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const { rule, currency } = rules;
  const asksPostcode = rule.kind !== "as_specified";
  const place = asksPostcode ? (rules.place ?? null) : null;
  const { shipping, problem } = shippingTo(lines, rule, place);
  return {
    id,
    lines,
    noLongerSold,
    itemCount: itemCountOf(lines),
    subtotal,
    drawerShipping: shipping,
    drawerTotal: subtotal + (shipping ?? 0),
    ...(asksPostcode ? { deliveryTo: place && { postcode: place.postcode, problem } } : {}),
    deliverySentence: deliverySentence(rule, currency),
  };
}

/** What delivery costs to where the visitor said, or why it has no price; before they said, what the drawer shows. */
function shippingTo(lines: CartLineView[], rule: DeliveryRule, place: DeliveryPlace | null) {
  if (!place || lines.length === 0) return { shipping: drawerShipping(lines, rule), problem: null };
  const quote = quoteDelivery(lines, place, rule);
  if (quote.kind !== "quoted") return { shipping: null, problem: unquotedMessage(quote) };
  return { shipping: quote.options[0].price, problem: null };
}

function lineViewOf(context: Context, row: z.output<typeof lineSchema>): CartLineView {
  const { settings } = context;
  const tradeList = tradeListOf(context);
  const content = {
    netGrams: row.net_grams,
    packMillilitres: row.pack_millilitres,
    unitPriceBasis: row.unit_price_basis,
  };
  const priceSteps = toldStepsFor(row.price_steps, tradeList, content);
  const product = { currentPrice: row.current_price, priceSteps };
  const unitPrice = unitPriceFor(product, row.quantity, tradeList);
  return {
    productId: row.product_id,
    slug: row.slug,
    name: row.name,
    imageUrl: row.image_url,
    thumbnailUrl: thumbnailOf(row.image_url),
    unitPrice,
    ...perMeasureField(unitPrice, content),
    ...product,
    onSale: row.on_sale,
    tradeList,
    quantity: row.quantity,
    lineTotal: unitPrice * row.quantity,
    vatRate: vatRateOf(settings, row.tax_rate),
    stockQuantity: settings.stockManagement ? row.sellable : MAX_LINE_QUANTITY,
    pack: packSizeOf({
      grossGrams: row.gross_grams,
      handling: row.handling,
      footprintLength: row.footprint_length,
      footprintWidth: row.footprint_width,
    }),
  };
}
