import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Answer, ask } from "../bench/answer.ts";
import type { Basket } from "../bench/shop-order.ts";

/** A script tries again for so long when nobody answers it: an instance was just killed. */
const TRIES = 60;
const PAUSE_MS = 250;

const intentSchema = z.object({ clientSecret: z.string() });
const orderSchema = z.object({ id: z.int(), transactionId: z.string().nullable() });

/** Buys a basket as a script does that tries again; returns the payment. @throws when there is no order in the end */
export async function buy(frontUrl: string, basket: Basket): Promise<string> {
  const begun = await persistently(`${frontUrl}/api/create-payment-intent`, { amount: basket.total });
  if (begun.status !== 200) throw new Error(`The intent was answered ${begun.status}: ${begun.body}`);
  const { clientSecret } = intentSchema.parse(JSON.parse(begun.body.toString()));
  const transactionId = clientSecret.replace(/_secret_.*/, "");
  // A card whose answer was lost is refused the second time: whether it was charged is the order's to find out.
  await persistently(`${frontUrl}/sandbox/stripe/payment_intents/${transactionId}/confirm`, {
    client_secret: clientSecret,
    card: { number: "4242424242424242", exp: "12/40", cvc: "123" },
  });
  const placed = await persistently(`${frontUrl}/api/orders`, {
    customerName: "Gwen Guest",
    customerEmail: `guest-${randomUUID()}@example.com`,
    customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
    customerPhone: "01584 111 222",
    shippingCountry: "United Kingdom",
    paymentMethod: "stripe",
    transactionId,
    items: basket.lines,
  });
  if (placed.status >= 300) throw new Error(`The order was answered ${placed.status}: ${placed.body}`);
  orderSchema.partial().parse(JSON.parse(placed.body.toString()));
  return transactionId;
}

async function persistently(url: string, json: unknown): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(url, { json }).catch(() => undefined);
    if (answer && ![502, 503, 504].includes(answer.status)) return answer;
    if (attempt === TRIES) throw new Error(`${url} does not answer (${answer?.status ?? "no connection"}).`);
    await wait(PAUSE_MS);
  }
}
