import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { AttackedShop } from "./attacked-shop.ts";
import { shopDuringFlood } from "./flooded-shopping.ts";
import { costlyOnce, FLOODING_ADDRESS, type Flood, floodNames, type Source, sources } from "./floods.ts";
import { accountRecipes } from "./recipes/accounts.ts";
import { configurationRecipes } from "./recipes/configuration.ts";
import { behindNginx, deliveryRecipes } from "./recipes/delivery.ts";
import { disclosureRecipes } from "./recipes/disclosure.ts";
import { giveBackStock, limitRecipes } from "./recipes/limits.ts";

/*
 * Known attacks (docs/security.md, "What an audit found") against one freshly started shop, and floods while an honest
 * shopper buys. Some restart the shop with other settings, and come last.
 */

const FLOOD_SECONDS = 4;
/** More than honest shoppers buy while one flood lasts. */
const MOST_BOUGHT = 500;

let folder: string;
let shop: AttackedShop;

beforeAll(async () => {
  folder = await makeThrowawayFolder();
  shop = await AttackedShop.open(folder);
});

afterAll(async () => {
  await shop?.stop();
  await removeThrowawayFolder(folder);
});

describe.each([...deliveryRecipes, ...disclosureRecipes, ...accountRecipes, ...limitRecipes])(
  "$finding",
  ({ what, play }) => {
    it(`nobody gets what they want who tries: ${what}`, async () => {
      await shop.forgetAttempts();
      expect(await play(shop)).toBeUndefined();
    });
  },
);

describe("an honest shopper buys", () => {
  async function buyDuringFlood(source: Source, kinds: readonly Flood[], workers: number, address?: string) {
    await shop.forgetAttempts();
    // Restocks what earlier shoppers bought: a sold-out shop shows nothing about a flood.
    await shop.query("update product set stock_quantity = greatest(stock_quantity, $1)", [MOST_BOUGHT]);
    const plan = { source, kinds, seconds: FLOOD_SECONDS, workers };
    const { purchases } = await shopDuringFlood(shop, plan, address);
    // Stock that is still held belongs to this flood; the next one starts with full stock.
    await giveBackStock(shop);
    expect(purchases.length).toBeGreaterThan(0);
    expect(purchases.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  }

  it.each(sources)("while everything floods the shop from %s", (source) =>
    buyDuringFlood(source, floodNames, 24),
  );

  it.each(costlyOnce)("while one client sends %s as fast as it can", (kind) =>
    buyDuringFlood("one address", [kind], 4),
  );

  it("at the very address from which 150 search at once, like a neighbour in a block of flats", () =>
    buyDuringFlood("one address", ["searches"], 150, FLOODING_ADDRESS));
});

describe.each([behindNginx, ...configurationRecipes])("$finding", ({ what, play }) => {
  it(`nobody gets what they want who tries: ${what}`, async () => {
    if (shop.isOpen) await shop.forgetAttempts();
    expect(await play(shop)).toBeUndefined();
  });
});
