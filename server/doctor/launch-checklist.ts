import {
  mainProvider,
  type PaymentModes,
  type ProviderId,
  providerProfiles,
} from "#server/payments/provider-list.ts";
import { listed, type ProviderProfile } from "#server/payments/provider-profile.ts";
import { isAgreedAbroad } from "#server/pricing/delivery-sentences.ts";
import { formatMoney, formatMoneyShort } from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { co2ClaimsThatDisagree, salesThatDisagree, shippedStatements } from "#server/settings/claims.ts";
import {
  defaultSettings,
  deliveryRuleOf,
  type StoreSettings,
  vatRateOf,
} from "#server/settings/store-settings.ts";
import {
  type MailTest,
  type OpeningMark,
  type OpeningStepKey,
  type PaymentsCheck,
  type ReadMark,
  textReadings,
} from "./opening-steps.ts";

/** What the environment says, without its secrets. */
export interface TradeEnvironment {
  payments: PaymentModes;
  publicUrl: string | null;
  hasMailServer: boolean;
  /** Accounts whose password is in the README let people in. */
  hasKnownSignIns: boolean;
  isEmbeddedDatabase: boolean;
  limitsRates: boolean;
  opening: OpeningFacts;
}

/** What was done to open the shop beside its settings and its environment. */
export interface OpeningFacts {
  /** How many rows of the demo data are left. */
  demoRows: number;
  /** The last event of each payment provider that has sent any: an ISO date, and whether no money moved. */
  lastEvents: Partial<Record<ProviderId, { at: string; isTest: boolean }>>;
  /** What the payment providers said of the keys when somebody last asked them. */
  paymentsCheck: PaymentsCheck | null;
  /** Real money was taken and given back. */
  hasRefundedPayment: boolean;
  /** Names of staff who sign in by password alone. */
  staffWithoutFactor: string[];
  /** Of a product that is mixed into soil. */
  hasMeasuredDensity: boolean;
  /** Of the shop's products but bulk bags, which are priced by the bag. */
  unweighedProducts: number;
  mailTest: MailTest | null;
  /** By the address of the page. */
  textsRead: Record<string, ReadMark>;
  opened: OpeningMark | null;
}

/** One thing that stands between the shop and honest trade. */
export interface ChecklistItem {
  key: string;
  title: string;
  /** What is so, what it would mean, and what closes the gap. */
  sentence: string;
  /** Real money moves while it is open, and documents or mails may say what is not so: told unasked. */
  isUrgent: boolean;
  /** The step of the opening page that closes it. */
  step: OpeningStepKey;
}

/** The sentence of an item while the gap is open, else null. */
type Finding = (settings: StoreSettings, environment: TradeEnvironment) => string | null;

/** An item of the checklist, and what finds out whether it is open. */
function condition(key: string, title: string, step: OpeningStepKey, find: Finding) {
  return { key, title, step, find, urgentWhenLive: false };
}

/** One that cannot wait once real money moves. */
function urgentCondition(...item: Parameters<typeof condition>) {
  return { ...condition(...item), urgentWhenLive: true };
}

/** An item at this price shows what the VAT line does. */
const EXAMPLE_PRICE = 3000;

