import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { cartCookie, readCookie } from "#server/http/cookies.server.ts";
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

export interface LockedLine {
  name: string;
  /** What this cart may hold at most; 99 while stock is not managed. */
  stockQuantity: number;
  /** What the cart holds already. */
  quantity: number;
}

/**
 * What this cart could buy of a product: stock less what others hold. What an open payment of this very cart
 * holds is not lost to it.
 */
const sellableToCart = `greatest(product.stock_quantity - product.held_quantity + coalesce((
    select sum(stock_hold.quantity) from stock_hold join checkout on checkout.id = stock_hold.checkout_id
    where stock_hold.product_id = product.id and checkout.cart_id = ?), 0), 0)::int`;

const lockedLineSchema = z.object({ name: z.string(), sellable: z.number(), quantity: z.number() });

/**
 * Makes the cart when there is none yet, locks it until the transaction ends (so that two adds take turns), and
 * reads its line of a product.
 * @throws ShopError `not_found` for a product that is unknown or archived.
 */
export async function lockLine(
  context: Context,
  em: EntityManager,
  cartId: string,
  productId: number,
): Promise<LockedLine> {
  const now = context.clock.now();
  await em.execute(
    `insert into cart (id, user_id, created_at, updated_at) values (?, ?, ?, ?)
     on conflict (id) do update set updated_at = excluded.updated_at`,
    [cartId, context.actor.kind === "user" ? context.actor.id : null, now, now],
    "run",
  );
  const [row] = await rawRows(
    em,
    lockedLineSchema,
    `select product.name, ${sellableToCart} as sellable, coalesce(cart_line.quantity, 0) as quantity
     from product left join cart_line on cart_line.product_id = product.id and cart_line.cart_id = ?
     where product.id = ? and product.archived_at is null`,
    [cartId, cartId, productId],
  );
  if (!row) throw new ShopError("not_found", "This product is no longer available.");
  const stockQuantity = context.settings.stockManagement ? row.sellable : MAX_LINE_QUANTITY;
  return { name: row.name, stockQuantity, quantity: row.quantity };
}

/** Sets the quantity of a line of a cart that `lockLine` has locked. */
export async function writeLine(
  em: EntityManager,
  cartId: string,
  productId: number,
  quantity: number,
): Promise<void> {
  await em.execute(
    `insert into cart_line (cart_id, product_id, quantity) values (?, ?, ?)
     on conflict (cart_id, product_id) do update set quantity = excluded.quantity`,
    [cartId, productId, quantity],
    "run",
  );
}

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

const cartIdSchema = z.uuid();

/**
 * The cart of a request: the one its signed cookie names, else the latest of the signed-in user (another device's),
 * else none.
 */
export async function cartIdFrom(context: Context, request: Request): Promise<string | null> {
  const carried = cartIdSchema.safeParse(await readCookie(await cartCookie(context.em), request));
  if (carried.success) return carried.data;
  if (context.actor.kind !== "user") return null;
  const latest = await typedSql(context.em)
    .selectFrom("cart")
    .where("user_id", "=", context.actor.id)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(1)
    .select("id")
    .executeTakeFirst();
  return latest?.id ?? null;
}

/** The `Set-Cookie` value that keeps a cart with a browser. */
export async function cartCookieHeader(context: Context, cartId: string): Promise<string> {
  return (await cartCookie(context.em)).serialize(cartId);
}
