import { z } from "zod";
import { printable, UNPRINTABLE } from "#server/checkout/checkout-details.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import {
  emailAddress,
  optionalText,
  patternText,
  transformedText,
  visibleText,
} from "#server/core/fields.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import { currencies } from "#server/pricing/money.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";
import { staffPaymentMethods } from "#server/settings/staff-payment-methods.ts";
import { missingInAddress } from "./address-in-text.ts";

/** The most different products in one order. */
const MAX_ITEMS = 100;
const MAX_QUANTITY = 99;
const GREATEST_AMOUNT = 99_999_999;
const WRONG_SLOT = "Collection slot must be a moment such as 2026-11-28T10:00:00Z";
const WRONG_TRANSACTION = "Transaction id must be the payment's id";

const text = (name: string, max: number) =>
  optionalText(max, `${name} must be at most ${max} characters`, `${name} must be a text`).refine(
    printable,
    UNPRINTABLE,
  );

/** Pounds as a decimal number or text ("19.99"), parsed to pence. */
const pounds = (name: string) =>
  amountOfMoney(`${name} must be an amount of money with at most 2 decimals`, {
    least: 0,
    most: GREATEST_AMOUNT,
  });

const orderItemSchema = z.object({
  productId: z.int("Product id must be a whole number").min(1).max(2_147_483_647),
  productName: text("Product name", 200).default(""),
  quantity: z
    .int("Quantity must be a whole number")
    .min(1, "Quantity must be at least 1")
    .max(MAX_QUANTITY, `Quantity must be at most ${MAX_QUANTITY}`),
  price: pounds("Price").optional(),
});

/**
 * What POST /api/orders takes. Prices and totals are only what the client claims: the server prices every order itself
 * (docs/rules.md#prices-4). REST refuses fields that are not named here (docs/rules.md#rest-8).
 */
