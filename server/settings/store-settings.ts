import { z } from "zod";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { type Pence, parsePounds } from "#server/pricing/money.ts";
import { type BasisPoints, rateOrDefault, type VatMode } from "#server/pricing/vat.ts";
import type { Statements } from "./claims.ts";
import type { SettingsTab, TabSaves } from "./settings-tabs.ts";

const currencies = ["GBP", "EUR", "USD"] as const;
const shippingCalculationTypes = ["flat", "weight", "value"] as const;
const paidOrderStatuses = ["processing", "completed", "pending"] as const;
const accountCreationModes = ["automatic", "manual", "disabled"] as const;

const UNPRINTABLE = "Please use letters, digits and punctuation only";

/** One line, because mail headers and parcels contain it. */
const text = (max: number, missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), UNPRINTABLE);

/** Line breaks are allowed, other control characters are not. */
const lines = (max: number, missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !/(?![\r\n])\p{Cc}/u.test(value), UNPRINTABLE);

const shippingAmount = z
  .number("Please enter an amount in pounds")
  .min(0, "Amount must not be below 0")
  .max(10_000, "Amount must not be above £10,000")
  .refine((pounds) => parsePounds(pounds) !== undefined, "Please use pounds and pence, such as 9.99");

const PROFILE_ADDRESS = "Please enter a full address that begins with https://";

const profileAddress = z.union([
  z.literal(""),
  z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: PROFILE_ADDRESS })
    .max(300, "Please use at most 300 characters"),
]);

/**
 * The store settings with their messages, including what the shop must state about itself (docs/rules.md#settings-5).
 * Amounts are pounds and rates fractions, as on the screen and in REST; readers convert them to pence and basis
 * points.
 */
export const storeSettingsSchema = z.object({
  storeName: text(200, "Store name is required").min(1, "Store name is required"),
  storeDescription: lines(2000),
  storeAddress: lines(500, "Store address is required").min(1, "Store address is required"),
  storePhone: text(50),
  storeEmail: z.email("Valid email required").max(254, "Please use at most 254 characters"),
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
  currency: z
    .enum(currencies, "Currency is required")
    .refine(
      (currency) => currency === "GBP",
      "This version trades in GBP only: prices, payments and VAT invoices are in pounds.",
    ),
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
  latestDeliveryDays: z
    .number("Days must be a whole number")
    .int("Days must be a whole number")
    .min(1, "Days must be at least 1")
    .max(365, "Days must not be above 365"),
  bulkDelivery: lines(1000),
  bulkReturns: lines(1000),
  /** One a line; everywhere while it is empty. */
  countriesServed: lines(2000),
  shippingCalculationType: z
    .enum(shippingCalculationTypes, "Please choose how delivery is worked out")
    .refine(
      (type) => type !== "weight",
      "Delivery by weight cannot be chosen in this version: products carry no weight.",
    ),
  paypalEnabled: z.boolean(),
  braintreeEnabled: z.boolean(),
  cashOnDeliveryEnabled: z.boolean(),
  bankTransferEnabled: z.boolean(),
  orderNumberPrefix: z
    .string("Prefix must be 1 to 10 letters or digits")
    .trim()
    .regex(/^[A-Za-z0-9]{1,10}$/, "Prefix must be 1 to 10 letters or digits"),
  orderStatusAfterPayment: z.enum(paidOrderStatuses, "Please choose a status"),
  autoCompleteOrders: z.boolean(),
  orderNotificationEmail: z.union([z.literal(""), z.email("Valid email required").max(254)]),
  customerRegistration: z.boolean(),
  guestCheckout: z.boolean(),
  customerAccountCreation: z.enum(accountCreationModes, "Please choose how accounts are made"),
  stockManagement: z.boolean(),
  lowStockThreshold: z
    .number("Low stock threshold must be a whole number")
    .int("Low stock threshold must be a whole number")
    .min(0, "Low stock threshold must not be below 0")
    .max(1_000_000, "Low stock threshold must not be above 1,000,000"),
  hideOutOfStock: z.boolean(),
  productReviews: z.boolean(),
});

export type StoreSettingsValues = z.infer<typeof storeSettingsSchema>;

/** The current settings, with what the owner has saved and the row's version for conflict checks. */
export interface StoreSettings extends StoreSettingsValues, Statements {
  savedTabs: SettingsTab[];
  tabSaves: TabSaves;
  version: number;
  /** Live payment keys are set: what the shop states about VAT must then be true (docs/rules.md#vat-4). */
  takesRealMoney: boolean;
}

/** The current delivery rule (docs/rules.md#delivery-5): the built-in one until the Shipping tab is first saved. */
export function deliveryRuleOf(settings: StoreSettings): DeliveryRule {
  return settings.savedTabs.includes("Shipping") ? savedDeliveryRuleOf(settings) : { kind: "as_specified" };
}

/** The rule in saved Shipping settings. */
export function savedDeliveryRuleOf(settings: StoreSettingsValues): DeliveryRule {
  return {
    kind: "one_rule",
    enabled: settings.shippingEnabled,
    freeFrom: penceOf(settings.freeShippingThreshold),
    standard: penceOf(settings.standardShippingCost),
    express: penceOf(settings.expressShippingCost),
    fallsWithValue: settings.shippingCalculationType === "value",
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
