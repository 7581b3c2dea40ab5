import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { z } from "zod";
import { ask } from "./answer.ts";
import { CONNECTIONS } from "./load.ts";

export interface FilledCartLine {
  productId: number;
  productName: string;
  quantity: number;
  /** Pounds. */
  price: number;
}

export interface FilledCart {
  lines: FilledCartLine[];
  /** The shop's total for it in pounds, including delivery. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int(), name: z.string(), price: z.number() }));
const intentSchema = z.object({ clientSecret: z.string() });
const refusalSchema = z.object({ expected: z.number() });
const orderSchema = z.object({ id: z.int(), transactionId: z.string().nullable() }).partial();

/** A script's way through the shop: intent, card, order; each of the three over a kept-alive connection. */
export class ScriptedBuyer {
  readonly #shopUrl: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #carts: FilledCart[] = [];
  #turn = 0;

  constructor(shopUrl: string) {
    this.#shopUrl = shopUrl;
  }

  /** Two neighbouring products of the catalogue in each, so that buyers compete for products. */
  async fillCarts(): Promise<FilledCart[]> {
    const { body } = await ask(`${this.#shopUrl}/api/products`, { agent: this.#agent });
    const products = productsSchema.parse(JSON.parse(body.toString()));
    for (const [index, product] of products.entries()) {
      const lines = [product, products[(index + 1) % products.length] ?? product].map((one, place) => ({
        productId: one.id,
        productName: one.name,
        quantity: place + 1,
        price: one.price,
      }));
      this.#carts.push({ lines, total: await this.#priceOf(lines) });
    }
    return this.#carts;
  }

  async placeOrder(): Promise<void> {
    const cart = this.#carts[this.#turn % this.#carts.length];
    this.#turn += 1;
    if (!cart) throw new Error("Fill the carts first.");
    await this.buy(cart);
  }

  /** Returns the payment. @throws when there is no order in the end */
  async buy(cart: FilledCart): Promise<string> {
    const transactionId = await this.#pay(cart.total);
    const { status, body } = await this.#postOrder(cart.lines, transactionId);
    // 200: the provider's event was faster than the buyer and has made the order.
    if (status !== 201 && status !== 200) throw new Error(`The order was answered ${status}: ${body}`);
    orderSchema.parse(JSON.parse(body));
    return transactionId;
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** The shop's total, from its response to a payment of one pound. */
  async #priceOf(lines: FilledCartLine[]): Promise<number> {
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

  #postOrder(lines: FilledCartLine[], transactionId: string): Promise<{ status: number; body: string }> {
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
    const url = this.#shopUrl + address;
    const { status, body } = await ask(url, { json, agent: this.#agent });
    return { status, body: body.toString() };
  }
}
