import { describe, expect, it } from "vitest";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import { renderedPage } from "#app/routes/content/rendered-page.ts";
import { cartViewOf } from "#server/cart/read-cart.server.ts";
import { structuredDelivery } from "#server/catalogue/product-view.ts";
import { contractTermsOf } from "#server/email/store-identity.ts";
import { expressPrice, quoteDelivery } from "#server/pricing/delivery.ts";
import {
  deliverySentence,
  freeShippingLine,
  isAgreedAbroad,
  unquotedMessage,
} from "#server/pricing/delivery-sentences.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { promisesOf } from "#server/settings/promises.ts";
import {
  defaultSettings,
  deliveryRuleOf,
  pricingRulesOf,
  type StoreSettings,
} from "#server/settings/store-settings.ts";

/*
 * Once rates are saved, no page, mail or message says of delivery what they do not (docs/rules.md#delivery-5). Until
 * then the built-in words stand.
 */

const asSpecified: StoreSettings = {
  ...defaultSettings,
  ...shippedStatements,
  savedTabs: [],
  tabSaves: {},
  version: 1,
  takesRealMoney: false,
};
const home: StoreSettings = {
  ...asSpecified,
  savedTabs: ["Shipping"],
  standardShippingCost: 7.25,
  freeShippingThreshold: 80,
  countriesServed: "United Kingdom",
};
const bands = {
  shippingCalculationType: "weight",
  deliveryTariff: "zone;places;up to 2 kg;up to 25 kg\nHome;United Kingdom;3.99;6.99",
} as const;
const tariff = {
  shippingCalculationType: "weight",
  deliveryTariff: [
    "zone;places;parcel;bulk bag",
    "Mainland;United Kingdom;6.95;75",
    "Northern Ireland;BT;14.95;",
    "Near abroad;JE, Ireland;1.95;",
    "France;France;0.95;",
  ].join("\n"),
} as const;

/** What pages, cart, checkout, terms and search engines say, each as its reader gets it. */
function saidBy(settings: StoreSettings): Record<string, string> {
  const rule = deliveryRuleOf(settings);
  const { currency } = settings;
  const promises = promisesOf(settings);
  const facts = { store: storeSummaryOf(settings), deliveryRule: rule, promises };
  const pages = ["/delivery", "/terms", "/returns"].map((path) => [path, renderedPage(path, facts).text]);
  const germany = quoteDelivery([{ quantity: 1, lineTotal: 1000 }], locate({ country: "Germany" }), rule);
  const pack = { grossGrams: 1000, handling: "parcel", footprint: null } as const;
  return {
    ...Object.fromEntries(pages),
    "terms in the mail": JSON.stringify(contractTermsOf(promises, currency)),
    "product page": [freeShippingLine(rule, currency), deliverySentence(rule, currency)].join(" "),
    "search engines": JSON.stringify(structuredDelivery({ currentPrice: 1000, pack }, rule, currency) ?? ""),
    cart: cartViewOf(null, [], pricingRulesOf(settings)).deliverySentence,
    // What the payment panel adds.
    "before the payment": isAgreedAbroad(rule) ? "Delivery outside the United Kingdom" : "",
    refusal: germany.kind === "quoted" ? "" : unquotedMessage(germany),
  };
}

/** Words that only the built-in rule makes true. */
const SPECIFIED = /£4\.99|£10\.99|£45\b|£50\b/;
/** Words that promise a place outside the United Kingdom. */
const ABROAD =
  /abroad|worldwide|other countries|outside the United Kingdom|Ireland(?<!Northern Ireland)|Jersey|\bJE\b|"(?:IE|JE)"/i;
const FREE = /\bfree\b|costs nothing|from nothing/i;

it("the built-in words stand until rates are saved", () => {
  const said = saidBy(asSpecified);
  expect(said["product page"]).toBe(
    "Free shipping on orders over £50 UK delivery £10.99, free from £45; final total before you pay.",
  );
  expect(said["/delivery"]).toContain("£4.99");
  expect(said["before the payment"]).toMatch(ABROAD);
});

describe("where only the United Kingdom is served, no sentence contradicts rates that are", () => {
  it.each<[string, Partial<StoreSettings>, RegExp | null]>([
    ["flat", {}, /£7\.25/],
    ["by value", { shippingCalculationType: "value" }, /£7\.25, less the more you buy/],
    ["free", { shippingEnabled: false }, /Free shipping/],
    ["bands of weight", bands, /Delivery from £3\.99, by weight;/],
    ["a tariff", tariff, /Delivery from £6\.95, by weight and postcode;/],
  ])("%s", (name, rates, sentence) => {
    for (const [where, text] of Object.entries(saidBy({ ...home, ...rates }))) {
      const delivery = text.replaceAll(/United States|Consumers who live in [^.]*\./g, "");
      expect(delivery.match(SPECIFIED)?.[0], `${where}, ${name}`).toBeUndefined();
      expect(delivery.match(ABROAD)?.[0], `${where}, ${name}`).toBeUndefined();
      const isTariff = rates.shippingCalculationType === "weight";
      if (isTariff) expect(delivery.match(FREE)?.[0], `${where}, ${name}`).toBeUndefined();
      if (where === "product page" && sentence) expect(delivery).toMatch(sentence);
    }
  });

  it("nor is a delivery to Northern Ireland promised where it is not made", () => {
    for (const rates of [{}, bands, tariff]) {
      const said = saidBy({ ...home, ...rates, northernIrelandServed: false });
      const { "/delivery": page = "", "product page": product = "" } = said;
      expect(page).toContain("We deliver within Great Britain only.");
      expect(page + product).not.toMatch(/Northern Ireland|United Kingdom|UK delivery/);
    }
  });
});

it.each([true, false])(
  "collection from the yard is told where it is offered, and only there: %s",
  (offered) => {
    const said = saidBy({ ...home, collectionEnabled: offered });
    for (const where of ["/delivery", "/terms", "terms in the mail"]) {
      expect(/collect\b[^.]*\bfrom our yard/.test(said[where] ?? ""), where).toBe(offered);
    }
  },
);

describe("places that are served are named as the rates have them", () => {
  it.each<[string, Partial<StoreSettings>, string[], string[]]>([
    [
      "the United Kingdom by another name",
      { countriesServed: "uk" },
      ["United Kingdom"],
      ["Other countries"],
    ],
    ["in small letters", { countriesServed: "united kingdom" }, [], ["Other countries", "outside the"]],
    ["with Ireland", { countriesServed: "GB\nIE" }, ["Irelandany valueFree"], ["Other countries"]],
    ["without home", { countriesServed: "Ireland" }, ["Irelandany valueFree"], ["£7.25", "£80"]],
    ["a zone in part", { ...tariff, countriesServed: "GB\nIE" }, ["Near abroad (Ireland)"], ["JE"]],
    ["every place", { countriesServed: "" }, ["Other countriesany valueFree"], []],
  ])("%s", (_, changes, named, unnamed) => {
    const { "/delivery": page } = saidBy({ ...home, ...changes });
    for (const words of named) expect(page).toContain(words);
    for (const words of unnamed) expect(page).not.toContain(words);
  });

  it("no express delivery is offered where none can be made", () => {
    const rule = deliveryRuleOf({ ...home, countriesServed: "Ireland" });
    expect(expressPrice(rule)).toBeNull();
  });

  it("a table without a price says to ask", () => {
    const { "product page": said } = saidBy({ ...home, shippingCalculationType: "weight" });
    expect(said).toBe("Delivery by arrangement Ask us what delivery costs.");
  });
});
