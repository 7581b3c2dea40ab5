import { z } from "zod";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { parsePounds } from "#server/pricing/money.ts";
import { type BasisPoints, rateOrDefault, type VatMode } from "#server/pricing/vat.ts";

const currencies = ["GBP", "EUR", "USD"] as const;
const shippingCalculationTypes = ["flat", "weight", "value"] as const;
const paidOrderStatuses = ["processing", "completed", "pending"] as const;
const accountCreationModes = ["automatic", "manual", "disabled"] as const;
const settingsTabs = ["General", "Tax", "Shipping", "Payments", "Orders", "Customers", "Products"] as const;

export type SettingsTab = (typeof settingsTabs)[number];

const shippingAmount = z.number().min(0, "Amount must not be below 0");

/**
 * The store settings of spec section 3 with the defaults of section 9 and the messages of section 5.
 * Amounts are pounds and rates fractions here, as on the screen and in REST; readers turn them into
 * pence and basis points.
 */
export const storeSettingsSchema = z.object({
  storeName: z.string().trim().min(1, "Store name is required").max(200).default("Oxbow Biochar"),
  storeDescription: z
    .string()
    .max(2000)
    .default(
      "Biochar made in small batches from sustainable British forestry, for gardens, farms and industry.",
    ),
  storeAddress: z
    .string()
    .trim()
    .min(1, "Store address is required")
    .max(500)
    .default("Oxbow Yard, Mill Lane, Ludlow, Shropshire SY8 1AA"),
  storePhone: z.string().max(50).default("01584 000 000"),
  storeEmail: z.email("Valid email required").max(254).default("hello@oxbowbiochar.example"),
  /** Who sells, as an invoice must say it (resolution C1); an invoice is a VAT invoice once `vatNumber` is set. */
  companyNumber: z.string().trim().max(20).default(""),
  vatNumber: z.string().trim().max(20).default(""),
  registeredOffice: z.string().trim().max(500).default(""),
  currency: z.enum(currencies, "Currency is required").default("GBP"),
  taxEnabled: z.boolean().default(true),
  taxRate: z
    .number()
    .min(0, "Tax rate must be between 0 and 1")
    .max(1, "Tax rate must be between 0 and 1")
    .default(0.2),
  taxLabel: z.string().trim().min(1, "Tax label is required").max(50).default("VAT"),
  taxIncludedInPrices: z.boolean().default(false),
  shippingEnabled: z.boolean().default(true),
  freeShippingThreshold: shippingAmount.default(100),
  standardShippingCost: shippingAmount.default(9.99),
  expressShippingCost: shippingAmount.default(19.99),
  shippingCalculationType: z.enum(shippingCalculationTypes).default("flat"),
  paypalEnabled: z.boolean().default(true),
  braintreeEnabled: z.boolean().default(true),
  cashOnDeliveryEnabled: z.boolean().default(false),
  bankTransferEnabled: z.boolean().default(true),
  orderNumberPrefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,10}$/, "Prefix must be 1 to 10 letters or digits")
    .default("OXB"),
  orderStatusAfterPayment: z.enum(paidOrderStatuses).default("processing"),
  autoCompleteOrders: z.boolean().default(false),
  orderNotificationEmail: z.union([z.literal(""), z.email("Valid email required")]).default(""),
  customerRegistration: z.boolean().default(true),
  guestCheckout: z.boolean().default(true),
  customerAccountCreation: z.enum(accountCreationModes).default("automatic"),
  stockManagement: z.boolean().default(true),
  lowStockThreshold: z.number().int().min(0, "Low stock threshold must not be below 0").default(5),
  hideOutOfStock: z.boolean().default(false),
  productReviews: z.boolean().default(true),
});

export type StoreSettingsValues = z.infer<typeof storeSettingsSchema>;

/** The settings in force, with which tabs the owner has saved and the row's version for conflict checks. */
export interface StoreSettings extends StoreSettingsValues {
  savedTabs: SettingsTab[];
  version: number;
}

/** The delivery rule in force (resolution B3): the built-in one until the Shipping tab is first saved. */
export function deliveryRuleOf(settings: StoreSettings): DeliveryRule {
  if (!settings.savedTabs.includes("Shipping")) return { kind: "as_specified" };
  return {
    kind: "one_rule",
    enabled: settings.shippingEnabled,
    freeFrom: parsePounds(settings.freeShippingThreshold.toFixed(2)) ?? 0,
    standard: parsePounds(settings.standardShippingCost.toFixed(2)) ?? 0,
  };
}

/** How the VAT line is worked out (resolution B1). */
export function vatModeOf(settings: StoreSettings): VatMode {
  return settings.taxIncludedInPrices ? "fraction" : "as_specified";
}

/** The rate a product is sold at: its own, else the store's; none at all while tax is switched off. */
export function vatRateOf(settings: StoreSettings, ownRate: BasisPoints | null | undefined): BasisPoints {
  return settings.taxEnabled ? rateOrDefault(ownRate, Math.round(settings.taxRate * 10_000)) : 0;
}
