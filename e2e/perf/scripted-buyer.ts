import { randomUUID } from "node:crypto";
import { z } from "zod";
import { cards, confirmCard, intentOf } from "#server/testing/payer.ts";
import { Caller, type CallerResponse, type Sent } from "../support/caller.ts";

/** As many shoppers at a time as loop whole orders in the race against other shops. */
const SHOPPERS = 20;

interface CartLine {
  productId: number;
  productName: string;
  quantity: number;
  /** Pounds. */
  price: number;
}

interface FilledCart {
  lines: CartLine[];
  /** The shop's total for it in pounds, including delivery. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int(), name: z.string(), price: z.number() }));
const intentSchema = z.object({ clientSecret: z.string() });
const refusalSchema = z.object({ expected: z.number() });

/** A script's way through the shop, without cookies: intent, card, order. */
export class ScriptedBuyer {
  readonly #caller: Caller;
  readonly #carts: FilledCart[] = [];

  constructor(shopUrl: string) {
    this.#caller = new Caller(shopUrl);
  }

  /** Two neighbouring products of the catalogue in each, so that buyers compete for products. */
  async fillCarts(): Promise<FilledCart[]> {
    const products = productsSchema.parse(JSON.parse((await this.#caller.get("/api/products")).text));
    for (const [index, product] of products.entries()) {
      const lines = [product, products[(index + 1) % products.length] ?? product].map((one, place) => ({
        productId: one.id,
        productName: one.name,
        quantity: place + 1,
        price: one.price,
      }));
      // The shop tells its total to whoever pays one pound.
      const { text } = await this.#postOrder(lines, await this.#pay(1));
      this.#carts.push({ lines, total: refusalSchema.parse(JSON.parse(text)).expected });
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
    mustBeGood("The order", await this.#postOrder(lines, transactionId));
    return transactionId;
  }

  async #pay(amount: number): Promise<string> {
    const begun = mustBeGood(
      "The intent",
      await this.#post("/api/create-payment-intent", { json: { amount } }),
    );
    const { clientSecret } = intentSchema.parse(JSON.parse(begun.text));
    const send = async (path: string, sent: Sent) => ({
      ...mustBeGood("The card", await this.#post(path, sent)),
      location: null,
    });
    await confirmCard(send, clientSecret, cards.good);
    return intentOf(clientSecret);
  }

  #postOrder(items: CartLine[], transactionId: string): Promise<CallerResponse> {
    const json = {
      customerName: "Gwen Guest",
      customerEmail: `guest-${randomUUID()}@example.com`,
      customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
      customerPhone: "01584 111 222",
      shippingCountry: "United Kingdom",
      paymentMethod: "stripe",
      transactionId,
      items,
    };
    return this.#post("/api/orders", { json });
  }

  #post(path: string, sent: Sent): Promise<CallerResponse> {
    return this.#caller.somebodyElse().post(path, sent);
  }
}

/** @throws Error with what was answered instead */
function mustBeGood(what: string, answer: CallerResponse): CallerResponse {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${what} was answered ${answer.status}: ${answer.text}`);
}
