import type Stripe from "stripe";
import type { SandboxCurrency } from "./stripe-parameters.ts";

/* What the stand-in keeps of each object; the wire shapes are made from it. Amounts are in pence, times in seconds. */

export interface PaymentError {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
  message: string;
}

type Metadata = Record<string, string>;

export interface IntentState {
  id: string;
  amount: number;
  amount_received: number;
  currency: SandboxCurrency;
  status: Exclude<Stripe.PaymentIntent.Status, "requires_capture">;
  client_secret: string;
  created: number;
  metadata: Metadata;
  payment_method_types: string[];
  /** The test card that its challenge is about. */
  card: string | null;
  latest_charge: string | null;
  last_payment_error: PaymentError | null;
  /** Its hosted Checkout session. */
  session: string | null;
}

export interface ChargeState {
  id: string;
  created: number;
  amount: number;
  amount_refunded: number;
  currency: SandboxCurrency;
  status: "succeeded" | "failed" | "pending";
  payment_intent: string;
  /** Its test card. Other numbers are not stored: null. */
  card: string | null;
  /** Set while the bank holds the money, and for good after a lost dispute. */
  disputed: boolean;
  /** The review opened by Stripe's fraud rules. */
  review: string | null;
  metadata: Metadata;
}

export interface SessionState {
  id: string;
  created: number;
  expires_at: number;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  currency: SandboxCurrency;
  lines: { name: string; quantity: number; unit_amount: number }[];
  url: string;
  success_url: string;
  cancel_url: string | null;
  customer_email: string | null;
  payment_method_types: string[];
  adaptive_pricing: boolean;
  metadata: Metadata;
  payment_intent: string | null;
  /** Of the intent that it will have. */
  intent_metadata: Metadata;
}

/** The charge and the intent that something is about. */
interface About {
  currency: SandboxCurrency;
  charge: string;
  payment_intent: string;
}

export interface RefundState extends About, Pick<Stripe.Refund, "id" | "created" | "amount" | "reason"> {
  status: "pending" | "succeeded" | "failed";
  failure_reason: string | null;
  metadata: Metadata;
}

export interface DisputeState extends About, Pick<Stripe.Dispute, "id" | "created" | "amount" | "reason"> {
  status: "needs_response" | "under_review" | "won" | "lost";
  due_by: number;
}

export interface ReviewState extends Omit<About, "currency">, Pick<Stripe.Review, "id" | "created"> {
  closed_reason: "approved" | "refunded" | null;
}

export interface EventState {
  id: string;
  created: number;
  type: string;
  object: object;
}

export type WebhookEndpointState = Pick<
  Stripe.WebhookEndpoint,
  "id" | "created" | "url" | "enabled_events" | "status"
>;

export type PaymentMethodDomainState = Pick<
  Stripe.PaymentMethodDomain,
  "id" | "created" | "domain_name" | "enabled"
>;

export function sessionTotal({ lines }: SessionState): number {
  return lines.reduce((sum, line) => sum + line.unit_amount * line.quantity, 0);
}
