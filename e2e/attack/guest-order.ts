import { z } from "zod";
import type { Caller } from "./caller.ts";

const intentSchema = z.object({ clientSecret: z.string() });
const expectedSchema = z.object({ expected: z.number() });
const orderSchema = z.object({ id: z.number(), invoiceNumber: z.string() });

const CARD = { number: "4242424242424242", exp: "12/40", cvc: "123" };

export interface GuestOrder {
  invoiceNumber: string;
  transactionId: string;
}

const buyer = {
  customerName: "Vic Tim",
  customerEmail: "victim@example.com",
  customerPhone: "07700 900123",
  customerAddress: "1 Secret Lane, Ludlow, SY8 1AA, United Kingdom",
};

/** Buys one unit of the product over REST, as a script or an app does; extra fields go into the order unchanged. */
export async function buyAsGuest(
  caller: Caller,
  productId: number,
  fields: Record<string, unknown> = {},
): Promise<GuestOrder> {
  const items = [{ productId, quantity: 1 }];
  // A payment of another amount than the goods cost is refused afterwards, so ask the cart first.
  await caller.post("/cart", { form: { intent: "add", productId: String(productId), quantity: "1" } });
  const intent = await caller.post("/api/create-payment-intent", { json: { amount: 0.5 } });
  const { expected } = expectedSchema.parse(JSON.parse(intent.text));
  await caller.post("/cart", { form: { intent: "remove", productId: String(productId) } });
  const script = caller.withoutCookies();
  const opened = await script.post("/api/create-payment-intent", { json: { amount: expected } });
  const { clientSecret } = intentSchema.parse(JSON.parse(opened.text));
  const transactionId = clientSecret.replace(/_secret_.*/, "");
  await script.post(`/sandbox/stripe/payment_intents/${transactionId}/confirm`, {
    json: { client_secret: clientSecret, card: CARD },
  });
  const json = { ...buyer, paymentMethod: "stripe", transactionId, items, ...fields };
  const placed = await script.post("/api/orders", { json });
  if (placed.status >= 300) throw new Error(`No order: ${placed.status} ${placed.text}`);
  return { transactionId, ...orderSchema.parse(JSON.parse(placed.text)) };
}
