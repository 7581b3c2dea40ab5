import MarkdownIt from "markdown-it";
import { renderToStaticMarkup } from "react-dom/server.browser";
import { SourceMark } from "#app/components/content/text-blocks.tsx";
import type { StoreSummary } from "#app/lib/root-data.ts";
import { CO2_KG_PER_KG_OF_BIOCHAR } from "#server/calculators/carbon-offset.ts";
import type { Block } from "#server/content/prose.server.ts";
import { placesSentence } from "#server/email/store-identity.ts";
import { retentionDays } from "#server/jobs/forget-old-data.server.ts";
import { type DeliveryRule, DRAWER_SHIPPING } from "#server/pricing/delivery.ts";
import { formatMoney } from "#server/pricing/money.ts";
import type { Statements } from "#server/settings/claims.ts";
import type { Promises } from "#server/settings/promises.ts";

/** What a text page says differently from shop to shop and from visitor to visitor. */
export interface PageFacts extends Statements {
  store: StoreSummary;
  deliveryRule: DeliveryRule;
  promises: Promises;
  signedIn: boolean;
}

/** The molecular weight of CO2 divided by that of carbon. */
const CO2_PER_KG_CARBON = 44 / 12;
const STATED_CARBON_SHARE = 0.8;
/** The carbon left after 100 years, at the 0.3% a year of the EBC's sink guideline (docs/rules.md#content-2). */
const SHARE_AFTER_100_YEARS = 0.74;

/** What a name in braces in a text stands for: "{kiln}" for the claim of that name. */
function factsByName({ claims, store, promises }: PageFacts): Record<string, string> {
  const atStatedCarbon = STATED_CARBON_SHARE * CO2_PER_KG_CARBON;
  return {
    ...Object.fromEntries(Object.entries(claims).map(([name, { figure }]) => [name, figure])),
    ...Object.fromEntries(
      Object.entries(retentionDays).map(([name, days]) => [`days.${name}`, String(days)]),
    ),
    ...Object.fromEntries(
      Object.entries(retentionDays).map(([name, days]) => [`years.${name}`, String(days / 365)]),
    ),
    "co2.ofPureCarbon": `${CO2_PER_KG_CARBON.toFixed(2)} kg`,
    "co2.ofCalculator": `${CO2_KG_PER_KG_OF_BIOCHAR} kg`,
    "co2.ofStatedCarbon": `${atStatedCarbon.toFixed(2)} kg`,
    "co2.afterCentury": `${(atStatedCarbon * SHARE_AFTER_100_YEARS).toFixed(2)} kg`,
    storeName: store.storeName,
    addressee: [store.storeName, store.storeAddress, store.storePhone, store.storeEmail]
      .filter(Boolean)
      .join(", "),
    placesServed: placesSentence(promises),
    bulkDelivery: promises.bulkDelivery,
    bulkReturns: promises.bulkReturns,
    latestDeliveryDays: String(promises.latestDeliveryDays),
    firstFigure: formatMoney(DRAWER_SHIPPING, store.currency),
  };
}

/** Which paragraphs are for this shop: those that begin with "{when collects}". */
function conditionsOf({ deliveryRule, promises }: PageFacts): Record<string, boolean> {
  return {
    collects: promises.collects === true,
    byTable: deliveryRule.kind === "tariff",
    byValue: deliveryRule.kind !== "tariff",
    firstFigure: deliveryRule.kind === "as_specified",
  };
}

/** The words of a page for one shop. */
export interface PageText {
  /** Puts facts in the place of their names. A name that begins with a capital begins a line. @throws Error where there is no such fact */
  fill: (text: string) => string;
  /** Markdown as HTML, with its facts and with marks that lead to sources: "[^3]". */
  html: (tokens: Block["tokens"]) => string;
  isFor: (block: Block) => boolean;
}

const FACT = /\{([\w.]+)\}/g;
const CONDITION = /^\{when (\w+)\} /;
const SOURCE = /\[\^(\d+)\]/g;

/** Writes Markdown as React writes elements: with these facts in it, apostrophes escaped, nothing between elements. */
function writerOf(fill: PageText["fill"]): PageText["html"] {
  const { renderer, options, utils } = new MarkdownIt({ html: false });
  renderer.rules.text = (tokens, at) =>
    utils
      .escapeHtml(fill(tokens[at]?.content ?? ""))
      .replaceAll("'", "&#x27;")
      .replace(SOURCE, (_mark, number) => renderToStaticMarkup(<SourceMark number={Number(number)} />));
  return (tokens) => renderer.render(tokens, options, {}).replaceAll(">\n", ">");
}

export function pageTextOf(facts: PageFacts, path: string): PageText {
  const known = factsByName(facts);
  const conditions = conditionsOf(facts);
  const fill = (text: string) =>
    text.replace(CONDITION, "").replace(FACT, (_all, name: string) => {
      const fact = known[name] ?? capital(known[name.charAt(0).toLowerCase() + name.slice(1)]);
      if (fact === undefined) throw new Error(`app/content${path}.md names {${name}}, which is no fact`);
      return fact;
    });
  return {
    fill,
    html: writerOf(fill),
    isFor: ({ tokens }) => {
      const [, name] = CONDITION.exec(tokens[1]?.content ?? "") ?? [];
      if (name === undefined) return true;
      const holds = conditions[name];
      if (holds === undefined) throw new Error(`app/content${path}.md asks for {when ${name}}`);
      return holds;
    },
  };
}

/** "Under 18%" at the beginning of a line. */
function capital(text: string | undefined): string | undefined {
  return text === undefined ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
