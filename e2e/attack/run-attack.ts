import { parseArgs } from "node:util";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { AttackedShop } from "./attacked-shop.ts";
import type { Recipe } from "./recipe.ts";
import { accountRecipes } from "./recipes/accounts.ts";
import { configurationRecipes } from "./recipes/configuration.ts";
import { doorRecipes } from "./recipes/doors.ts";
import { limitRecipes } from "./recipes/limits.ts";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, only: { type: "string" } },
});

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);

const folder = await makeThrowawayFolder();
const shop = await AttackedShop.open(folder);
console.log(`${seconds()} s open`);
const only = values.only?.split(",");
const recipes: Recipe[] = [
  ...doorRecipes,
  ...accountRecipes,
  ...limitRecipes,
  ...configurationRecipes,
].filter(({ finding }) => !only || only.includes(finding));
try {
  for (const recipe of recipes) {
    const start = performance.now();
    if (shop.pid) await shop.forgetAttempts().catch(() => undefined);
    const got = await recipe.play(shop).catch((error: unknown) => `?? ${error}`);
    console.log(
      `${seconds()} s ${((performance.now() - start) / 1000).toFixed(1)} ${recipe.finding} ${got ? `WORKED ${got}` : "held"} — ${recipe.what}`,
    );
  }
} finally {
  await shop.stop();
  await removeThrowawayFolder(folder);
}
