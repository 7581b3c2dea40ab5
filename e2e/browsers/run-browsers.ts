import { parseArgs } from "node:util";
import { startShop } from "../support/server.ts";
import { browserKinds, type OpenBrowser } from "./open-browser.ts";
import { walks } from "./walks.ts";

/**
 * The shop in Firefox and WebKit, beside Chromium's journeys: what a visitor, a customer and staff do most, and that
 * nothing stands in the browser's console. `npx node e2e/browsers/run-browsers.ts`; `--only Firefox` one of them. Exits with 1 when a walk
 * fails, with 3 when all walks went well but a browser is not installed.
 */
const NOT_INSTALLED = 3;
const { values } = parseArgs({ options: { only: { type: "string" }, walk: { type: "string" } } });
const kinds = browserKinds.filter(({ name }) => !values.only || name === values.only);
if (kinds.length === 0) throw new Error(`--only takes ${browserKinds.map(({ name }) => name).join(" or ")}.`);

const missing = kinds.filter(({ programs }) => programs().includes(undefined));
for (const { name, packages } of missing) {
  console.error(`${name} is not installed. On Debian: sudo apt-get install -y ${packages}`);
}
const installed = kinds.filter((kind) => !missing.includes(kind));

let failures = 0;
if (installed.length > 0) {
  const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
  try {
    for (const kind of installed) {
      for (const { name, scripts, extensions = [], go } of walks) {
        if (!name.includes(values.walk ?? "") || (extensions.length > 0 && !kind.takesExtensions)) continue;
        for (const withScripts of scripts) {
          const what = `${kind.name}, scripts ${withScripts ? "on" : "off"}: somebody ${name}`;
          const faults = await walk(kind, { scripts: withScripts, extensions }, (browser) =>
            go(browser, shop.url, withScripts),
          );
          console.log(faults.length === 0 ? `✓ ${what}` : `✗ ${what}\n    ${faults.join("\n    ")}`);
          failures += faults.length;
        }
      }
    }
  } finally {
    await shop.stop();
  }
}
process.exitCode = failures > 0 ? 1 : missing.length > 0 ? NOT_INSTALLED : 0;

/** What went wrong, and what the console says. */
async function walk(
  kind: (typeof browserKinds)[number],
  options: Parameters<(typeof browserKinds)[number]["open"]>[0],
  go: (browser: OpenBrowser) => Promise<void>,
): Promise<string[]> {
  const browser = await kind.open(options);
  try {
    await go(browser);
    return browser.complaints();
  } catch (error) {
    return [String(error), ...browser.complaints()];
  } finally {
    await browser.close();
  }
}
