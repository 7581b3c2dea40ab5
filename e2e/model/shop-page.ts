import { orderPayloadFor } from "#app/components/checkout/send-order.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import { detailsOf } from "#server/checkout/customer-address.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { settleReturn } from "#server/orders/payment/settle-return.server.ts";
import { orderPayloadSchema } from "#server/orders/placing/orders.schema.ts";
import { placeOrder } from "#server/orders/placing/place-order.server.ts";
import type { Model, Tab } from "./model.ts";

/* What the shop's page does in the browser, between the shop's responses. */

export function formOf(name: string): CheckoutForm {
  return {
    ...emptyCheckoutForm,
    firstName: name,
    lastName: "Shopper",
    email: `${name.toLowerCase()}@example.com`,
    address: "1 Mill Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
  };
}

/** The delivery address, in the order's format. */
export function addressOf(form: CheckoutForm): string {
  const { customerAddress, customerEmail } = detailsOf(form);
  return `${customerAddress} (${customerEmail})`;
}

/** The page shows the cart as it is now. */
export async function seeCart(context: Context, tab: Tab, cartId: string | null): Promise<void> {
  const { lines } = await readCart(context, cartId);
  tab.cart = lines
    .map(({ productId, quantity, unitPrice }) => `${quantity}×${productId} at ${unitPrice}`)
    .join(", ");
}

/** POST /api/orders, as the page sends it once the money is taken. */
export async function sendOrder(
  context: Context,
  { answer, form }: { answer: PreparedPayment; form: CheckoutForm },
  transactionId: string,
): Promise<string> {
  const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  const submitted = { ...form, fields };
  const { order } = await placeOrder(
    context,
    orderPayloadSchema.parse(orderPayloadFor(answer, submitted, transactionId)),
    null,
  );
  return `order ${order.invoiceNumber}`;
}

/** /checkout-success: what a returning shopper sees. */
export async function comeBack(context: Context, model: Model, tab: Tab): Promise<string> {
  const { paymentIntent = null, sessionId = null, payPalOrder = null } = tab.back ?? {};
  const named = { payment_intent: paymentIntent, session_id: sessionId, token: payPalOrder };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(named)) if (value) query.set(name, value);
  const outcome = (await settleReturn(context, query)) ?? { kind: "unmatched" };
  const knowsOutcome = payPalOrder !== null && (outcome.kind === "unpaid" || outcome.kind === "approve");
  if (knowsOutcome) model.isToldNothingCharged(payPalOrder);
  if (outcome.kind === "approve" && tab.payable?.kind === "PayPal") tab.payable.approved = false;
  return outcome.kind;
}

/** How a reader understands a refusal by the shop. */
export function toldBy(error: unknown): string {
  if (error instanceof ShopError) return `told: ${error.message}`;
  throw error;
}
