import { z } from "zod";
import { emailAddress, isoDay, optionalText, trimmedText } from "#server/core/fields.ts";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import {
  type CurrencyCode,
  codeOf,
  currencies,
  type Pence,
  parsePounds,
  type SterlingRate,
} from "#server/pricing/money.ts";
import type { PricingRules } from "#server/pricing/quote.ts";
import { tariffError, tariffIn } from "#server/pricing/tariff-text.ts";
import { type BasisPoints, rateOrDefault, type VatMode } from "#server/pricing/vat.ts";
import type { Statements } from "./claims.ts";
import { wrongClosureIn } from "./opening-times.ts";
import { isRatedByTable, servedPlacesOf } from "./promises.ts";
import type { SettingsTab, TabSaves } from "./settings-tabs.ts";

const shippingCalculationTypes = ["flat", "weight", "value"] as const;
const paidOrderStatuses = ["processing", "completed", "pending"] as const;
const accountCreationModes = ["automatic", "manual", "disabled"] as const;

const UNPRINTABLE = "Please use letters, digits and punctuation only";

/** One line, because mail headers and parcels contain it. */
const text = (max: number, missing?: string) =>
  optionalText(max, `Please use at most ${max} characters`, missing).refine(
    (value) => !/\p{Cc}/u.test(value),
    UNPRINTABLE,
  );

const WRONG_PREFIX = "Prefix must be 1 to 10 letters or digits";

/** Line breaks are allowed, other control characters are not. */
const lines = (max: number, missing?: string) =>
  optionalText(max, `Please use at most ${max} characters`, missing).refine(
    (value) => !/(?![\r\n])\p{Cc}/u.test(value),
    UNPRINTABLE,
  );

const shippingAmount = z
  .number("Please enter an amount of money")
  .min(0, "Amount must not be below 0")
  .max(10_000, "Amount must not be above 10,000")
  .refine((pounds) => parsePounds(pounds) !== undefined, "Please use at most two decimals, such as 9.99");

/** The greatest rate keeps sums within whole numbers that JavaScript counts exactly. */
const GREATEST_RATE = 10;

const exchangeRate = z
  .number("Enter a rate, such as 0.8543")
  .min(0, "Rate must not be below 0")
  .max(GREATEST_RATE, `Rate must not be above ${GREATEST_RATE}`)
  .refine((rate) => /^\d+(\.\d{1,6})?$/.test(String(rate)), "Use at most 6 decimals");

const wholeNumber = (what: string) =>
  z.number(`${what} must be a whole number`).int(`${what} must be a whole number`);

const PROFILE_ADDRESS = "Please enter a full address that begins with https://";

const profileAddress = z.union([
  z.literal(""),
  z
    .string()
    .max(300, { error: "Please use at most 300 characters", abort: true })
    .check(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: PROFILE_ADDRESS })),
]);

/**
 * The store settings with their messages, including what the shop must state about itself (docs/rules.md#settings-5).
 * Amounts are decimals and rates fractions, as on the screen and in REST; readers convert them to whole numbers.
 */
