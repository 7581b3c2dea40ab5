import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { priceLine, sellable, sellableColumns, sellableSchema } from "#server/catalogue/sellable.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { cartCookie, readCookie } from "#server/http/cookies.server.ts";
import { thumbnailOf } from "#server/media/media-address.ts";
import { type DeliveryRule, DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { deliverySentence, unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import type { Pence } from "#server/pricing/money.ts";
import { describedStepsFor } from "#server/pricing/price-steps.ts";
import { type PricingRules, quote } from "#server/pricing/quote.ts";
import { itemCountOf, lineTotal } from "#server/pricing/totals.ts";
import { pricingRulesOf } from "#server/settings/store-settings.ts";
import { type CartLineView, type CartView, MAX_LINE_QUANTITY } from "./cart-view.ts";
import type { DeliveryPlace } from "./delivery-place.server.ts";

export interface LockedLine {
  name: string;
  /** What this cart may hold at most; 99 while stock is not managed. */
  stockQuantity: number;
  /** What the cart holds already. */
  quantity: number;
}

/** What an open payment of this very cart holds of a product: it is not lost to the cart. */
const heldByCart = `coalesce((
    select sum(stock_hold.quantity) from stock_hold join checkout on checkout.id = stock_hold.checkout_id
    where stock_hold.product_id = product.id and checkout.cart_id = ?), 0)`;

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
    `select product.name, greatest(product.stock_quantity - product.held_quantity + ${heldByCart}, 0)::int as sellable,
       coalesce(cart_line.quantity, 0) as quantity
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

const lineSchema = sellableSchema.and(z.object({ quantity: z.number() }));

/** A cart at today's prices, in the order things were added. Archived products are only named. */
export async function readCart(
  context: Context,
  cartId: string | null,
  place: DeliveryPlace | null = null,
): Promise<CartView> {
  const { settings } = context;
  const rules = { ...pricingRulesOf(settings), place };
  if (!cartId) return cartViewOf(null, [], rules);
  const rows = await rawRows(
    context.em,
    lineSchema,
    `select ${sellableColumns(`(product.held_quantity - ${heldByCart})::int`)}, cart_line.quantity
       from cart_line join product on product.id = cart_line.product_id
      where cart_line.cart_id = ?
      order by cart_line.id`,
    [cartId, cartId],
  );
  return cartViewOf(
    cartId,
    rows.filter(({ isArchived }) => !isArchived).map((row) => lineViewOf(context, row)),
    rules,
    rows.filter(({ isArchived }) => isArchived).map(({ id, name }) => ({ productId: id, name })),
  );
}

/** The cart made of its lines: counts and the drawer's money, by the current rules. */
export function cartViewOf(
  id: string | null,
  lines: CartLineView[],
  rules: PricingRules & { place?: DeliveryPlace | null },
  noLongerSold: CartView["noLongerSold"] = [],
): CartView {
  const { deliveryRule, currency } = rules;
  const asksPostcode = deliveryRule.kind !== "as_specified";
  const place = asksPostcode ? (rules.place ?? null) : null;
  const { subtotal, shipping, unquoted } = quote(lines, place ?? { country: "United Kingdom" }, rules);
  const problem = place && unquoted && lines.length > 0 ? unquotedMessage(unquoted) : null;
  const drawerShipping = drawerShippingOf(lines, unquoted ? null : shipping, deliveryRule);
  return {
    id,
    lines,
    noLongerSold,
    itemCount: itemCountOf(lines),
    subtotal,
    drawerShipping,
    drawerTotal: subtotal + (drawerShipping ?? 0),
    ...(asksPostcode ? { deliveryTo: place && { postcode: place.postcode, problem } } : {}),
    deliverySentence: deliverySentence(deliveryRule, currency),
  };
}

/**
 * The drawer's Shipping: flat by the built-in rule, else what delivery costs to where the visitor said, or inside the UK
 * before they did; null where it has no price.
 */
function drawerShippingOf(
  lines: readonly CartLineView[],
  shipping: Pence | null,
  { kind }: DeliveryRule,
): Pence | null {
  if (lines.length === 0) return 0;
  return kind === "as_specified" ? DRAWER_SHIPPING : shipping;
}

function lineViewOf(context: Context, row: z.output<typeof lineSchema>): CartLineView {
  const { settings } = context;
  const tradeList = tradeListOf(context);
  const { productName: name, ...line } = priceLine(row, row.quantity, { settings, tradeList });
  return {
    ...line,
    name,
    slug: row.slug,
    imageUrl: row.imageUrl,
    thumbnailUrl: thumbnailOf(row.imageUrl),
    currentPrice: row.currentPrice,
    onSale: row.onSale,
    priceSteps: describedStepsFor(row.priceSteps, tradeList, row),
    tradeList,
    lineTotal: lineTotal(line),
    stockQuantity: settings.stockManagement ? sellable(row) : MAX_LINE_QUANTITY,
    pack: row.pack,
  };
}

const cartIdSchema = z.uuid();
const foundSchema = z.object({ id: z.string() });

/**
 * The cart of a request: the one its signed cookie names, else the latest of the signed-in user (another device's),
 * else none. Another user's is nobody else's, whose browser may still carry it: their session was ended from elsewhere.
 */
export async function cartIdFrom({ em, actor }: Context, request: Request): Promise<string | null> {
  const carried = cartIdSchema.safeParse(await readCookie(await cartCookie(em), request)).data ?? null;
  const userId = actor.kind === "user" ? actor.id : null;
  if (carried === null && userId === null) return null;
  const [cart] = await rawRows(
    em,
    foundSchema,
    `select id from cart where user_id = ? or (id = ? and user_id is null)
      order by id = ? desc, updated_at desc, id limit 1`,
    [userId, carried, carried],
  );
  return cart?.id ?? null;
}

/** The `Set-Cookie` value that keeps a cart with a browser, or takes its cookie away where there is none. */
export async function cartCookieHeader(context: Context, cartId: string | null): Promise<string> {
  const cookie = await cartCookie(context.em);
  return cartId === null ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(cartId);
}
