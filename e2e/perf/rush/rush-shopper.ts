import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { Caller, type CallerResponse } from "../../attack/caller.ts";
import { details } from "../../faults/paying.ts";

/** On the checkout page the stock is held before anybody pays; a script pays first and says then what it buys. */
export type Way = "on the checkout page" | "by script";

/** How a shopper's rush ended: with an order, or with what the shop said instead. */
export interface Ending {
  isOrder: boolean;
  status: number;
  message: string;
  /** From the press of "Pay" to the order or the refusal. */
  milliseconds: number;
}

interface Wanted {
  id: number;
  name: string;
  /** Pounds, with delivery. */
  total: number;
}

const CARD = { number: "4242424242424242", exp: "12/40", cvc: "123" };
const PATIENCE_MS = 120_000;
const BETWEEN_LOOKS_MS = 250;
const responseSchema = z.object({
  clientSecret: z.string().optional(),
  message: z.string().optional(),
  /** Pounds. */
  expected: z.number().optional(),
});

/** Somebody at an address of their own who wants one unit. */
export class RushShopper {
  /** How often each status came. */
  readonly statuses = new Map<number, number>();
  readonly #caller: Caller;
  readonly #email: string;

  constructor(shopUrl: string, number: number, agent: Agent) {
    // The network for benchmarks (RFC 2544).
    const address = `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
    this.#caller = new Caller(shopUrl, address, agent);
    this.#email = `rush-${number}@example.com`;
  }

  /** The product into the cart, and the address typed: all that comes before "Pay". A script has no cart. */
  async prepare(way: Way, productId: number): Promise<void> {
    if (way === "by script") return;
    const add = { intent: "add", productId: String(productId), quantity: "1", returnTo: "/cart" };
    await this.#post("/cart", { form: add });
    await this.#post("/checkout.data", { form: { ...details(this.#email), intent: "prepare" } });
  }

  /** What the button shows: the shop says so to a browser that names another amount. */
  async total(productId: number): Promise<number> {
    await this.prepare("on the checkout page", productId);
    const { text } = await this.#post("/api/create-payment-intent", { json: { amount: 0.5 } });
    return z.object({ expected: z.number() }).parse(JSON.parse(text)).expected;
  }

  async buy(way: Way, wanted: Wanted): Promise<Ending> {
    const begun = performance.now();
    const response = await (way === "by script" ? this.#buyByScript(wanted) : this.#buyOnPage(wanted));
    const isOrder =
      response.status === 303 || response.status === 201 || (way === "by script" && response.status === 200);
    return {
      isOrder,
      status: response.status,
      message: isOrder ? "" : messageOf(response),
      milliseconds: performance.now() - begun,
    };
  }

  /** Ends with the redirect to the confirmation, or with the refusal. */
  async #buyOnPage({ id, total }: Wanted): Promise<CallerResponse> {
    const form = {
      ...{ phone: "", shippingAddress: "", shippingCity: "", shippingPostcode: "" },
      ...details(this.#email),
      sameShipping: true,
      shippingCountry: "United Kingdom",
    };
    const json = { amount: total, shown: { form, items: [{ productId: id, quantity: 1 }] } };
    const opened = await this.#post("/api/create-payment-intent", { json });
    const payment = await this.#payByCard(opened);
    if (payment === undefined) return opened;
    const limit = performance.now() + PATIENCE_MS;
    for (;;) {
      const response = await this.#count(this.#caller.get(`/checkout-success?payment_intent=${payment}`));
      if (response.headers.location?.includes("/order-confirmation")) return response;
      // Told elsewhere: that is no order.
      if (response.status !== 200 || performance.now() > limit) return { ...response, status: 0 };
      await wait(BETWEEN_LOOKS_MS);
    }
  }

  async #buyByScript({ id, name, total }: Wanted): Promise<CallerResponse> {
    const opened = await this.#post("/api/create-payment-intent", { json: { amount: total } });
    const transactionId = await this.#payByCard(opened);
    if (transactionId === undefined) return opened;
    return this.#post("/api/orders", {
      json: {
        customerName: "Rowan Fielding",
        customerEmail: this.#email,
        customerAddress: "12 Hedge End, Ludlow, SY8 1AA, United Kingdom",
        shippingCountry: "United Kingdom",
        paymentMethod: "stripe",
        transactionId,
        items: [{ productId: id, productName: name, quantity: 1 }],
      },
    });
  }

  /** The payment's id; none when the shop opened none. */
  async #payByCard({ status, text }: CallerResponse): Promise<string | undefined> {
    const { clientSecret } = status === 200 ? responseSchema.parse(JSON.parse(text)) : {};
    if (!clientSecret) return undefined;
    const id = clientSecret.replace(/_secret_.*/, "");
    await this.#post(`/sandbox/stripe/payment_intents/${id}/confirm`, {
      json: { client_secret: clientSecret, card: CARD },
    });
    return id;
  }

  #post(path: string, sent: Parameters<Caller["post"]>[1]): Promise<CallerResponse> {
    return this.#count(this.#caller.post(path, sent));
  }

  async #count(response: Promise<CallerResponse>): Promise<CallerResponse> {
    const { status } = await response;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return response;
  }
}

function messageOf({ status, text }: CallerResponse): string {
  try {
    return responseSchema.parse(JSON.parse(text)).message ?? "";
  } catch {
    return `${status} ${text.slice(0, 80)}`;
  }
}
