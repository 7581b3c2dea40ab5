import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { type CurrencyCode, currencyOf, type Pence } from "#server/pricing/money.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import type { PreparedPayment } from "./checkout-response.ts";
import { detailsOf } from "./customer-address.ts";
import { openWhileHeld } from "./open-while-held.server.ts";
import { requireShown } from "./payable-checkout.server.ts";
import type { PricedSnapshot } from "./priced-snapshot.ts";
import { prepareCheckout, startCheckout } from "./start-checkout.server.ts";

type Next =
  | { kind: "form"; payment: PreparedPayment }
  /** Where the shopper continues: on a payment page, or at the result of an earlier payment. */
  | { kind: "elsewhere"; url: string };

interface PaymentRequest {
  cartId: string | null;
  form: CheckoutForm;
  method: ProviderId;
  /** "in-page": by a script in the page; "elsewhere": on the provider's own page. */
  mode: "in-page" | "elsewhere";
  /** The amount on the button, when the browser could not calculate the total itself. */
  shown?: { amount: Pence; currency: CurrencyCode };
}

/**
 * Starts the checkout of a cart and opens a way to pay: the provider's form or button in the page, which opens the
 * payment and holds the stock when it is pressed; or the provider's own page for browsers without JavaScript.
 * @throws ShopError as `startCheckout` and the provider's `openPage`
 */
export async function preparePayment(
  context: Context,
  { cartId, form, method, mode, shown }: PaymentRequest,
): Promise<Next> {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  const provider = providerOf(method);
  provider.assertAvailable(context, { offered: true });
  const input = {
    cartId,
    details: detailsOf(form),
    paymentMethod: method,
    agree: (snapshot: PricedSnapshot) => {
      if (shown) requireShown(snapshot, shown);
    },
  };
  if (mode === "in-page") {
    const { invoiceNumber, snapshot, total } = await prepareCheckout(context, input);
    const { delivery: _, ...charged } = snapshot;
    return {
      kind: "form",
      payment: { method, amount: total, currency: currencyOf(charged), invoiceNumber, snapshot: charged },
    };
  }
  const started = await startCheckout(context, input);
  try {
    const { url } = await openWhileHeld(context, started, () => provider.openPage(context, started));
    return { kind: "elsewhere", url };
  } catch (error) {
    const before = paidBefore(provider, error);
    if (!before) throw error;
    return { kind: "elsewhere", url: `/checkout-success?${before}` };
  }
}

/** Names the payment that the checkout already has, when no other is opened because of it. */
function paidBefore(provider: PaymentProvider, error: unknown): URLSearchParams | undefined {
  if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) return undefined;
  const { paymentIntentId } = error.extra;
  return typeof paymentIntentId === "string" ? provider.returnQuery(paymentIntentId) : undefined;
}
