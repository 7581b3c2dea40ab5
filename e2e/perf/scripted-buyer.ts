import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Browser } from "../money/browser.ts";
import { putInCart } from "../money/buyers.ts";
import { buyByScript, priceByCard } from "../money/paying.ts";
import { Caller } from "../support/caller.ts";

/** As many shoppers at a time as loop whole orders in the race against other shops. */
const SHOPPERS = 20;

interface FilledCart {
  /** Units by product. */
  quantities: ReadonlyMap<number, number>;
  /** The shop's total for it in pounds, including delivery. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int() }));

/** A script's way through the shop, without cookies: intent, card, order. */
export class ScriptedBuyer {
  readonly #browser: Browser;
  readonly #carts: FilledCart[] = [];

  constructor(shopUrl: string) {
    // Who measures a shop tries nothing twice.
    this.#browser = new Browser(new Caller(shopUrl), [], { pageMs: 0, outcomeMs: 0 });
  }

  /** Two neighbouring products of the catalogue in each, so that buyers compete for products. */
  async fillCarts(): Promise<FilledCart[]> {
    const products = productsSchema.parse(JSON.parse((await this.#browser.insist("/api/products")).text));
    for (const [index, { id }] of products.entries()) {
      const quantities = new Map([
        [id, 1],
        [products[(index + 1) % products.length]?.id ?? id, 2],
      ]);
      const visitor = this.#browser.stranger();
      for (const [productId, quantity] of quantities) await putInCart(visitor, productId, quantity);
      this.#carts.push({ quantities, total: await priceByCard(visitor) });
    }
    return this.#carts;
  }

  /** Places so many, some at a time; fill the carts first. */
  async placeOrders(orders: number): Promise<void> {
    let placed = 0;
    const loop = async () => {
      while (placed < orders) {
        const cart = this.#carts[placed % this.#carts.length];
        placed += 1;
        if (cart) await this.buy(cart);
      }
    };
    await Promise.all(Array.from({ length: SHOPPERS }, loop));
  }

  /** Returns the order's address. @throws Error when there is no order in the end */
  async buy({ quantities, total }: FilledCart): Promise<string> {
    const email = `guest-${randomUUID()}@example.com`;
    const ending = await buyByScript(this.#browser.stranger(), email, total, quantities);
    if (ending !== "confirmed") throw new Error(`A script's order ended as ${ending}.`);
    return email;
  }
}
