import { Browser, type Traffic } from "../../faults/browser.ts";
import type { Random } from "../../faults/random.ts";
import { lineUp, type Product, type Visit, visit } from "../../faults/shopper.ts";

/** The kinds of visitors in percent: most look, few buy. */
const kinds = { browses: 60, "fills a cart": 12, "is a script": 15, "is staff": 8, buys: 5 } as const;

export type VisitorKind = keyof typeof kinds;

export const ADMINISTRATOR = { username: "soak-administrator", password: "a soak of thirty minutes" };

const PAGES = ["/", "/products", "/products?search=biochar", "/blog", "/qa", "/science", "/contact"] as const;
const STAFF_PAGES = [
  "/admin",
  "/admin?tab=orders&view=all",
  "/admin?tab=analytics",
  "/admin?tab=products",
  "/admin/users",
  "/admin/settings",
] as const;
const CALLS = ["/api/products", "/api/products/premium-biochar", "/api/auth/user"] as const;

export interface Town {
  shopUrl: string;
  traffic: Traffic;
  products: readonly [Product, ...Product[]];
  random: Random;
  /** Records the buyers for the audit. */
  visits: Visit[];
}

export function nextKind(random: Random): VisitorKind {
  let place = random.between(1, 100);
  for (const [kind, share] of Object.entries(kinds)) {
    place -= share;
    if (place <= 0) return kind as VisitorKind;
  }
  return "browses";
}

/** One visit of some requests. Visitors accept lost responses; only buyers retry. */
export class Visitors {
  readonly #town: Town;
  #staff: Browser | undefined;
  #number = 0;

  constructor(town: Town) {
    this.#town = town;
  }

  async come(kind: VisitorKind): Promise<void> {
    const { random, products, shopUrl, traffic, visits } = this.#town;
    const browser = new Browser(shopUrl, traffic);
    switch (kind) {
      case "browses":
        await browser.ask(random.pick(PAGES));
        await browser.ask("/products/premium-biochar");
        return;
      case "fills a cart":
        for (let count = random.between(1, 3); count > 0; count -= 1) {
          const form = { productId: String(random.pick(products).id), returnTo: "/cart" };
          await browser.ask("/cart", { form: { ...form, intent: "add", quantity: "1" } });
        }
        await browser.ask("/cart");
        return;
      case "is a script":
        await browser.ask(random.pick(CALLS));
        return;
      case "is staff":
        this.#staff ??= await this.#signIn();
        await this.#staff.ask(random.pick(STAFF_PAGES));
        return;
      case "buys": {
        this.#number += 1;
        const [shopper] = lineUp(random, 1);
        if (!shopper) return;
        const email = `soak-${this.#number}@example.com`;
        visits.push(await visit(shopper, { browser, products, email, random: random.fork() }));
      }
    }
  }

  async #signIn(): Promise<Browser> {
    const browser = new Browser(this.#town.shopUrl, this.#town.traffic);
    await browser.insist("/admin/login", { form: ADMINISTRATOR });
    return browser;
  }
}
