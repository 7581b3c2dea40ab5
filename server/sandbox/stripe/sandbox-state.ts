import { z } from "zod";
import { sandboxCurrencies } from "./stripe-parameters.ts";

/** What the sandbox stores of each object. `stripe-shapes.ts` makes the wire shapes from it. */
const seconds = z.number().int();
const pence = z.number().int();
const metadata = z.record(z.string(), z.string());

const paymentErrorSchema = z.object({
  type: z.enum(["card_error", "invalid_request_error"]),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
  param: z.string().optional(),
  charge: z.string().optional(),
});

const intentStatuses = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "succeeded",
  "canceled",
] as const;

export const intentSchema = z.object({
  id: z.string(),
  amount: pence,
  amount_received: pence,
  currency: z.enum(sandboxCurrencies),
  status: z.enum(intentStatuses),
  client_secret: z.string(),
  created: seconds,
  description: z.string().nullable(),
  receipt_email: z.string().nullable(),
  statement_descriptor_suffix: z.string().nullable(),
  metadata,
  automatic_payment_methods: z
    .object({ enabled: z.boolean(), allow_redirects: z.enum(["always", "never"]) })
    .nullable(),
  payment_method_types: z.array(z.string()),
  allowed_payment_method_types: z.array(z.string()).nullable(),
  payment_method: z.string().nullable(),
  latest_charge: z.string().nullable(),
  last_payment_error: paymentErrorSchema.nullable(),
  /** The address of the challenge page, and where it returns after a redirect. */
  challenge: z
    .object({
      url: z.string(),
      return_url: z.string().nullable(),
      /** The amount in the bank's question, when it differs from the intent's. */
      amount: pence.optional(),
    })
    .nullable(),
  canceled_at: seconds.nullable(),
  cancellation_reason: z.string().nullable(),
  /** Its hosted Checkout session. */
  session: z.string().nullable(),
});

export const paymentMethodSchema = z.object({
  id: z.string(),
  created: seconds,
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  /** Its test card. Other numbers are not stored: null. */
  test_card: z.string().nullable(),
});

export const chargeSchema = z.object({
  id: z.string(),
  created: seconds,
  amount: pence,
  amount_refunded: pence,
  currency: z.enum(sandboxCurrencies),
  status: z.enum(["succeeded", "failed", "pending"]),
  payment_intent: z.string(),
  payment_method: z.string(),
  card: paymentMethodSchema,
  authenticated: z.boolean(),
  failure: paymentErrorSchema.nullable(),
  blocked: z.boolean(),
  /** Set while the bank holds the money, and for good after a lost dispute. */
  disputed: z.boolean().default(false),
  /** The review opened by Stripe's fraud rules. */
  review: z.string().nullable().default(null),
  metadata,
  description: z.string().nullable(),
  receipt_email: z.string().nullable(),
});

const sessionLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  quantity: z.number().int(),
  unit_amount: pence,
});

export const sessionSchema = z.object({
  id: z.string(),
  created: seconds,
  expires_at: seconds,
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["unpaid", "paid"]),
  currency: z.enum(sandboxCurrencies),
  lines: z.array(sessionLineSchema),
  shipping: z.object({ id: z.string(), name: z.string(), amount: pence }).nullable(),
  url: z.string(),
  success_url: z.string(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  customer_email: z.string().nullable(),
  locale: z.string().nullable(),
  submit_type: z.string().nullable(),
  allowed_payment_method_types: z.array(z.string()).nullable(),
  payment_method_types: z.array(z.string()).default(["card"]),
  adaptive_pricing: z.boolean().default(false),
  metadata,
  payment_intent: z.string().nullable(),
  payment_intent_data: z.object({
    metadata,
    description: z.string().nullable(),
    receipt_email: z.string().nullable(),
    statement_descriptor_suffix: z.string().nullable(),
  }),
});

export const refundSchema = z.object({
  id: z.string(),
  created: seconds,
  amount: pence,
  currency: z.enum(sandboxCurrencies),
  charge: z.string(),
  payment_intent: z.string(),
  status: z.enum(["pending", "succeeded", "failed"]),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).nullable(),
  failure_reason: z.string().nullable(),
  metadata,
});

export const disputeSchema = z.object({
  id: z.string(),
  created: seconds,
  amount: pence,
  currency: z.enum(sandboxCurrencies),
  charge: z.string(),
  payment_intent: z.string(),
  reason: z.string(),
  status: z.enum(["needs_response", "under_review", "won", "lost"]),
  due_by: seconds,
});

export const webhookEndpointSchema = z.object({
  id: z.string(),
  created: seconds,
  url: z.string(),
  enabled_events: z.array(z.string()),
  status: z.enum(["enabled", "disabled"]),
});

export const paymentMethodDomainSchema = z.object({
  id: z.string(),
  created: seconds,
  domain_name: z.string(),
  enabled: z.boolean(),
});

export const reviewSchema = z.object({
  id: z.string(),
  created: seconds,
  charge: z.string(),
  payment_intent: z.string(),
  closed_reason: z.enum(["approved", "refunded"]).nullable(),
});

export const eventSchema = z.object({
  id: z.string(),
  created: seconds,
  type: z.string(),
  object: z.record(z.string(), z.unknown()),
  previous_attributes: z.record(z.string(), z.unknown()).nullable(),
});

export type PaymentError = z.infer<typeof paymentErrorSchema>;
export type IntentState = z.infer<typeof intentSchema>;
export type PaymentMethodState = z.infer<typeof paymentMethodSchema>;
export type ChargeState = z.infer<typeof chargeSchema>;
export type SessionState = z.infer<typeof sessionSchema>;
export type RefundState = z.infer<typeof refundSchema>;
export type ReviewState = z.infer<typeof reviewSchema>;
export type DisputeState = z.infer<typeof disputeSchema>;
export type EventState = z.infer<typeof eventSchema>;
export type WebhookEndpointState = z.infer<typeof webhookEndpointSchema>;
export type PaymentMethodDomainState = z.infer<typeof paymentMethodDomainSchema>;

/** The total of a session: its lines and its delivery. */
export function sessionTotal(session: SessionState): number {
  const lines = session.lines.reduce((sum, line) => sum + line.unit_amount * line.quantity, 0);
  return lines + (session.shipping?.amount ?? 0);
}
