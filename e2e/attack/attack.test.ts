import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";
import { Browser } from "../money/browser.ts";
import { putInCart, visit } from "../money/buyers.ts";
import type { Caller } from "../support/caller.ts";
import { type Attack, AttackedShop } from "./attacked-shop.ts";
import { costlyOnce, FLOODING_ADDRESS, type FloodPlan, floodNames, sources } from "./floods.ts";
import { behindNginx } from "./nginx.ts";
import { requestAttacks } from "./requests.ts";

/*
 * Known attacks (docs/security.md, "What an audit found") against one freshly started shop, where a test of one part
 * would show less, and floods while an honest shopper buys. The last one restarts the shop with other settings.
 */

const FLOOD_SECONDS = 4;
/** How long the flood runs before the first shopper comes. */
const HEAD_START_MS = 500;
/** How long an honest shopper waits for one page, with all retries, and for the confirmation. */
const PATIENCE = { pageMs: 20_000, outcomeMs: 20_000 };
/** More than honest shoppers buy while one flood lasts. */
const MOST_BOUGHT = 500;

const shop = new AttackedShop();
beforeAll(() => shop.open());
afterAll(() => shop.close());

function nobodyGainsBy(attacks: readonly Attack[]) {
  describe.each(attacks)("$finding", ({ what, play }) => {
    it(`nobody gets what they want who tries: ${what}`, async () => {
      await shop.forgetAttempts();
      expect(await play(shop)).toBeUndefined();
    });
  });
}

nobodyGainsBy(requestAttacks);

describe("an honest shopper buys", () => {
  it.each(sources)("while everything floods the shop from %s", (source) =>
    buyDuringFlood({ source, kinds: floodNames, workers: 24 }),
  );

  it.each(costlyOnce)("while one client sends %s as fast as it can", (kind) =>
    buyDuringFlood({ source: "one address", kinds: [kind], workers: 4 }),
  );

  it("at the very address from which 150 search at once, like a neighbour in a block of flats", () =>
    buyDuringFlood({ source: "one address", kinds: ["searches"], workers: 150 }, FLOODING_ADDRESS));

  /** Shoppers come one after another during a flood, each at an address of her own unless one is given. */
  async function buyDuringFlood(plan: Omit<FloodPlan, "shopUrl" | "seconds">, address?: string) {
    await shop.forgetAttempts();
    // Restocks what earlier shoppers bought: a sold-out shop shows nothing about a flood.
    await shop.query("update product set stock_quantity = greatest(stock_quantity, $1)", [MOST_BOUGHT]);
    const script = path.join(projectFolder, "e2e", "attack", "floods.ts");
    const told = JSON.stringify({ ...plan, shopUrl: shop.url, seconds: FLOOD_SECONDS });
    // The shop and the shopper have priority on the processor, as they would have machines of their own.
    const flooding = spawn("nice", ["-n", "10", process.execPath, script, told], { stdio: "inherit" });
    const over = once(flooding, "exit");
    await wait(HEAD_START_MS);
    for (let shoppers = 0; shoppers === 0 || flooding.exitCode === null; shoppers += 1) {
      const email = `honest-${shoppers}-${Date.now().toString(36)}@example.com`;
      await buyHonestly(address === undefined ? shop.stranger() : shop.at(address), email);
    }
    expect(await over).toEqual([0, null]);
    // Stock that is still held belongs to this flood; the next one starts with full stock.
    await shop.returnStock();
  }
});

/** She looks around, buys one bag by card in a browser without JavaScript, and retries when the shop asks her to. */
async function buyHonestly(caller: Caller, email: string): Promise<void> {
  const browser = new Browser(caller, [], PATIENCE);
  for (const page of ["/", "/products"]) await browser.insist(page);
  await putInCart(browser, 1, 1);
  for (const page of ["/cart", "/checkout"]) await browser.insist(page);
  const seen = await visit("pays on the hosted page", { browser, email, quantities: new Map([[1, 1]]) });
  expect(seen).toMatchObject({ ending: "confirmed" });
  expect(await browser.insist("/order-confirmation")).toMatchObject({ status: 200 });
}

nobodyGainsBy([behindNginx]);