/** Everything that a new shop does and that is not yet fit to trade, the most urgent first. */
const conditions = [
  condition("payments", "Payments are only played", "payments", (_, { payments }) => {
    const { id, name, keys } = mainProvider;
    if (payments[id] === "live") return null;
    return payments[id] === "test"
      ? `${name} runs with test keys: no money moves. Set the live ${listed(keys)}.`
      : `The sandbox answers for the payment providers: no money moves. Set ${listed(keys)}.`;
  }),
  ...providerProfiles.filter(({ id }) => id !== mainProvider.id).map(takesNoMoney),
  condition("public-address", "No public address", "address", (_, { publicUrl }) => {
    if (publicUrl?.startsWith("https://")) return null;
    return publicUrl
      ? "PUBLIC_URL does not begin with https://: sign-ins and addresses would travel in the open."
      : "Links in mails and the payment providers' way back need PUBLIC_URL=https://…";
  }),
  condition("mail", "No mail leaves the shop", "mail", (_, { hasMailServer }) =>
    hasMailServer
      ? null
      : "Order confirmations and password links stay in the outbox. Set SMTP_URL and MAIL_FROM; the confirmation by mail is a legal duty.",
  ),
  condition("demo-data", "Demo sign-ins are open", "staff", (_, { hasKnownSignIns }) =>
    hasKnownSignIns
      ? "Sign-ins whose passwords anybody knows are in this database. Make an administrator of your own, sign in as that and remove the demo data, or give the demo accounts other passwords."
      : null,
  ),
  condition("demo-orders", "Demo data is in the books", "demo", (_, { opening }) =>
    opening.demoRows > 0
      ? "Customers and orders that nobody made count in every report, and their invoices have taken the first numbers. Remove them, or start with a database of your own and DEMO_DATA=off."
      : null,
  ),
  condition(
    "embedded-database",
    "The database lives beside the shop",
    "address",
    (_, { isEmbeddedDatabase }) =>
      isEmbeddedDatabase
        ? "Orders are in the shop's own data folder and go with that disk. Set DATABASE_URL to a PostgreSQL that is backed up."
        : null,
  ),
  condition("rate-limits", "Rate limits are off", "address", (_, { limitsRates }) =>
    limitsRates
      ? null
      : "RATE_LIMIT_FACTOR is 0: passwords and stolen cards can be tried without end. Remove it.",
  ),
  urgentCondition("vat-line", "The VAT line is not the VAT due", "vat", (settings, environment) => {
    if (settings.taxIncludedInPrices) return null;
    const rate = vatRateOf(settings, null);
    const specified = vatOf(EXAMPLE_PRICE, rate, "as_specified");
    const due = vatOf(EXAMPLE_PRICE, rate, "fraction");
    if (specified === due) return null;
    const amounts = `VAT line at checkout is ${formatMoney(specified, settings.currency)}, VAT due is ${formatMoney(due, settings.currency)}, on an item at ${formatMoney(EXAMPLE_PRICE, settings.currency)}`;
    return takesRealMoney(environment)
      ? `Nobody has said whether prices include VAT. As specified, ${amounts}; as real money moves, checkout and mails show what is due. Switch on "prices include tax" to confirm it; totals stay as they are.`
      : `${amounts}: prices include VAT, yet the line is worked out as if they did not. Switch on "prices include tax"; totals stay as they are.`;
  }),
  urgentCondition(
    "vat-number",
    "Invoices are not VAT invoices",
    "company",
    ({ taxEnabled, vatNumber }, environment) => {
      if (!taxEnabled || vatNumber) return null;
      return takesRealMoney(environment)
        ? "Real money moves, VAT is reckoned and no VAT number is given: invoices and credit notes show no VAT until it is settled. If you are registered, give the VAT number; if not, switch “Charge tax” off under Tax."
        : "VAT is charged and no VAT number is given: invoices carry no such heading, and business customers cannot reclaim it.";
    },
  ),
  condition("company", "The shop does not say who it is", "company", ({ companyNumber, registeredOffice }) =>
    companyNumber && registeredOffice
      ? null
      : "A company must name its number and registered office on its site, in mails and on invoices.",
  ),
  condition("contact", "Made-up contact details", "company", ({ storeAddress, storePhone, storeEmail }) => {
    const still = [
      storeAddress === defaultSettings.storeAddress && "address",
      storePhone === defaultSettings.storePhone && "phone number",
      storeEmail === defaultSettings.storeEmail && "email",
    ].filter((word) => word !== false);
    return still.length === 0
      ? null
      : `The store's ${still.join(", ")} ${still.length === 1 ? "is" : "are"} still the invented one${still.length === 1 ? "" : "s"} that the shop came with. Shoppers must be able to reach you.`;
  }),
  urgentCondition("staff-two-factor", "Staff sign in by password alone", "staff", ({ staffTwoFactor }) =>
    staffTwoFactor
      ? null
      : "One stolen password opens orders, customers and refunds. Switch on “Staff must use two-factor sign-in”; staff who have none are led to set it up.",
  ),
  condition("delivery", "Three delivery prices", "delivery", ({ savedTabs, currency }) => {
    if (savedTabs.includes("Shipping")) return null;
    const [cart, charge, free, over] = [499, 1099, 4500, 5000].map((amount) =>
      formatMoneyShort(amount, currency),
    );
    return `The cart says ${cart}, the checkout charges ${charge} and is free from ${free}, and the product page says free over ${over}, all as specified. Save the Shipping settings, and one rule holds everywhere.`;
  }),
  condition("foreign-delivery", "Delivery abroad is free", "delivery", (settings) =>
    !isAgreedAbroad(deliveryRuleOf(settings))
      ? null
      : "Orders from outside the United Kingdom pay nothing for delivery, however heavy they are. Each one is marked “delivery to be agreed”: write to the customer before you send it. Serve the United Kingdom alone, or give the countries that you serve rates by weight.",
  ),
  condition(
    "unweighed-products",
    "Products that nobody has weighed",
    "delivery",
    (settings, { opening: { unweighedProducts: count } }) =>
      deliveryRuleOf(settings).kind !== "tariff" || count === 0
        ? null
        : `${count === 1 ? "One product has" : `${count} products have`} no gross weight, and delivery goes by weight: whoever wants one delivered must ask you first. They are listed in /admin/settings?tab=Products&unweighed=1.`,
  ),
  condition(
    "order-notification",
    "Nobody is told of trouble",
    "mail",
    ({ orderNotificationEmail, storeEmail }) =>
      orderNotificationEmail || storeEmail !== defaultSettings.storeEmail
        ? null
        : "New orders, failed payments and disputes are reported to an invented address. Give an order notification email.",
  ),
  condition("mail-test", "Nobody has seen a mail arrive", "mail", (_, { hasMailServer, opening }) =>
    !hasMailServer || opening.mailTest?.arrivedAt
      ? null
      : "Send a test mail and open the link in it: then it is known that mails arrive and that their links lead here.",
  ),
  condition(
    "payment-keys",
    "It is not known whether the payment keys are good",
    "payments",
    (_, { payments, opening }) => paymentKeysItem(payments, opening),
  ),
  condition(
    "payment-events",
    "No event of a payment provider has come",
    "payments",
    (_, { payments, opening }) =>
      payments[mainProvider.id] !== "live" || opening.lastEvents[mainProvider.id]?.isTest === false
        ? null
        : "Payments whose buyer closes the page are known by the providers' events alone. Add the webhooks (docs/operations.md); the first order brings the first event.",
  ),
  condition("texts-unread", "Texts that nobody here has read", "texts", (settings, { opening }) => {
    const unread = textReadings(settings, opening.textsRead).filter(({ isCurrent }) => !isCurrent);
    return unread.length === 0
      ? null
      : `They bind you from the first order on, and nobody has read them as they are now: ${unread.map(({ title }) => title).join(", ")}.`;
  }),
  condition(
    "first-order",
    "Nobody has bought anything and given the money back",
    "first-order",
    (_, { opening }) =>
      opening.hasRefundedPayment
        ? null
        : "Buy something for £1 with a card of your own and refund it: it shows keys, events, mail and refund at work before a customer depends on them.",
  ),
  condition("not-open", "The shop is not open for trade", "open", (_, { opening }) =>
    opening.opened ? null : "Nobody has said that it is: the last step of /admin/opening.",
  ),
  condition("claims-sold", "Sales figures that do not add up", "claims", salesThatDisagree),
  condition("claims-co2", "CO2 claims that disagree", "claims", co2ClaimsThatDisagree),
  condition(
    "litres-per-kilogram",
    "How many litres a kilogram fills is assumed",
    "claims",
    ({ claims: { litresPerKilogram } }, { opening }) =>
      !opening.hasMeasuredDensity &&
      litresPerKilogram.source === shippedStatements.claims.litresPerKilogram.source
        ? `The application-rate calculator reckons ${litresPerKilogram.figure} to the kilogram, and says so. Nobody has measured it: weigh a litre of your own, and give its bulk density in the product's form, under “Pack”, or the figure with its source.`
        : null,
  ),
];

