import type { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ProviderRefund } from "#server/payments/provider-refund.ts";
import { sentKeyOf } from "#server/payments/refund-key.ts";
import { parsePounds, penceToDecimal } from "#server/pricing/money.ts";
import {
  findPayPalOrder,
  isPayPalId,
  refundAtPayPal,
  requirePayPal,
  unlessMissing,
} from "./paypal-calls.server.ts";
import { PayPalError } from "./paypal-error.ts";
import { type PayPalRefund, paypalRefundSchema } from "./paypal-order.ts";

/** All refunds of a captured order, made here or in PayPal's dashboard. @throws PayPalError */
export async function listPayPalRefunds(
  context: Context,
  payment: Pick<Payment, "providerSessionId">,
): Promise<ProviderRefund[]> {
  const order = await findPayPalOrder(requirePayPal(context), payment.providerSessionId ?? "");
  return (order?.purchase_units?.[0]?.payments?.refunds ?? []).map(described);
}

/** The refund as PayPal has it now; undefined when it knows none of this id. @throws PayPalError */
export async function findPayPalRefund(
  context: Context,
  refundId: string,
): Promise<ProviderRefund | undefined> {
  if (!isPayPalId(refundId)) return undefined;
  const path = `/v2/payments/refunds/${refundId}`;
  const refund = await unlessMissing(requirePayPal(context).client.send(paypalRefundSchema, "GET", path));
  return refund && described(refund);
}

/** What PayPal means when an event is all it shows of a refund; an event's amount may have a minus. */
const statusByEvent: Record<string, string> = {
  "PAYMENT.CAPTURE.REFUNDED": "COMPLETED",
  "PAYMENT.CAPTURE.REVERSED": "COMPLETED",
  "PAYMENT.REFUND.PENDING": "PENDING",
  "PAYMENT.REFUND.FAILED": "FAILED",
};

/** The refund that a verified event carries; undefined when it does not say how much. */
export function refundInEvent(resource: unknown, eventType: string): ProviderRefund | undefined {
  const read = paypalRefundSchema.partial({ status: true }).safeParse(resource).data;
  if (!read) return undefined;
  const status = read.status ?? statusByEvent[eventType] ?? "PENDING";
  const found = described({ ...read, status });
  return found.amount === 0 ? undefined : { ...found, amount: Math.abs(found.amount) };
}

/** Gives the money of a refund row back; its key is PayPal's for the request and stays on the refund. @throws PayPalError */
export async function makePayPalRefund(
  context: Context,
  payment: Pick<Payment, "providerPaymentId">,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const { amount } = refund;
  const key = sentKeyOf(refund);
  const body = { amount: { currency_code: "GBP", value: penceToDecimal(amount) }, custom_id: key };
  const paypal = requirePayPal(context);
  return described(await refundAtPayPal(paypal, payment.providerPaymentId, body, `refund-${key}`));
}

/** Whether PayPal said no, once and for all. */
export function isPayPalRefusal(error: unknown): error is PayPalError {
  return error instanceof PayPalError && [400, 404, 422].includes(error.status);
}

function described(refund: PayPalRefund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.custom_id ?? null,
    amount: parsePounds(refund.amount.value) ?? 0,
    status: refund.status === "COMPLETED" ? "succeeded" : refund.status === "PENDING" ? "pending" : "failed",
    failure: refund.status_details?.reason ?? null,
  };
}
