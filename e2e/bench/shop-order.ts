import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { z } from "zod";
import { ask } from "./answer.ts";
import { CONNECTIONS } from "./load.ts";

export interface BasketLine {
  productId: number;
  productName: string;
  quantity: number;
  /** Pounds. */
  price: number;
}

export interface Basket {
  lines: BasketLine[];
  /** What the shop charges for it, in pounds, delivery included. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int(), name: z.string(), price: z.number() }));
const intentSchema = z.object({ clientSecret: z.string() });
const refusalSchema = z.object({ expected: z.number() });

/** A script's way through the shop: intent, card, order; each of the three over a kept-alive connection. */
export class ScriptedBuyer {
  readonly #shopUrl: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #baskets: Basket[] = [];
  #turn = 0;

  constructor(shopUrl: string) {
    this.#shopUrl = shopUrl;
  }

  /** Two neighbours of the catalogue in each, so that buyers meet at products as they do on a good day. */
  async fillBaskets(): Promise<Basket[]> {
    const { body } = await ask(`${this.#shopUrl}/api/products`, { agent: this.#agent });
    const products = productsSchema.parse(JSON.parse(body.toString()));
    for (const [index, product] of products.entries()) {
      const lines = [product, products[(index + 1) % products.length] ?? product].map((one, place) => ({
        productId: one.id,
        productName: one.name,
        quantity: place + 1,
        price: one.price,
      }));
      this.#baskets.push({ lines, total: await this.#priceOf(lines) });
    }
    return this.#baskets;
  }

  async placeOrder(): Promise<void> {
    const basket = this.#baskets[this.#turn % this.#baskets.length];
    this.#turn += 1;
    if (!basket) throw new Error("Fill the baskets first.");
    const transactionId = await this.#pay(basket.total);
    const { status, body } = await this.#postOrder(basket.lines, transactionId);
    if (status !== 201) throw new Error(`The order was answered ${status}: ${body}`);
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** The shop says what it charges when one pound was paid. */
  async #priceOf(lines: BasketLine[]): Promise<number> {
    const { body } = await this.#postOrder(lines, await this.#pay(1));
    return refusalSchema.parse(JSON.parse(body)).expected;
  }

  async #pay(amount: number): Promise<string> {
    const begun = await this.#post("/api/create-payment-intent", { amount });
    if (begun.status !== 200) throw new Error(`The intent was answered ${begun.status}: ${begun.body}`);
    const { clientSecret } = intentSchema.parse(JSON.parse(begun.body));
    const id = clientSecret.replace(/_secret_.*/, "");
    const confirmed = await this.#post(`/sandbox/stripe/payment_intents/${id}/confirm`, {
      client_secret: clientSecret,
      card: { number: "4242424242424242", exp: "12/40", cvc: "123" },
    });
    if (confirmed.status !== 200)
      throw new Error(`The card was answered ${confirmed.status}: ${confirmed.body}`);
    return id;
  }

  #postOrder(lines: BasketLine[], transactionId: string): Promise<{ status: number; body: string }> {
    return this.#post("/api/orders", {
      customerName: "Gwen Guest",
      customerEmail: `guest-${randomUUID()}@example.com`,
      customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
      customerPhone: "01584 111 222",
      shippingCountry: "United Kingdom",
      paymentMethod: "stripe",
      transactionId,
      items: lines,
    });
  }

  async #post(address: string, json: unknown): Promise<{ status: number; body: string }> {
    const { status, body } = await ask(this.#shopUrl + address, { json, agent: this.#agent });
    return { status, body: body.toString() };
  }
}
