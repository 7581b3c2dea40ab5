import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Order, OrderLine } from "#db/entities/index.ts";
import { resendVerification } from "#server/accounts/send-verification.server.ts";
import { sendPasswordReset } from "#server/accounts/set-password.server.ts";
import { systemClock } from "#server/core/context.ts";
import { mailNewsletterCode, subscribe } from "#server/newsletter/subscribe.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "./factories.ts";
import { mailedLink } from "./mailed.ts";
import { callRest } from "./rest-caller.ts";
import { type ExampleChanges, orderPayload } from "./rest-examples.ts";
import { approvePayPalOrder, payIntent } from "./sandbox.ts";

/** Operations that one request exhausts: what each needs is made again for every call, which then succeeds. */
export const freshExamples: Record<string, () => Promise<ExampleChanges>> = {
  "POST /api/orders": async () => {
    const product = await makeProduct(await testContext(), { price: 2000 });
    const { invoiceNumber: _, ...payload } = orderPayload(product.id);
    return { body: { ...payload, invoiceNumber: undefined, transactionId: await paidIntent("50.99") } };
  },
  "POST /paypal/order/{orderId}/capture": async () => {
    const { body } = await callRest("POST", "/paypal/order", {
      json: { amount: "50.99", currency: "GBP", intent: "capture" },
    });
    const { id } = z.object({ id: z.string() }).parse(body);
    await approvePayPalOrder(id);
    return { params: { orderId: id } };
  },
  "POST /api/auth/register": async () => {
    const name = `fresh-${randomUUID()}`;
    return { body: { email: `${name}@example.com`, username: name } };
  },
  "POST /api/newsletter/confirm": async () => {
    const context = await testContext({ clock: systemClock });
    const email = `fresh-${randomUUID()}@example.com`;
    await subscribe(context, { email, source: "api" });
    return { body: { email, code: await mailNewsletterCode(context, { email }) } };
  },
  "POST /api/admin/orders/{id}/parcels": async () => {
    const context = await testContext();
    const product = await makeProduct(context);
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
    return { params: { id }, body: { lines: [{ productId: product.id, quantity: 1 }] } };
  },
  "POST /api/admin/orders/{id}/refunds": async () => {
    const { id, lines } = await orderInHands(0);
    return { params: { id }, body: { lines } };
  },
  "POST /api/admin/orders/{id}/cancel": async () => ({ params: { id: (await orderInHands(0)).id } }),
  "POST /api/admin/orders/{id}/returns": async () => {
    const { id, lines } = await orderInHands(1);
    return { params: { id }, body: { lines } };
  },
  "POST /api/admin/orders/{id}/hand-over": async () => ({ params: { id: (await orderInHands(0)).id } }),
  "POST /api/admin/users": async () => {
    const name = `fresh-${randomUUID()}`;
    return { body: { email: `${name}@example.com`, username: name } };
  },
  "DELETE /api/admin/users/{id}": async () => ({
    params: { id: (await makeUser(await testContext())).id },
  }),
  "POST /api/auth/reset-password": async () => {
    const context = await testContext({ clock: systemClock });
    const { email } = await makeUser(context);
    await sendPasswordReset(context, { email });
    return { body: { token: (await mailedLink(context, "reset-password", email)).token } };
  },
  "GET /api/auth/verify": async () => {
    const context = await testContext({ clock: systemClock });
    const user = await makeUser(context, { isVerified: false });
    await resendVerification(asUser(context, user));
    const { email, token } = await mailedLink(context, "verify-email", user.email);
    return { query: { email, token } };
  },
};

/** A payment of the sandbox that has gone through, as a transactionId. */
async function paidIntent(amount: string): Promise<string> {
  const { body } = await callRest("POST", "/api/create-payment-intent", { json: { amount } });
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(body);
  await payIntent(clientSecret, "4242424242424242");
  return clientSecret.replace(/_secret_.*/, "");
}

/** An order of one unit, paid in cash, that left or not. */
async function orderInHands(left: 0 | 1) {
  const context = await testContext();
  const product = await makeProduct(context);
  const { id } = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
  const em = context.em.fork();
  await em.nativeUpdate(Order, id, { paymentMethod: "cash", transactionId: null });
  await em.nativeUpdate(OrderLine, { order: id }, { leftQuantity: left });
  return { id, lines: [{ productId: product.id, quantity: 1, backIntoStock: true }] };
}
