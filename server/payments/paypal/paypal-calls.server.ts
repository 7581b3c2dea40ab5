import type { OrderRequest, RefundRequest } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { callProvider } from "../call-provider.server.ts";
import { PayPalError, type PayPalGateway } from "./paypal-client.server.ts";
import {
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  paypalCaptureSchema,
  paypalOrderSchema,
  paypalRefundSchema,
  type Wire,
} from "./paypal-order.ts";

/* The calls of PayPal's interface that the shop makes. Each throws PayPalError. */

/** An order that the shopper then approves. The same request id is one order. */
export function createOrderAtPayPal(
  paypal: PayPalGateway,
  body: Wire<OrderRequest>,
  requestId: string,
): Promise<PayPalOrder> {
  return paypal.client.send(paypalOrderSchema, "POST", "/v2/checkout/orders", {
    body,
    requestId,
    whole: true,
  });
}

/** The order as PayPal has it now; undefined when it knows none of this id. */
export async function findPayPalOrder(
  paypal: PayPalGateway,
  orderId: string,
): Promise<PayPalOrder | undefined> {
  if (!isPayPalId(orderId)) return undefined;
  return unlessMissing(paypal.client.send(paypalOrderSchema, "GET", `/v2/checkout/orders/${orderId}`));
}

/** The capture as PayPal has it now; undefined when it knows none of this id. */
export async function findPayPalCapture(
  paypal: PayPalGateway,
  captureId: string,
): Promise<PayPalCapture | undefined> {
  if (!isPayPalId(captureId)) return undefined;
  return unlessMissing(paypal.client.send(paypalCaptureSchema, "GET", `/v2/payments/captures/${captureId}`));
}

/** Takes the money of an approved order. The same request id takes it once. */
export function captureAtPayPal(
  paypal: PayPalGateway,
  orderId: string,
  requestId: string,
): Promise<PayPalOrder> {
  return paypal.client.send(paypalOrderSchema, "POST", `/v2/checkout/orders/${orderId}/capture`, {
    body: {},
    requestId,
    whole: true,
  });
}

/** Gives an amount of a capture back. The same request id is one refund. */
export function refundAtPayPal(
  paypal: PayPalGateway,
  captureId: string,
  body: Wire<RefundRequest>,
  requestId: string,
): Promise<PayPalRefund> {
  const path = `/v2/payments/captures/${captureId}/refund`;
  return paypal.client.send(paypalRefundSchema, "POST", path, { body, requestId, whole: true });
}

const clientTokenSchema = z.object({ client_token: z.string() });

/** What the browser's SDK begins with. */
export async function makeClientToken(paypal: PayPalGateway): Promise<string> {
  const path = "/v1/identity/generate-token";
  return (await callPayPal(() => paypal.client.send(clientTokenSchema, "POST", path))).client_token;
}

/** PayPal's ids have no other characters: nothing else ever becomes part of an address at PayPal. */
export function isPayPalId(text: string): boolean {
  return /^[A-Z0-9-]{1,36}$/.test(text);
}

/** What PayPal has; undefined when it says that there is no such thing. */
export async function unlessMissing<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return undefined;
    throw error;
  }
}

/** What the log should know of an error of PayPal's. */
export function payPalFailureOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof PayPalError)) return undefined;
  const { status, issue, debugId, message } = error;
  return { status, issue, debugId, message };
}

/**
 * Runs a call to PayPal; its failure becomes the message, by default the one for shoppers, with the cause for the log
 * only.
 * @throws ShopError `unavailable`
 */
export function callPayPal<Result>(call: () => Promise<Result>, message?: string): Promise<Result> {
  return callProvider(payPalFailureOf, call, message);
}

/**
 * The way to PayPal. @throws ShopError `not_found` when this shop has no PayPal, or, with `offered`, when its owner
 * has switched it off (what was begun before is still settled then).
 */
export function requirePayPal(context: Context, { offered = false } = {}): PayPalGateway {
  const { paypal } = context.gateways;
  if (paypal && (!offered || context.settings.paypalEnabled)) return paypal;
  throw new ShopError("not_found", "Payment by PayPal is not available.");
}
