import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectFolder } from "#server/process/project-folder.ts";

const routes = path.join(projectFolder, "app", "routes");
/** A page that reads one of these from its address was reached by a link that opens something. */
const readsKey = /\.get\("(?:t|token|payment_intent|session_id)"\)|verificationSchema\.safeParse/;

const pagesWithKeys = readdirSync(routes, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, code: readFileSync(path.join(routes, file), "utf8") }))
  .filter(({ code }) => readsKey.test(code) && /export default function/.test(code));

it.each(pagesWithKeys)(
  "$file, whose address is a key, is kept by no cache and told to no site",
  async ({ file }) => {
    const { headers } = await import(path.join(routes, file));
    expect(headers?.()).toMatchObject({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  },
);

it("covers the pages that mails lead to", () => {
  const routes = pagesWithKeys.map(({ file }) => path.basename(file, ".tsx"));
  const mailed = ["reset-password", "undo-email-change", "verify-email", "newsletter-verify"];
  expect(routes).toEqual(
    expect.arrayContaining([
      ...mailed,
      "newsletter-unsubscribe",
      "order-confirmation",
      "invoice",
      "correction-note",
    ]),
  );
});