export const orderPayloadSchema = z.object({
  customerName: text("Customer name", 200).min(1, "Customer name is required"),
  customerEmail: emailAddress(
    "Please enter a valid email address",
    "Customer email must be at most 254 characters",
  ),
  customerAddress: text("Customer address", 1000).min(1, "Address is required"),
  customerPhone: text("Customer phone", 50).default(""),
  shippingCountry: text("Shipping country", 100)
    .default(DEFAULT_COUNTRY)
    .transform((country) => country || DEFAULT_COUNTRY),
  /** Where it goes, when the address does not say it: its price may depend on that. */
  postcode: text("Postcode", 20).default(""),
  /** One of the options that GET /api/delivery-quote names; the standard one where it is left out. */
  deliveryOption: text("Delivery option", 60).default(""),
  /** For `collection`, where the shop offers it: the moment at which the half hour begins. */
  collectionSlot: z
    .string(WRONG_SLOT)
    .max(40, { error: "Collection slot must be at most 40 characters", abort: true })
    .check(z.iso.datetime({ offset: true, error: WRONG_SLOT }))
    .meta({ description: "With `collection`, and only then: when one of the yard's half hours begins." })
    .transform((moment) => new Date(moment).toISOString())
    .optional(),
  subtotal: pounds("Subtotal").optional(),
  taxRate: z.number("Tax rate must be a number").min(0).max(1).optional(),
  taxAmount: pounds("Tax amount").optional(),
  shippingCost: pounds("Shipping cost").optional(),
  totalAmount: pounds("Total amount").optional(),
  paymentMethod: z.enum(providerIds, `Payment method must be ${providerIds.join(" or ")}`),
  transactionId: z
    .string("Transaction id is required")
    .max(100, { error: WRONG_TRANSACTION, abort: true })
    .regex(/^[A-Za-z0-9_-]{1,100}$/, WRONG_TRANSACTION),
  /** Used when it is `INV-` and 10 to 16 digits and free, otherwise the server makes one (docs/rules.md#orders-3). */
  invoiceNumber: z.string().max(50).optional(),
  items: z
    .array(orderItemSchema)
    .min(1, "At least one item is required")
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} items`),
});

export type OrderPayload = z.infer<typeof orderPayloadSchema>;

/** The claims of a payload, in pence: stored with the order, never used. */
export function claimedBy(payload: OrderPayload): Record<string, unknown> {
  const { subtotal, taxRate, taxAmount, shippingCost, totalAmount, items } = payload;
  return {
    subtotal,
    taxRate,
    taxAmount,
    shippingCost,
    totalAmount,
    items: items.map(({ productId, quantity, price }) => ({ productId, quantity, price })),
  };
}

const MAX_ID = 2_147_483_647;
/** The most different products in one order. */
const MAX_SHOP_ITEMS = 100;
/** Commercial buyers take more at the counter than fits into a cart. */
export const MAX_SHOP_QUANTITY = 9999;

const counterText = (max: number, missing?: string) =>
  optionalText(max, `At most ${max} characters`, missing);

const shopItemSchema = z.object({
  productId: z.int("Product id must be a whole number").min(1).max(MAX_ID),
  quantity: z
    .int("Quantity must be a whole number, at least 1")
    .min(1, "Quantity must be at least 1")
    .max(MAX_SHOP_QUANTITY, `Quantity must be at most ${MAX_SHOP_QUANTITY}`),
  /** The price of one unit; the shop's own price where it is left out (docs/rules.md#orders-9). */
  price: pounds("Price").optional(),
});

const retryKey = patternText(
  36,
  /^[A-Za-z0-9-]{16,36}$/,
  "Retry key must be 16 to 36 letters, digits or dashes",
);

const writtenAddress = transformedText(1000, onOneLine, "At most 1000 characters", "Address is required")
  .min(1, "Address is required")
  .refine(printable, UNPRINTABLE);

/** "3 Mill Lane⏎Ludlow" as "3 Mill Lane, Ludlow": people copy addresses as they stand on a letter. */
function onOneLine(written: string): string {
  const lines = written.split(/[\r\n]+/).map((line) => line.trim().replace(/,$/, ""));
  return visibleText(lines.filter((line) => line !== "").join(", "));
}

/** The form with which staff take an order. */
export const shopOrderSchema = z.object({
  customerId: z.int().min(1).max(MAX_ID).nullish(),
  customerName: counterText(200, "Customer name is required")
    .min(1, "Customer name is required")
    .refine(printable, UNPRINTABLE),
  customerEmail: emailAddress("Valid email is required", "At most 254 characters"),
  customerPhone: counterText(50).refine(printable, UNPRINTABLE).default(""),
  customerAddress: writtenAddress.superRefine((address, check) => {
    const gap = address && missingInAddress(address, { country: DEFAULT_COUNTRY, postcode: "" });
    if (gap) check.addIssue({ code: "custom", message: gap });
  }),
  items: z
    .array(shopItemSchema, "At least one item is required")
    .min(1, "At least one item is required")
    .max(MAX_SHOP_ITEMS, `At most ${MAX_SHOP_ITEMS} items`),
  paymentMethod: z.enum(staffPaymentMethods, "Choose cash, card, bank_transfer or account").default("cash"),
  /** Cash on delivery, where the owner allows it. */
  payLater: z.boolean().default(false),
  sendConfirmation: z.boolean().default(true),
  /** Created with the form: two submissions of it make one order. */
  retryKey: retryKey.optional(),
});

/** What a browser takes down without a connection. A card and a transfer cannot be looked at there. */
export const counterMethods = ["cash", "account"] as const;

/**
 * An order that was taken without a connection and is sent later (docs/decisions/074): with the prices that the
 * customer was told, and always with its key.
 */
export const counterOrderSchema = shopOrderSchema.omit({ payLater: true }).extend({
  /** As it was taken down: nobody is there any more who could be asked for more. */
  customerAddress: writtenAddress,
  items: z
    .array(shopItemSchema.extend({ told: pounds("Price") }), "At least one item is required")
    .min(1, "At least one item is required")
    .max(MAX_SHOP_ITEMS, `At most ${MAX_SHOP_ITEMS} items`),
  paymentMethod: z.enum(counterMethods, "Choose cash or account"),
  retryKey,
  toldTotal: pounds("Total"),
  /** What it was priced in; left out by browsers that have an older page. */
  currency: z.enum(currencies).optional(),
  takenAt: z.coerce.date("When it was taken is missing"),
  /** The account of the person who took it, where somebody else sends it. */
  takenBy: z.int().min(1).max(MAX_ID).nullish(),
  /** The goods were handed over although the shop counts fewer. */
  beyondStock: z.boolean().default(false),
});

/** An order of the counter that is not to be sent. */
export const discardedOrderSchema = counterOrderSchema
  .pick({ retryKey: true, toldTotal: true, takenAt: true, takenBy: true })
  .extend({
    reason: counterText(300, "Reason is required")
      .min(1, "Reason is required")
      .refine(printable, UNPRINTABLE),
  });

export type ShopOrder = z.output<typeof shopOrderSchema>;

export type CounterOrder = z.output<typeof counterOrderSchema>;
