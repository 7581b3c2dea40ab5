import { Checkout, User } from "#db/entities/index.ts";
import type { DeliveryPlace } from "#server/cart/delivery-place.server.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { unquotedMessage } from "#server/pricing/delivery-sentences.ts";
import { type Pence, penceToPounds } from "#server/pricing/money.ts";
import { possibleTotals, quote } from "#server/pricing/quote.ts";
import { deliveryRuleOf, pricingRulesOf } from "#server/settings/store-settings.ts";
import type { PricedSnapshot } from "./checkout.ts";
import { type CheckoutForm, formOf } from "./checkout-details.ts";
import { DEFAULT_COUNTRY, emptyCheckoutForm } from "./checkout-form.ts";
import { type StartedCheckout, startCheckout } from "./start-checkout.server.ts";

interface Found {
  /** Its stock is held from now on: open its payment with `openWhileHeld`. */
  started?: StartedCheckout;
  /** The cart that the amount is for; the order will remove its lines. */
  cartId?: string;
}

/**
 * The checkout in progress of a cart, updated to what the cart has now; or the cart alone when no details were
 * entered yet; nothing for an empty cart.
 * @throws ShopError `conflict` when the amount is not what the cart costs, with `extra.expected` in pounds where that
 * can be known before the place is; `validation_failed` for a place that is not served; `out_of_stock`
 */
export async function findCheckoutOfCart(
  context: Context,
  cartId: string,
  amount: Pence,
  paymentMethod: ProviderId,
): Promise<Found> {
  const { lines } = await readCart(context, cartId);
  if (lines.length === 0) return {};
  const now = context.clock.now();
  const checkout = await context.em
    .fork()
    .findOne(
      Checkout,
      { cart: cartId, status: "paying", snapshot: { $ne: null }, holdExpiresAt: { $gt: now } },
      { orderBy: { createdAt: "desc" } },
    );
  const rules = pricingRulesOf(context.settings);
  if (checkout?.details) {
    const { details } = checkout;
    const agree = ({ total }: PricedSnapshot) => {
      if (total !== amount) throw amountChanged(total);
    };
    return { started: await startCheckout(context, { cartId, details, paymentMethod, agree }) };
  }
  // The destination is not known yet, so the delivery to any place may be meant.
  const possible = possibleTotals(lines, rules);
  if (possible.has(amount)) return { cartId };
  const atHome = quote(lines, { country: "United Kingdom" }, rules);
  if (!atHome.unquoted) throw amountChanged(atHome.total);
  throw new ShopError("conflict", possible.size === 0 ? unquotedMessage(atHome.unquoted) : PLACE_MISSING);
}

const PLACE_MISSING =
  "What this cart costs depends on where it goes, and this amount is its price nowhere. GET /api/delivery-quote tells the delivery to a postcode; the amount is the goods with that.";

function amountChanged(expected: Pence): ShopError {
  return new ShopError("conflict", "The total of your cart has changed.", {
    extra: { expected: penceToPounds(expected) },
  });
}

/**
 * The initial values of the checkout form: what was entered for this cart before (a reload, a return from the payment
 * page), else the signed-in customer's details, else an empty form, with the postcode that was named in this visit.
 */
export async function findCheckoutForm(
  context: Context,
  cartId: string | null,
  place: DeliveryPlace | null = null,
): Promise<CheckoutForm> {
  const em = context.em.fork();
  const begun = cartId
    ? await em.findOne(
        Checkout,
        { cart: cartId, status: { $ne: "paid" }, details: { $ne: null } },
        { orderBy: { createdAt: "desc" } },
      )
    : null;
  if (begun?.details) return formOf(begun.details);
  const user = context.actor.kind === "user" ? await em.findOne(User, context.actor.id) : null;
  // Anyone who has an account was asked there, for their consent.
  const asksForMarketing = context.settings.customerAccountCreation === "automatic";
  // By the built-in rule no page has asked for it.
  const isAsked = deliveryRuleOf(context.settings).kind !== "as_specified";
  const postcode = isAsked ? (place?.postcode ?? "") : "";
  if (!user) return { ...emptyCheckoutForm, postcode, marketingAsked: asksForMarketing ? "on" : "" };
  const [firstName = "", ...rest] = user.name.split(" ");
  return {
    ...emptyCheckoutForm,
    firstName,
    lastName: rest.join(" "),
    email: user.email,
    phone: user.phone,
    address: user.address,
    city: user.city,
    postcode: user.postcode || postcode,
    country: user.country || DEFAULT_COUNTRY,
  };
}
