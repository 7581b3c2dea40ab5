import { randomUUID } from "node:crypto";
import { z } from "zod";

/** As many shoppers at a time as loop whole orders in the race against other shops. */
export const SHOPPERS = 20;

interface CartLine {
  productId: number;
  productName: string;
  quantity: number;
  /** Pounds. */
  price: number;
}

export interface FilledCart {
  lines: CartLine[];
  /** The shop's total for it in pounds, including delivery. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int(), name: z.string(), price: z.number() }));
const intentSchema = z.object({ clientSecret: z.string() });
const refusalSchema = z.object({ expected: z.number() });

/** A script's way through the shop: intent, card, order. */
export class ScriptedBuyer {
  readonly #shopUrl: string;
  readonly #carts: FilledCart[] = [];

  constructor(shopUrl: string) {
    this.#shopUrl = shopUrl;
  }

  /** Two neighbouring products of the catalogue in each, so that buyers compete for products. */
  async fillCarts(): Promise<FilledCart[]> {
    const products = productsSchema.parse(await (await fetch(`${this.#shopUrl}/api/products`)).json());
    for (const [index, product] of products.entries()) {
      const lines = [product, products[(index + 1) % products.length] ?? product].map((one, place) => ({
        productId: one.id,
        productName: one.name,
        quantity: place + 1,
        price: one.price,
      }));
      // The shop tells its total to whoever pays one pound.
      const refused = await this.#postOrder(lines, await this.#pay(1));
      this.#carts.push({ lines, total: refusalSchema.parse(JSON.parse(refused.text)).expected });
    }
    return this.#carts;
  }

  /** Places so many, some at a time; fill the carts first. */
  async placeOrders(orders: number): Promise<void> {
    let placed = 0;
    const loop = async () => {
      for (; placed < orders; ) {
        const cart = this.#carts[placed % this.#carts.length];
        placed += 1;
        if (cart) await this.buy(cart);
      }
    };
    await Promise.all(Array.from({ length: SHOPPERS }, loop));
  }

  /** Returns the payment. @throws when there is no order in the end */
  async buy({ lines, total }: FilledCart): Promise<string> {
    const transactionId = await this.#pay(total);
    const { ok, status, text } = await this.#postOrder(lines, transactionId);
    if (!ok) throw new Error(`The order was answered ${status}: ${text}`);
    return transactionId;
  }

  async #pay(amount: number): Promise<string> {
    const begun = await this.#post("/api/create-payment-intent", { amount });
    if (!begun.ok) throw new Error(`The intent was answered ${begun.status}: ${begun.text}`);
    const { clientSecret } = intentSchema.parse(JSON.parse(begun.text));
    const id = clientSecret.replace(/_secret_.*/, "");
    const confirmed = await this.#post(`/sandbox/stripe/payment_intents/${id}/confirm`, {
      client_secret: clientSecret,
      card: { number: "4242424242424242", exp: "12/40", cvc: "123" },
    });
    if (!confirmed.ok) throw new Error(`The card was answered ${confirmed.status}: ${confirmed.text}`);
    return id;
  }

  #postOrder(items: CartLine[], transactionId: string) {
    return this.#post("/api/orders", {
      customerName: "Gwen Guest",
      customerEmail: `guest-${randomUUID()}@example.com`,
      customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
      customerPhone: "01584 111 222",
      shippingCountry: "United Kingdom",
      paymentMethod: "stripe",
      transactionId,
      items,
    });
  }

  async #post(address: string, json: unknown): Promise<{ ok: boolean; status: number; text: string }> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(json);
    const response = await fetch(this.#shopUrl + address, { method: "POST", headers, body });
    return { ok: response.ok, status: response.status, text: await response.text() };
  }
}
