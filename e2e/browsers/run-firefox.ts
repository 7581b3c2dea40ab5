import { startShop } from "../support/server.ts";
import { Visitor } from "./visitor.ts";
import { walks } from "./walks.ts";

/**
 * `npx node e2e/browsers/run-firefox.ts [words of a walk]`: the built shop in Firefox, beside Chromium's journeys. What
 * a visitor, a customer and staff do most, and nothing stands in the browser's console. Playwright needs a newer Firefox
 * than Debian's. Exits with 1 when a walk fails.
 */
const wanted = process.argv[2] ?? "";
const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
try {
  for (const { name, scripts, extensions = [], width = 1280, go } of walks) {
    for (const withScripts of name.includes(wanted) ? scripts : []) {
      const visitor = await Visitor.come({ shop: shop.url, scripts: withScripts, extensions, width });
      await go(visitor).catch((error: unknown) => visitor.complaints.push(String(error)));
      await visitor.leave();
      const { complaints } = visitor;
      console.log(
        complaints.length === 0 ? "✓" : "✗",
        `scripts ${withScripts ? "on" : "off"}: somebody ${name}`,
      );
      for (const complaint of complaints) console.log(`    ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
    }
  }
} finally {
  await shop.stop();
}
