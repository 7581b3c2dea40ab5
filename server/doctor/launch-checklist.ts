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
import { defaultSettings } from "#server/settings/default-settings.ts";
import { deliveryRuleOf, type StoreSettings, vatRateOf } from "#server/settings/store-settings.ts";
import type { MailTest, OpeningMark, OpeningStepKey, PaymentsCheck, ReadMark } from "./opening-steps.ts";
import { textReadings } from "./texts-to-read.ts";

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
  /** Real money moves while it is open, and papers or mails may say what is not so: told unasked. */
  isUrgent: boolean;
  /** The step of the opening page that closes it. */
  step: OpeningStepKey;
}

interface Condition extends Omit<ChecklistItem, "sentence" | "isUrgent"> {
  /** It cannot wait once real money moves. */
  urgentWhenLive?: true;
  /** The sentence while the gap is open, else null. */
  find: (settings: StoreSettings, environment: TradeEnvironment) => string | null;
}

/** An item at this price shows what the VAT line does. */
const EXAMPLE_PRICE = 3000;

/** Everything that a new shop does and that is not yet fit to trade, the most urgent first. */
const conditions: Condition[] = [
  {
    key: "payments",
    title: "Payments are only played",
    step: "payments",
    find: (_, { payments }) => {
      const { id, name, keys } = mainProvider;
      if (payments[id] === "live") return null;
      return payments[id] === "test"
        ? `${name} runs with test keys: no money moves. Set the live ${listed(keys)}.`
        : `The sandbox answers for the payment providers: no money moves. Set ${listed(keys)}.`;
    },
  },
  ...providerProfiles.filter(({ id }) => id !== mainProvider.id).map(takesNoMoney),
  {
    key: "public-address",
    title: "No public address",
    step: "address",
    find: (_, { publicUrl }) => {
      if (publicUrl?.startsWith("https://")) return null;
      return publicUrl
        ? "PUBLIC_URL does not begin with https://: sign-ins and addresses would travel in the open."
        : "Links in mails and the payment providers' way back need PUBLIC_URL=https://…";
    },
  },
  {
    key: "mail",
    title: "No mail leaves the shop",
    step: "mail",
    find: (_, { hasMailServer }) =>
      hasMailServer
        ? null
        : "Order confirmations and password links stay in the outbox. Set SMTP_URL and MAIL_FROM; the confirmation by mail is a legal duty.",
  },
  {
    key: "demo-data",
    title: "Demo sign-ins are open",
    step: "staff",
    find: (_, { hasKnownSignIns }) =>
      hasKnownSignIns
        ? "Sign-ins whose passwords anybody knows are in this database. Make an administrator of your own, sign in as that and remove the demo data, or give the demo accounts other passwords."
        : null,
  },
  {
    key: "demo-orders",
    title: "Demo data is in the books",
    step: "demo",
    find: (_, { opening }) =>
      opening.demoRows > 0
        ? "Customers and orders that nobody made count in every report, and their invoices have taken the first numbers. Remove them, or start with a database of your own and DEMO_DATA=off."
        : null,
  },
  {
    key: "embedded-database",
    title: "The database lives beside the shop",
    step: "address",
    find: (_, { isEmbeddedDatabase }) =>
      isEmbeddedDatabase
        ? "Orders are in the shop's own data folder and go with that disk. Set DATABASE_URL to a PostgreSQL that is backed up."
        : null,
  },
  {
    key: "rate-limits",
    title: "Rate limits are off",
    step: "address",
    find: (_, { limitsRates }) =>
      limitsRates
        ? null
        : "RATE_LIMIT_FACTOR is 0: passwords and stolen cards can be tried without end. Remove it.",
  },
  {
    key: "vat-line",
    title: "The VAT line is not the VAT due",
    step: "vat",
    urgentWhenLive: true,
    find: (settings, environment) => {
      if (settings.taxIncludedInPrices) return null;
      const rate = vatRateOf(settings, null);
      const specified = vatOf(EXAMPLE_PRICE, rate, "as_specified");
      const due = vatOf(EXAMPLE_PRICE, rate, "fraction");
      if (specified === due) return null;
      const amounts = `VAT line at checkout is ${formatMoney(specified, settings.currency)}, VAT due is ${formatMoney(due, settings.currency)}, on an item at ${formatMoney(EXAMPLE_PRICE, settings.currency)}`;
      return takesRealMoney(environment)
        ? `Nobody has said whether prices include VAT. As specified, ${amounts}; as real money moves, checkout and mails show what is due. Switch on "prices include tax" to confirm it; totals stay as they are.`
        : `${amounts}: prices include VAT, yet the line is worked out as if they did not. Switch on "prices include tax"; totals stay as they are.`;
    },
  },
  {
    key: "vat-number",
    title: "Invoices are not VAT invoices",
    step: "company",
    urgentWhenLive: true,
    find: ({ taxEnabled, vatNumber }, environment) => {
      if (!taxEnabled || vatNumber) return null;
      return takesRealMoney(environment)
        ? "Real money moves, VAT is reckoned and no VAT number is given: invoices and credit notes show no VAT until it is settled. If you are registered, give the VAT number; if not, switch “Charge tax” off under Tax."
        : "VAT is charged and no VAT number is given: invoices carry no such heading, and business customers cannot reclaim it.";
    },
  },
  {
    key: "company",
    title: "The shop does not say who it is",
    step: "company",
    find: ({ companyNumber, registeredOffice }) =>
      companyNumber && registeredOffice
        ? null
        : "A company must name its number and registered office on its site, in mails and on invoices.",
  },
  {
    key: "contact",
    title: "Made-up contact details",
    step: "company",
    find: ({ storeAddress, storePhone, storeEmail }) => {
      const still = [
        storeAddress === defaultSettings.storeAddress && "address",
        storePhone === defaultSettings.storePhone && "phone number",
        storeEmail === defaultSettings.storeEmail && "email",
      ].filter((word) => word !== false);
      return still.length === 0
        ? null
        : `The store's ${still.join(", ")} ${still.length === 1 ? "is" : "are"} still the invented one${still.length === 1 ? "" : "s"} that the shop came with. Shoppers must be able to reach you.`;
    },
  },
  {
    key: "staff-two-factor",
    title: "Staff sign in by password alone",
    step: "staff",
    urgentWhenLive: true,
    find: ({ staffTwoFactor }) =>
      staffTwoFactor
        ? null
        : "One stolen password opens orders, customers and refunds. Switch on “Staff must use two-factor sign-in”; staff who have none are led to set it up.",
  },
  {
    key: "delivery",
    title: "Three delivery prices",
    step: "delivery",
    find: ({ savedTabs, currency }) => {
      if (savedTabs.includes("Shipping")) return null;
      const [cart, charge, free, over] = [499, 1099, 4500, 5000].map((amount) =>
        formatMoneyShort(amount, currency),
      );
      return `The cart says ${cart}, the checkout charges ${charge} and is free from ${free}, and the product page says free over ${over}, all as specified. Save the Shipping settings, and one rule holds everywhere.`;
    },
  },
  {
    key: "foreign-delivery",
    title: "Delivery abroad is free",
    step: "delivery",
    find: (settings) =>
      !isAgreedAbroad(deliveryRuleOf(settings))
        ? null
        : "Orders from outside the United Kingdom pay nothing for delivery, however heavy they are. Each one is marked “delivery to be agreed”: write to the customer before you send it. Serve the United Kingdom alone, or give the countries that you serve rates by weight.",
  },
  {
    key: "unweighed-products",
    title: "Products that nobody has weighed",
    step: "delivery",
    find: (settings, { opening: { unweighedProducts: count } }) =>
      deliveryRuleOf(settings).kind !== "tariff" || count === 0
        ? null
        : `${count === 1 ? "One product has" : `${count} products have`} no gross weight, and delivery goes by weight: whoever wants one delivered must ask you first. They are listed in /admin/settings?tab=Products&unweighed=1.`,
  },
  {
    key: "order-notification",
    title: "Nobody is told of trouble",
    step: "mail",
    find: ({ orderNotificationEmail, storeEmail }) =>
      orderNotificationEmail || storeEmail !== defaultSettings.storeEmail
        ? null
        : "New orders, failed payments and disputes are reported to an invented address. Give an order notification email.",
  },
  {
    key: "mail-test",
    title: "Nobody has seen a mail arrive",
    step: "mail",
    find: (_, { hasMailServer, opening }) =>
      !hasMailServer || opening.mailTest?.arrivedAt
        ? null
        : "Send a test mail and open the link in it: then it is known that mails arrive and that their links lead here.",
  },
  {
    key: "payment-keys",
    title: "It is not known whether the payment keys are good",
    step: "payments",
    find: (_, { payments, opening }) => paymentKeysItem(payments, opening),
  },
  {
    key: "payment-events",
    title: "No event of a payment provider has come",
    step: "payments",
    find: (_, { payments, opening }) =>
      payments[mainProvider.id] !== "live" || opening.lastEvents[mainProvider.id]?.isTest === false
        ? null
        : "Payments whose buyer closes the page are known by the providers' events alone. Add the webhooks (docs/operations.md); the first order brings the first event.",
  },
  {
    key: "texts-unread",
    title: "Texts that nobody here has read",
    step: "texts",
    find: (settings, { opening }) => {
      const unread = textReadings(settings, opening.textsRead).filter(({ isCurrent }) => !isCurrent);
      return unread.length === 0
        ? null
        : `They bind you from the first order on, and nobody has read them as they are now: ${unread.map(({ title }) => title).join(", ")}.`;
    },
  },
  {
    key: "first-order",
    title: "Nobody has bought anything and given the money back",
    step: "first-order",
    find: (_, { opening }) =>
      opening.hasRefundedPayment
        ? null
        : "Buy something for £1 with a card of your own and refund it: it shows keys, events, mail and refund at work before a customer depends on them.",
  },
  {
    key: "not-open",
    title: "The shop is not open for trade",
    step: "open",
    find: (_, { opening }) =>
      opening.opened ? null : "Nobody has said that it is: the last step of /admin/opening.",
  },
  {
    key: "claims-sold",
    title: "Sales figures that do not add up",
    step: "claims",
    find: (statements) => salesThatDisagree(statements),
  },
  {
    key: "claims-co2",
    title: "CO2 claims that disagree",
    step: "claims",
    find: (statements) => co2ClaimsThatDisagree(statements),
  },
  {
    key: "litres-per-kilogram",
    title: "How many litres a kilogram fills is assumed",
    step: "claims",
    find: ({ claims: { litresPerKilogram } }, { opening }) =>
      !opening.hasMeasuredDensity &&
      litresPerKilogram.source === shippedStatements.claims.litresPerKilogram.source
        ? `The application-rate calculator reckons ${litresPerKilogram.figure} to the kilogram, and says so. Nobody has measured it: weigh a litre of your own, and give its bulk density in the product's form, under “Pack”, or the figure with its source.`
        : null,
  },
];

/** A provider beside the main one that is wanted (it is switched on, or has keys) and is not live as the main one is. */
function takesNoMoney({ id, name, keys, setting }: ProviderProfile & { id: ProviderId }): Condition {
  const orNot = setting ? ", or switch it off in the store settings" : "";
  return {
    key: id,
    title: `${name} takes no money`,
    step: "payments",
    find: (settings, { payments }) => {
      const isSwitchedOn = Object.entries(settings).some(([key, value]) => key === setting && value === true);
      const isWanted = setting ? isSwitchedOn : payments[id] !== undefined;
      return isWanted && payments[mainProvider.id] === "live" && payments[id] !== "live"
        ? `${name} is switched on and has no live keys. Set ${listed(keys)}${orNot}.`
        : null;
    },
  };
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
    const isUrgent = urgentWhenLive === true && takesRealMoney(environment);
    return sentence === null ? [] : [{ key, title, sentence, isUrgent, step }];
  });
}
