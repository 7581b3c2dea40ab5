import type { ItemRequest, OrderRequest, ShippingDetails } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { PostalAddress, PricedSnapshot } from "#server/checkout/checkout.ts";
import { decimalOf, decimalsOf, unitsOf } from "#server/payments/provider-facts.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/** A field's name as PayPal writes it: the SDK's `addressLine1` is `address_line_1` on the wire. */
type OnTheWire<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? (Letter extends `${number}` ? `_${Letter}` : Letter) : `_${Lowercase<Letter>}`}${OnTheWire<Rest>}`
  : Name;

/** What one of the types of PayPal's SDK is on the wire: the same fields, with enumerations as texts. */
export type Wire<Type> = Type extends string
  ? `${Type}`
  : Type extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Type extends object
      ? { [Name in keyof Type as OnTheWire<Name>]: Wire<Type[Name]> }
      : Type;

export const amountSchema = z.looseObject({ currency_code: z.string(), value: z.string() });
const linkSchema = z.object({ href: z.string(), rel: z.string() });

/** A capture: the money of an order, as far as this shop reads it (developer.paypal.com, Payments v2). */
export const paypalCaptureSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: z.looseObject({ reason: z.string().optional() }).optional(),
  amount: amountSchema,
  custom_id: z.string().optional(),
  create_time: z.coerce.date().optional().catch(undefined),
  supplementary_data: z
    .looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })
    .optional(),
});

/** Money given back of a capture. */
export const paypalRefundSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: z.looseObject({ reason: z.string().optional() }).optional(),
  amount: amountSchema,
  custom_id: z.string().optional(),
});

/** An order, as far as this shop reads it (developer.paypal.com, Orders v2). */
export const paypalOrderSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.looseObject({
        amount: amountSchema.optional(),
        custom_id: z.string().optional(),
        payments: z
          .looseObject({
            captures: z.array(paypalCaptureSchema).optional(),
            refunds: z.array(paypalRefundSchema).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  links: z.array(linkSchema).optional(),
});

export type PayPalOrder = z.infer<typeof paypalOrderSchema>;
export type PayPalRefund = z.infer<typeof paypalRefundSchema>;
export type PayPalCapture = z.infer<typeof paypalCaptureSchema>;

type PayPalAmount = z.infer<typeof amountSchema>;

/** An amount of PayPal's in the smallest unit of its currency; undefined when it is none. */
export function unitsOfPayPal({ value, currency_code }: PayPalAmount): number | undefined {
  return unitsOf(value, decimalsOf("paypal", currency_code.toLowerCase()));
}

/** The reverse; `currency` in small letters. */
export function payPalAmountOf(units: number, currency: string): PayPalAmount {
  return { currency_code: currency.toUpperCase(), value: decimalOf(units, decimalsOf("paypal", currency)) };
}

/** What an order asks the payer for. */
export function amountOf(order: PayPalOrder): { pence: Pence | undefined; currency: string } {
  const amount = order.purchase_units?.[0]?.amount;
  return { pence: amount && unitsOfPayPal(amount), currency: amount?.currency_code.toLowerCase() ?? "" };
}

/** Whether a capture took no money: its order is COMPLETED at PayPal all the same, and can take no other. */
export function hasFailed({ status }: Pick<PayPalCapture, "status">): boolean {
  return status === "DECLINED" || status === "FAILED";
}

/** The capture that took an order's money, or is about to. */
export function captureOf(order: PayPalOrder): PayPalCapture | undefined {
  return capturesOf(order).find((capture) => !hasFailed(capture));
}

/** The newest capture of an order that came to nothing. */
export function declinedCaptureOf(order: PayPalOrder): PayPalCapture | undefined {
  return capturesOf(order).findLast(hasFailed);
}

function capturesOf(order: PayPalOrder): PayPalCapture[] {
  return order.purchase_units?.[0]?.payments?.captures ?? [];
}

/** Where the payer approves an order. */
export function approvalLinkOf(order: Pick<PayPalOrder, "links">): string | undefined {
  return order.links?.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
}

export interface PayPalOrderRequest {
  checkoutId: string;
  /** PayPal accepts each number once: a second safety net against paying twice. */
  invoiceId: string;
  total: Pence;
  currency: CurrencyCode;
  snapshot: PricedSnapshot | null;
  /** The delivery address, once it is known. */
  shipTo: PostalAddress | null;
  storeName: string;
  publicUrl: string;
}

/**
 * Countries for which PayPal lists the codes of states and provinces (developer.paypal.com, "State and province codes").
 * It has long refused addresses there without one, and the shop asks for none: it sends the goods to its own address
 * in any case.
 */
const countriesWithStates = new Set(["AR", "BR", "CA", "CN", "ID", "IN", "IT", "JP", "MX", "TH", "US"]);

/** The body of POST /v2/checkout/orders: one purchase unit whose parts sum exactly to the amount charged. */
export function payPalOrderRequest(input: PayPalOrderRequest): Wire<OrderRequest> {
  const { snapshot, shipTo, total, currency, publicUrl } = input;
  const money = (units: Pence) => payPalAmountOf(units, currency);
  const known = shipTo?.countryCode;
  const countryCode = known && !countriesWithStates.has(known) ? known : undefined;
  const brandName = inOneLine(input.storeName, " ", 127);
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: input.checkoutId,
        invoice_id: input.invoiceId,
        amount: { ...money(total), ...(snapshot ? { breakdown: breakdownOf(snapshot, money) } : {}) },
        ...(snapshot ? { items: snapshot.lines.map((line) => itemOf(line, money)) } : {}),
        ...(shipTo && countryCode ? { shipping: shippingOf(shipTo, countryCode) } : {}),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          // Without one PayPal shows the name of its account.
          ...(brandName ? { brand_name: brandName } : {}),
          locale: "en-GB",
          user_action: "PAY_NOW",
          shipping_preference: countryCode ? "SET_PROVIDED_ADDRESS" : "NO_SHIPPING",
          return_url: `${publicUrl}/checkout-success`,
          cancel_url: `${publicUrl}/checkout?paypal=cancelled`,
        },
      },
    },
  };
}

type AmountOf = (units: Pence) => PayPalAmount;

/** Prices include VAT, so there is no tax beside them. */
function breakdownOf({ subtotal, shipping }: PricedSnapshot, money: AmountOf) {
  return { item_total: money(subtotal), shipping: money(shipping) };
}

function itemOf(line: PricedSnapshot["lines"][number], money: AmountOf): Wire<ItemRequest> {
  return {
    name: inOneLine(line.productName, " ", 127),
    quantity: String(line.quantity),
    unit_amount: money(line.unitPrice),
    category: "PHYSICAL_GOODS",
  };
}

function shippingOf(address: PostalAddress, countryCode: string): Wire<ShippingDetails> {
  return {
    type: "SHIPPING",
    name: { full_name: inOneLine(address.name, " ", 300) },
    address: {
      address_line_1: inOneLine(address.address, ", ", 300),
      admin_area_2: inOneLine(address.city, " ", 120),
      postal_code: inOneLine(address.postcode, " ", 60),
      country_code: countryCode,
    },
  };
}

/** Cut to the length that PayPal accepts, never through a surrogate pair. */
function inOneLine(text: string, between: string, longest: number): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines
    .filter(Boolean)
    .join(between)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, "");
}