/**
 * A provider beside the main one that is wanted (it is switched on, or has keys) and is not live as the main one is.
 */
function takesNoMoney({ id, name, keys, setting }: ProviderProfile & { id: ProviderId }) {
  const orNot = setting ? ", or switch it off in the store settings" : "";
  return condition(id, `${name} takes no money`, "payments", (settings, { payments }) => {
    const isSwitchedOn = Object.entries(settings).some(([key, value]) => key === setting && value === true);
    const isWanted = setting ? isSwitchedOn : payments[id] !== undefined;
    return isWanted && payments[mainProvider.id] === "live" && payments[id] !== "live"
      ? `${name} is switched on and has no live keys. Set ${listed(keys)}${orNot}.`
      : null;
  });
}

/** Keys that are set may still be wrong, or the provider may lack this shop's webhook: only asking it shows. */
function paymentKeysItem(payments: PaymentModes, { paymentsCheck }: OpeningFacts): string | null {
  const live = providerProfiles.filter(({ id }) => payments[id] === "live");
  const checkOf = (id: ProviderId) => {
    const check = paymentsCheck?.providers[id];
    return check?.mode === "live" ? check : undefined;
  };
  const unasked = live.filter(({ id }) => !checkOf(id));
  if (unasked.length > 0) {
    return `Nobody has asked ${unasked.map(({ name }) => name).join(" and ")} yet: “Ask the providers” at /admin/opening?step=payments does.`;
  }
  const gaps = live.flatMap(({ id }) => checkOf(id)?.gaps ?? []);
  if (gaps.length === 0) return null;
  return `When the providers were last asked: ${gaps.map(({ sentence }) => sentence).join(" ")} Mend it, and ask again.`;
}

function takesRealMoney({ payments }: TradeEnvironment): boolean {
  return Object.values(payments).includes("live");
}

/** What still stands between the shop and trade (docs/rules.md#staff-9). Empty means fit. */
export function openItemsOf(settings: StoreSettings, environment: TradeEnvironment): ChecklistItem[] {
  return conditions.flatMap(({ key, title, step, urgentWhenLive, find }) => {
    const sentence = find(settings, environment);
    const isUrgent = urgentWhenLive && takesRealMoney(environment);
    return sentence === null ? [] : [{ key, title, sentence, isUrgent, step }];
  });
}
