import type { Context } from "#server/core/context.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import { codeOf, type Pence } from "#server/pricing/money.ts";
import { countPaymentAttempt } from "./count-payment-attempt.server.ts";
import { findCheckoutOfCart, openScriptCheckout } from "./find-checkout.server.ts";
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
  context: Context,
  provider: PaymentProvider<Opened>,
  amount: Pence,
  cartId: string | null = null,
  shown?: ShownOrder,
): Promise<Opened> {
  const { id: paymentMethod } = provider;
  provider.assertAvailable(context, { offered: true });
  requireMayBuy(context);
  refuseUnchargeable(amount, codeOf(context.settings.currency));
  const open = (started: StartedCheckout) =>
    openWhileHeld(context, started, () => provider.openEmbedded(context, started));
  if (shown) return open(await startCheckoutAsShown(context, { amount, cartId, shown, paymentMethod }));
  const priced = cartId ? await findCheckoutOfCart(context, cartId, amount, paymentMethod) : {};
  if (priced.started) return open(priced.started);
  // Checked before it creates a row.
  await countPaymentAttempt(context);
  return provider.openAmount(
    context,
    await openScriptCheckout(context, amount, paymentMethod, priced.cartId),
  );
}
