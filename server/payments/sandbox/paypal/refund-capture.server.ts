import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { penceToDecimal } from "#server/pricing/money.ts";
import { penceOf } from "./create-paypal-order.server.ts";
import { invalidRequest, unprocessable } from "./paypal-failure.ts";
import { refundShape } from "./paypal-shapes.ts";
import type { CaptureState, RefundState } from "./paypal-state.ts";
import {
  insertPayPal,
  loadPayPal,
  newPayPalId,
  nowAtPayPal,
  payPalCaptures,
  payPalRefunds,
  savePayPal,
} from "./paypal-store.server.ts";
import { recordPayPalEvent } from "./record-paypal-event.server.ts";

const refundRequestSchema = z.looseObject({
  amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }).optional(),
  note_to_payer: z.string().max(255).optional(),
  custom_id: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
});

/** POST /v2/payments/captures/:id/refund — all that is left of a capture, or a part of it. */
export async function refundCapture(
  em: EntityManager,
  captureId: string,
  body: unknown,
): Promise<RefundState> {
  const parsed = refundRequestSchema.safeParse(body ?? {});
  if (!parsed.success) throw invalidRequest("INVALID_PARAMETER_VALUE", "/amount");
  const refund = await takeFromCapture(em, captureId, parsed.data);
  recordPayPalEvent(em, "PAYMENT.CAPTURE.REFUNDED", refundShape(refund));
  return refund;
}

/** Takes money back out of a capture; who does it tells of it. @throws PayPalFailure when there is not so much left */
export async function takeFromCapture(
  em: EntityManager,
  captureId: string,
  given: z.infer<typeof refundRequestSchema>,
): Promise<RefundState> {
  const capture = await loadPayPal(em, payPalCaptures, captureId, { lock: true });
  if (capture.status === "REFUNDED") throw unprocessable("CAPTURE_FULLY_REFUNDED");
  if (capture.status !== "COMPLETED" && capture.status !== "PARTIALLY_REFUNDED") {
    throw unprocessable("INVALID_CAPTURE_STATUS");
  }
  const total = penceOf(capture.amount);
  const left = total - capture.refunded;
  const pence = given.amount ? penceOf(given.amount) : left;
  if (given.amount && given.amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH");
  }
  if (pence <= 0) throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE");
  if (pence > left) throw unprocessable("REFUND_AMOUNT_EXCEEDED");
  const refund: RefundState = {
    id: newPayPalId(),
    capture: capture.id,
    status: "COMPLETED",
    amount: { currency_code: capture.amount.currency_code, value: penceToDecimal(pence) },
    note_to_payer: given.note_to_payer ?? null,
    custom_id: given.custom_id ?? null,
    invoice_id: given.invoice_id ?? null,
    created: nowAtPayPal(),
  };
  insertPayPal(em, payPalRefunds, refund);
  const changed: CaptureState = {
    ...capture,
    refunded: capture.refunded + pence,
    status: capture.refunded + pence === total ? "REFUNDED" : "PARTIALLY_REFUNDED",
  };
  await savePayPal(em, payPalCaptures, changed);
  return refund;
}
