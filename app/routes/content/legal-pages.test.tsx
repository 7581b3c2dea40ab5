import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import { type TextPath, textAt, textPaths, textState } from "#server/doctor/opening-steps.ts";
import { contractTermsOf } from "#server/email/store-identity.ts";
import { retentionDays } from "#server/jobs/forget-old-data.server.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { defaultSettings, deliveryRuleOf, type StoreSettings } from "#server/settings/store-settings.ts";
import { newShop, renderedPage } from "./rendered-page.ts";

const legalPages = ["/privacy", "/terms", "/cookies", "/returns", "/delivery", "/accessibility"];

const soldBy = {
  ...newShop.store,
  storeName: "Severn Char",
  storeAddress: "1 Quay Street, Bewdley",
  companyNumber: "01234567",
  vatNumber: "GB123456789",
};

describe("every legal page names the seller, from the settings", () => {
  it.each(legalPages)("%s", (page) => {
    const { text } = renderedPage(page, { store: soldBy });
    for (const part of [
      "Severn Char",
      "1 Quay Street, Bewdley",
      "Company no. 01234567",
      "VAT no. GB123456789",
    ]) {
      expect(text).toContain(part);
    }
  });
});

describe("anyone who has read a text", () => {
  const shop: StoreSettings = {
    ...defaultSettings,
    ...shippedStatements,
    savedTabs: ["Shipping"],
    tabSaves: {},
    version: 1,
    takesRealMoney: false,
  };
  const wordsOf = (path: TextPath, settings: StoreSettings) =>
    renderedPage(path, {
      store: storeSummaryOf(settings),
      deliveryRule: deliveryRuleOf(settings),
      promises: promisesOf(settings),
    }).text;

  it.each(textPaths)("is asked again when %s prints another setting, and only then", (path) => {
    for (const name of Object.keys(defaultSettings).filter((each) => each in defaultSettings)) {
      const changed = { ...shop, [name]: otherThan(name, Reflect.get(shop, name)) };
      expect(textState(path, changed) !== textState(path, shop), name).toBe(
        wordsOf(path, changed) !== wordsOf(path, shop),
      );
    }
  });

  it.each(textPaths)("is asked again when the words of %s change", (path) => {
    const words = createHash("sha256").update(wordsOf(path, shop)).digest("base64url").slice(0, 12);
    // Other words: set the date of the text in server/doctor/opening-steps.ts, then the words here.
    expect({ changed: textAt(path).changed, words }).toEqual(wordsAtDate[path]);
  });
});

const wordsAtDate: Record<TextPath, { changed: string; words: string }> = {
  "/terms": { changed: "2026-11-21", words: "BOJnLfC0nSuY" },
  "/returns": { changed: "2026-11-24", words: "rl9VsjXiOHU9" },
  "/delivery": { changed: "2026-11-21", words: "mXdargg8DXej" },
  "/privacy": { changed: "2026-11-24", words: "YxQ0DA_5mq73" },
};

function otherThan(name: string, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 7;
  if (name === "currency") return "EUR";
  if (name === "shippingCalculationType") return "value";
  return `${value} changed`;
}

describe("returns", () => {
  it("carries the model cancellation form word for word, addressed to the shop", () => {
    const { text } = renderedPage("/returns", { store: soldBy });
    for (const words of [
      "(Complete and return this form only if you wish to withdraw from the contract.)",
      "To Severn Char, 1 Quay Street, Bewdley",
      "I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],",
      "Ordered on [*]/received on [*],",
      "Name of consumer(s),",
      "Address of consumer(s),",
      "Signature of consumer(s) (only if this form is notified on paper),",
      "[*] Delete as appropriate",
    ]) {
      expect(text).toContain(words);
    }
  });

  it("names the three times of fourteen days", () => {
    const { text } = renderedPage("/returns");
    for (const step of [
      "Tell us within 14 days",
      "Send the goods back within 14 days",
      "We pay you back within 14 days",
    ]) {
      expect(text).toContain(step);
    }
  });
});

describe("terms", () => {
  it("are the very words that every confirmation carries", () => {
    const { text } = renderedPage("/terms");
    for (const { heading, paragraphs } of contractTermsOf(newShop.promises, "GBP")) {
      for (const words of [heading, ...paragraphs]) expect(text).toContain(words);
    }
  });
});

describe("privacy", () => {
  it("names what is kept, the rights, and where to complain", () => {
    const { text, links } = renderedPage("/privacy");
    for (const part of [
      "Orders and invoices",
      "Newsletter",
      "Enquiries",
      "six years",
      "within 30 days",
      "Stripe",
      "PayPal",
    ]) {
      expect(text).toContain(part);
    }
    expect(links).toContain("https://ico.org.uk");
    expect(links).toContain("/account/settings?tab=support");
  });
});

describe("cookies", () => {
  const { text } = renderedPage("/cookies");

  it("names every cookie that the server makes", () => {
    const names = sourcesIn("server").flatMap((source) =>
      [...source.matchAll(/(?:shopCookie|signedCookie)\((?:em, )?"([^"]+)"/g)].map(([, name = ""]) => name),
    );
    expect(names).toEqual(expect.arrayContaining(["cart", "session", "notice", "newsletter"]));
    for (const name of names) expect(text).toContain(name);
  });

  it("names what is kept in the browser's storage", () => {
    const keys = sourcesIn("app/lib").flatMap((source) =>
      [...source.matchAll(/_KEY = "([^"]+)"/g)].map(([, key = ""]) => key),
    );
    expect(keys).toContain("user");
    for (const key of keys) expect(text).toContain(key);
  });
});

describe("delivery", () => {
  it("prints the built-in rule, and what the cart's figure is", () => {
    const { text } = renderedPage("/delivery");
    for (const part of [
      "under £45.00£10.99",
      "£45.00 or moreFree",
      "£4.99",
      "costs nothing beyond the total that you pay",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("prints the owner's saved rule instead, and no other figure beside it", () => {
    const { text } = renderedPage("/delivery", {
      deliveryRule: {
        kind: "one_rule",
        enabled: true,
        freeFrom: 10_000,
        standard: 999,
        express: 1999,
        fallsWithValue: false,
      },
    });
    for (const part of ["under £100.00£9.99", "£100.00 or moreFree", "express", "£19.99"])
      expect(text).toContain(part);
    expect(text).not.toContain("£4.99");
    expect(text).not.toContain("£10.99");
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
}

it("the privacy page and docs/operations.md tell the periods that the nightly job keeps", () => {
  const { text } = renderedPage("/privacy");
  const operations = readFileSync(path.join(projectFolder, "docs", "operations.md"), "utf8");
  for (const days of [retentionDays.cart, retentionDays.email, retentionDays.unconfirmedSubscriber]) {
    expect(text).toContain(`${days} days`);
    expect(operations).toContain(`| ${days} days`);
  }
  expect(text).toContain(`${retentionDays.enquiry / 365} years`);
  expect(operations).toContain(`| ${retentionDays.enquiry / 365} years`);
});
