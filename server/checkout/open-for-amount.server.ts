import type { Context } from "#server/core/context.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import { codeOf, type Pence } from "#server/pricing/money.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { findCheckoutOfCart } from "./find-checkout.server.ts";
import { openScriptCheckout } from "./open-script-checkout.server.ts";
import { openWhileHeld } from "./open-while-held.server.ts";
import { refuseUnchargeable } from "./payable-checkout.server.ts";
import { requireMayBuy, type StartedCheckout } from "./start-checkout.server.ts";
import { type ShownOrder, startCheckoutAsShown } from "./start-checkout-as-shown.server.ts";

/**
 * Opens a payment for an amount that a page or a script names (docs/rules.md#prices-4). The checkout page names the
 * amount of its button, the details and the items that it shows: it gets a payment of exactly that, or the new
 * amount. For a browser with a cart the amount must be what the server charges. A script without a cart gets a
 * payment of the amount it names, which can only buy an order whose server total is that amount.
 * @throws ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`, `rate_limited`,
 * `not_found` (the provider is not offered), `unavailable`
 */
export async function openForAmount<Opened>(
  begun: Context,
  provider: PaymentProvider<Opened>,
  amount: Pence,
  cartId: string | null = null,
  shown?: ShownOrder,
): Promise<Opened> {
  const { id: paymentMethod } = provider;
  // A script's amount is compared with its goods when the order is placed; a cart is priced here.
  const context = shown || cartId ? await withCurrentSettings(begun) : begun;
  provider.assertAvailable(context, { offered: true });
  requireMayBuy(context);
  refuseUnchargeable(amount, codeOf(context.settings.currency));
  const open = (started: StartedCheckout) =>
    openWhileHeld(context, started, () => provider.openEmbedded(context, started));
  if (shown) return open(await startCheckoutAsShown(context, { amount, cartId, shown, paymentMethod }));
  const priced = cartId ? await findCheckoutOfCart(context, cartId, amount, paymentMethod) : {};
  if (priced.started) return open(priced.started);
  // Checked before anything is made.
  await countPaymentAttempt(context);
  return openScriptCheckout(context, provider, { amount, cartId: priced.cartId ?? null });
}
