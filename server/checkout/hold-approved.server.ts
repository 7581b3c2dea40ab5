import { isDeepStrictEqual } from "node:util";
import { LockMode } from "@mikro-orm/postgresql";
import { Checkout } from "#db/entities/index.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { currencyOf, formatMoney } from "#server/pricing/money.ts";
import { HOLD_MILLISECONDS, type PricedSnapshot } from "./checkout.ts";
import { refuseUnsellable } from "./hold-stock.server.ts";
import { holdForAddress, holdPlaceOf } from "./holds.server.ts";
import { lockCheckout, priceCart, requireMayBuy } from "./start-checkout.server.ts";

interface Approved {
  checkoutId: string;
  cartId: string;
  /** What the payer saw when they approved the payment. */
  snapshot: PricedSnapshot;
}

/** Whether a checkout no longer reserves its stock, because it has expired or was closed. */
export function hasLapsed({ status, holdExpiresAt }: Pick<Checkout, "status" | "holdExpiresAt">, now: Date) {
  if (status !== "paying" && status !== "open") return true;
  return holdExpiresAt !== null && holdExpiresAt !== undefined && holdExpiresAt <= now;
}

/**
 * Checks before the capture that an approved payment still buys what its payer saw: the cart at today's prices is
 * what they approved. With `renew`, for a payer who is present, the stock is reserved again; a checkout whose hold
 * has lapsed is reopened, since the payer did their part. Without it nothing changes.
 * @throws ShopError `conflict` (another cart, price or checkout by now), `out_of_stock`, `unauthenticated`
 */
export async function holdApproved(
  context: Context,
  { checkoutId, cartId, snapshot }: Approved,
  { renew }: { renew: boolean },
): Promise<void> {
  requireMayBuy(context);
  const { settings, clock, actor } = context;
  await inTransaction(context.em, async (em) => {
    await lockCheckout(em, cartId);
    const now = clock.now();
    const checkout = await em.findOneOrFail(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (checkout.status === "paid" || !checkout.details) throw changed();
    const others = { cart: cartId, status: { $in: ["open", "paying"] as const }, id: { $ne: checkoutId } };
    if ((await em.count(Checkout, { ...others, snapshot: { $ne: null } })) > 0) throw startedAgain();
    // While nobody is there to ask, the prices are those of the list that was approved.
    const tradeList = actor.kind === "user" ? tradeListOf(context) : (snapshot.tradeList ?? null);
    const asked = { cartId, details: checkout.details };
    const priced = await priceCart(em, asked, { settings, tradeList }, now);
    if (!isPricedAs(priced.snapshot, snapshot)) throw changed(priced.snapshot);
    const { lines, products } = priced;
    if (!renew) {
      // Beyond its share and after its end a checkout reserves nothing: others may have bought the stock meanwhile.
      const holder = { checkoutId, heldBy: checkout.heldBy ?? null };
      if (settings.stockManagement) await refuseUnsellable(em, products, lines, holder, now);
      await holdPlaceOf(em, context, checkout, undefined);
      return;
    }
    const holdExpiresAt = new Date(now.getTime() + HOLD_MILLISECONDS);
    em.assign(checkout, { status: "paying", holdExpiresAt });
    if (actor.kind === "user") em.assign(checkout, { user: actor.id });
    await em.flush();
    await holdForAddress(em, context, { checkout, lines: settings.stockManagement ? lines : [] });
  });
}

/**
 * Whether it is priced now as it was approved. What was approved before the shop froze how an order goes out says the
 * same of everything else.
 */
function isPricedAs(now: PricedSnapshot, approved: PricedSnapshot): boolean {
  const { delivery: _, ...withoutDelivery } = now;
  return isDeepStrictEqual(agreedOf(approved.delivery ? now : withoutDelivery), agreedOf(approved));
}

/**
 * What the payer approves: which goods, how many, at what price, how they come, and the total. What a product is called,
 * how its VAT is shown and what a pack weighs, staff may have changed meanwhile; the order has what was approved.
 */
function agreedOf({ lines, delivery, shipping, total, currency, isExport, tradeList }: PricedSnapshot) {
  const { loads: _, split: __, ...how } = delivery ?? { loads: null, split: null };
  return {
    ...{ shipping, total, currency, isExport, tradeList, how },
    goods: lines.map(({ productId, quantity, unitPrice }) => ({ productId, quantity, unitPrice })),
  };
}

/** For a payer whose cart is no longer what they approved. */
export function changed(priced?: Pick<PricedSnapshot, "total" | "currency">): ShopError {
  const now = priced ? ` The total is now ${formatMoney(priced.total, currencyOf(priced))}.` : "";
  return new ShopError("conflict", `Your cart has changed since you approved the payment.${now}`);
}

function startedAgain(): ShopError {
  return new ShopError("conflict", "Your approval waited too long: the checkout was begun anew since.");
}