export const storeSettingsSchema = z.object({
  storeName: text(200, "Store name is required").min(1, "Store name is required"),
  storeDescription: lines(2000),
  storeAddress: lines(500, "Store address is required").min(1, "Store address is required"),
  storePhone: text(50),
  storeEmail: emailAddress("Valid email required", "Please use at most 254 characters"),
  /** The seller, as an invoice must state it. An invoice is a VAT invoice once `vatNumber` is set. */
  companyNumber: text(20),
  vatNumber: text(20),
  registeredOffice: lines(500),
  /** Opening hours, as the footer prints them. */
  openingHoursWeekdays: text(60),
  openingHoursSaturday: text(60),
  openingHoursSunday: text(60),
  facebookUrl: profileAddress,
  instagramUrl: profileAddress,
  linkedinUrl: profileAddress,
  youtubeUrl: profileAddress,
  currency: z.enum(currencies, "Currency is required"),
  /** Pounds for one of the currency, 0 where nobody has said; VAT documents in another need it (docs/decisions/050). */
  exchangeRate,
  /** The day that the rate is of. */
  exchangeRateDay: z.union([z.literal(""), isoDay("Enter a day, such as 2026-11-23")]),
  /**
   * Where others reach the shop, staff without two-factor sign-in have only a customer's permissions until they set it
   * up.
   */
  staffTwoFactor: z.boolean(),
  taxEnabled: z.boolean(),
  taxRate: z
    .number("Tax rate must be between 0 and 1")
    .min(0, "Tax rate must be between 0 and 1")
    .max(1, "Tax rate must be between 0 and 1"),
  taxLabel: text(50, "Tax label is required").min(1, "Tax label is required"),
  taxIncludedInPrices: z.boolean(),
  zeroRateExports: z.boolean(),
  shippingEnabled: z.boolean(),
  freeShippingThreshold: shippingAmount,
  standardShippingCost: shippingAmount,
  expressShippingCost: shippingAmount,
  /** Ends the sentence "We normally send orders …". */
  dispatchPromise: text(100, "Please say when you send orders").min(1, "Please say when you send orders"),
  latestDeliveryDays: wholeNumber("Days")
    .min(1, "Days must be at least 1")
    .max(365, "Days must not be above 365"),
  bulkDelivery: lines(1000),
  bulkReturns: lines(1000),
  /** One a line; everywhere while it is empty. */
  countriesServed: lines(2000),
  /** Whether Northern Ireland counts with the United Kingdom in `countriesServed`. */
  northernIrelandServed: z.boolean(),
  shippingCalculationType: z.enum(shippingCalculationTypes, "Please choose how delivery is worked out"),
  /** The table of rates that "weight" goes by, as lines whose cells semicolons part. */
  deliveryTariff: lines(20_000).superRefine((text, problems) => {
    const message = tariffError(text);
    if (message !== undefined) problems.addIssue({ code: "custom", message });
  }),
  /** Buyers may collect from the yard, in half hours of its opening hours (docs/rules.md#collection-1). */
  collectionEnabled: z.boolean(),
  /** How many orders can be collected in one half hour. */
  collectionCapacity: wholeNumber("Orders")
    .min(1, "Orders must be at least 1")
    .max(100, "Orders must not be above 100"),
  /** How long the yard needs to have an order ready. */
  collectionNoticeHours: wholeNumber("Hours")
    .min(0, "Hours must not be below 0")
    .max(336, "Hours must not be above 336, two weeks"),
  /** Days without collection, one a line: "2026-12-25", "2026-12-24 to 2027-01-01". */
  collectionClosures: lines(2000).refine(
    (closures) => wrongClosureIn(closures) === undefined,
    'Please write one day a line, such as 2026-12-25, or "2026-12-24 to 2027-01-01"',
  ),
  paypalEnabled: z.boolean(),
  braintreeEnabled: z.boolean(),
  cashOnDeliveryEnabled: z.boolean(),
  bankTransferEnabled: z.boolean(),
  orderNumberPrefix: trimmedText(10, WRONG_PREFIX, WRONG_PREFIX).regex(/^[A-Za-z0-9]{1,10}$/, WRONG_PREFIX),
  orderStatusAfterPayment: z.enum(paidOrderStatuses, "Please choose a status"),
  autoCompleteOrders: z.boolean(),
  orderNotificationEmail: z.union([z.literal(""), emailAddress("Valid email required")]),
  customerRegistration: z.boolean(),
  guestCheckout: z.boolean(),
  customerAccountCreation: z.enum(accountCreationModes, "Please choose how accounts are made"),
  stockManagement: z.boolean(),
  lowStockThreshold: wholeNumber("Low stock threshold")
    .min(0, "Low stock threshold must not be below 0")
    .max(1_000_000, "Low stock threshold must not be above 1,000,000"),
  hideOutOfStock: z.boolean(),
  oneCardPerFamily: z.boolean(),
  productReviews: z.boolean(),
});

export type StoreSettingsValues = z.infer<typeof storeSettingsSchema>;

/** The settings of a new shop; the owner replaces the company's data. */
export const defaultSettings: StoreSettingsValues = {
  storeName: "Oxbow Biochar",
  storeDescription:
    "Biochar made in small batches from sustainable British forestry, for gardens, farms and industry.",
  storeAddress: "Oxbow Yard, Mill Lane, Ludlow, Shropshire SY8 1AA",
  storePhone: "01584 000 000",
  storeEmail: "hello@oxbowbiochar.example",
  companyNumber: "",
  vatNumber: "",
  registeredOffice: "",
  openingHoursWeekdays: "9:00-17:00",
  openingHoursSaturday: "10:00-14:00",
  openingHoursSunday: "closed",
  facebookUrl: "",
  instagramUrl: "",
  linkedinUrl: "",
  youtubeUrl: "",
  currency: "GBP",
  exchangeRate: 0,
  exchangeRateDay: "",
  staffTwoFactor: true,
  taxEnabled: true,
  taxRate: 0.2,
  taxLabel: "VAT",
  taxIncludedInPrices: false,
  zeroRateExports: false,
  shippingEnabled: true,
  freeShippingThreshold: 100,
  standardShippingCost: 9.99,
  expressShippingCost: 19.99,
  dispatchPromise: "within 2 working days",
  latestDeliveryDays: 30,
  bulkDelivery:
    "Bulk bags come by pallet to the kerb: someone must be there to receive them, and a lorry must be able to reach you. If access is narrow, tell us before you order.",
  bulkReturns:
    "A bulk bag cannot go by post: ask us what its collection costs before you order; if we did not tell you, we collect it at our expense.",
  countriesServed: "",
  northernIrelandServed: true,
  shippingCalculationType: "flat",
  collectionEnabled: false,
  collectionCapacity: 2,
  collectionNoticeHours: 24,
  collectionClosures: "",
  deliveryTariff: "",
  paypalEnabled: true,
  braintreeEnabled: true,
  cashOnDeliveryEnabled: false,
  bankTransferEnabled: true,
  orderNumberPrefix: "OXB",
  orderStatusAfterPayment: "processing",
  autoCompleteOrders: false,
  orderNotificationEmail: "",
  customerRegistration: true,
  guestCheckout: true,
  customerAccountCreation: "automatic",
  stockManagement: true,
  lowStockThreshold: 5,
  hideOutOfStock: false,
  oneCardPerFamily: false,
  productReviews: true,
};

