import { z } from "zod";
import { decimalOf, decimalsOf, type Pence, unitsOf } from "#server/pricing/money.ts";

const amountSchema = z.looseObject({ currency_code: z.string(), value: z.string() });
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
export function cameToNothing({ status }: Pick<PayPalCapture, "status">): boolean {
  return status === "DECLINED" || status === "FAILED";
}

/** The capture that took an order's money, or is about to. */
export function captureOf(order: PayPalOrder): PayPalCapture | undefined {
  return capturesOf(order).find((capture) => !cameToNothing(capture));
}

/** The newest capture of an order that came to nothing. */
export function declinedCaptureOf(order: PayPalOrder): PayPalCapture | undefined {
  return capturesOf(order).findLast(cameToNothing);
}

function capturesOf(order: PayPalOrder): PayPalCapture[] {
  return order.purchase_units?.[0]?.payments?.captures ?? [];
}

/** Where the payer approves an order. */
export function approvalLinkOf(order: Pick<PayPalOrder, "links">): string | undefined {
  return order.links?.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
}
