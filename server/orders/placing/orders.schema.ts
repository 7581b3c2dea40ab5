import { z } from "zod";
import { printable, UNPRINTABLE } from "#server/checkout/checkout-details.ts";
import { DEFAULT_COUNTRY } from "#server/checkout/checkout-form.ts";
import { emailAddress } from "#server/core/email-address.ts";
import { providerIds } from "#server/payments/provider-list.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";

/** The most different products in one order. */
const MAX_ITEMS = 100;
const MAX_QUANTITY = 99;
const GREATEST_AMOUNT = 99_999_999;

const text = (name: string, max: number) =>
  z
    .string(`${name} must be a text`)
    .trim()
    .normalize("NFC")
    .max(max, `${name} must be at most ${max} characters`)
    .refine(printable, UNPRINTABLE);

/** Pounds as a decimal number or text ("19.99"), parsed to pence. */
export const pounds = (name: string) =>
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
  collectionSlot: z.iso
    .datetime({ offset: true, error: "Collection slot must be a moment such as 2026-11-28T10:00:00Z" })
    .max(40, "Collection slot must be at most 40 characters")
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
    .regex(/^[A-Za-z0-9_-]{1,100}$/, "Transaction id must be the payment's id"),
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