/** The current settings, with what the owner has saved and the row's version for conflict checks. */
export interface StoreSettings extends StoreSettingsValues, Statements {
  savedTabs: SettingsTab[];
  tabSaves: TabSaves;
  version: number;
  /** Live payment keys are set: what the shop states about VAT must then be true (docs/rules.md#vat-4). */
  takesRealMoney: boolean;
}

/**
 * The current delivery rule (docs/rules.md#delivery-5): the built-in one until the Shipping tab is first saved. It
 * serves the places that the owner named, if any.
 */
export function deliveryRuleOf(settings: StoreSettings): DeliveryRule {
  return settings.savedTabs.includes("Shipping")
    ? savedDeliveryRuleOf(settings)
    : { kind: "as_specified", ...servedBy(settings) };
}

/** What prices depend on. */
export function pricingRulesOf(settings: StoreSettings): PricingRules {
  return {
    deliveryRule: deliveryRuleOf(settings),
    vatMode: vatModeOf(settings),
    currency: codeOf(settings.currency),
    zeroRatesExports: settings.taxEnabled && settings.zeroRateExports,
    ...(settings.collectionEnabled ? { collection: true } : {}),
  };
}

function servedBy(settings: StoreSettingsValues): Pick<DeliveryRule, "served"> {
  const served = servedPlacesOf(settings);
  return served.countries.length === 0 && served.northernIreland ? {} : { served };
}

/** The rule in saved Shipping settings. */
export function savedDeliveryRuleOf(settings: StoreSettingsValues): DeliveryRule {
  if (isRatedByTable(settings)) {
    return { kind: "tariff", tariff: tariffIn(settings.deliveryTariff), ...servedBy(settings) };
  }
  return {
    kind: "one_rule",
    enabled: settings.shippingEnabled,
    freeFrom: penceOf(settings.freeShippingThreshold),
    standard: penceOf(settings.standardShippingCost),
    express: penceOf(settings.expressShippingCost),
    fallsWithValue: settings.shippingCalculationType === "value",
    ...servedBy(settings),
  };
}

/** The inputs of the VAT line; `takesRealMoney` is not a setting, and missing where only settings are known. */
export type VatLineSettings = Pick<StoreSettingsValues, "taxIncludedInPrices"> &
  Partial<Pick<StoreSettings, "takesRealMoney">>;

/**
 * How the VAT line is calculated (docs/rules.md#vat-2). Where real money moves it is the VAT that is due, even before
 * anybody has said whether prices include it: the total is the same either way, so prices always include it
 * (docs/decisions/033).
 */
export function vatModeOf({ taxIncludedInPrices, takesRealMoney }: VatLineSettings): VatMode {
  return taxIncludedInPrices || takesRealMoney ? "fraction" : "as_specified";
}

/** The VAT rate of a product: its own, else the store's; none while tax is switched off. */
export function vatRateOf(
  settings: Pick<StoreSettingsValues, "taxEnabled" | "taxRate">,
  ownRate: BasisPoints | null | undefined,
): BasisPoints {
  return settings.taxEnabled ? rateOrDefault(ownRate, Math.round(settings.taxRate * 10_000)) : 0;
}

function penceOf(pounds: number): Pence {
  return parsePounds(pounds.toFixed(2)) ?? 0;
}

/**
 * The rate at which new documents in a currency show their VAT in pounds; null in pounds, and where nobody has said.
 */
export function sterlingRateOf(
  settings: Pick<StoreSettingsValues, "exchangeRate" | "exchangeRateDay">,
  currency: CurrencyCode,
): SterlingRate | null {
  if (currency === "gbp") return null;
  const rate = Math.round(settings.exchangeRate * 1_000_000);
  return rate > 0 && settings.exchangeRateDay !== "" ? { rate, day: settings.exchangeRateDay } : null;
}
