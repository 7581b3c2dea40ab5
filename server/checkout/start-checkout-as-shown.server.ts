import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import { detailsOf } from "./customer-address.ts";
import type { RequestedLine } from "./hold-stock.server.ts";
import { changedMeanwhile, requireShown } from "./payable-checkout.server.ts";
import { type StartedCheckout, startCheckout } from "./start-checkout.server.ts";

/** What the checkout page shows while its button is pressed. */
export interface ShownOrder {
  form: CheckoutForm;
  items: readonly RequestedLine[];
  /** Of the amount on the button; none in pounds. */
  currency?: CurrencyCode | undefined;
}

interface PressedButton {
  /** The amount that it showed. */
  amount: Pence;
  cartId: string | null;
  shown: ShownOrder;
  paymentMethod: ProviderId;
}

/**
 * The checkout of exactly what a page shows: the tab that pays decides what is bought and where it goes, whatever
 * other tabs sent before.
 * @throws ShopError `conflict` with `extra.expected` in pounds when it has changed, `out_of_stock`
 */
export async function startCheckoutAsShown(
  context: Context,
  { amount, cartId, shown, paymentMethod }: PressedButton,
): Promise<StartedCheckout> {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  const onButton = { amount, currency: shown.currency ?? "gbp" };
  return startCheckout(context, {
    cartId,
    details: detailsOf(shown.form),
    paymentMethod,
    agree: (snapshot) => {
      requireShown(snapshot, onButton);
      if (!sameItems(snapshot.lines, shown.items)) throw changedMeanwhile();
    },
  });
}

function sameItems(lines: readonly RequestedLine[], items: readonly RequestedLine[]): boolean {
  const quantities = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return (
    items.length === quantities.size &&
    items.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  );
}
