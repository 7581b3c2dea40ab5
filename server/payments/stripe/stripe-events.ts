import type Stripe from "stripe";
import { found, onlyTold, type WebhookEvent } from "../webhook-events.ts";

/** What stripe-webhook.server.ts reads (docs.stripe.com/api/events/types). */
export const stripeEvents: readonly WebhookEvent<Stripe.Event["type"]>[] = [
  found("payment_intent.succeeded", "a card payment came: its order is made"),
  found("payment_intent.processing", "a bank takes its time"),
  found("payment_intent.payment_failed", "a card was refused: the row among the failed orders"),
  found("payment_intent.canceled", "a payment was given up"),
  found("checkout.session.completed", "a payment page was paid: its order is made"),
  found("checkout.session.async_payment_succeeded", "a slow payment of a page came"),
  found("checkout.session.async_payment_failed", "a slow payment of a page failed"),
  found("checkout.session.expired", "a payment page was left: its stock can be sold again"),
  onlyTold("charge.refunded", "money went back, from the dashboard too: credit note and mail"),
  onlyTold("refund.created", "a refund was begun, from the dashboard too"),
  onlyTold("refund.updated", "a refund moved on"),
  onlyTold("refund.failed", "a refund came back: staff are told"),
  onlyTold("charge.dispute.created", "a customer disputes a payment: staff are told until when to answer"),
  onlyTold("charge.dispute.updated", "a dispute moved on"),
  onlyTold("charge.dispute.closed", "a dispute was decided"),
  onlyTold("charge.dispute.funds_withdrawn", "a dispute took its money"),
  onlyTold("charge.dispute.funds_reinstated", "a dispute gave its money back"),
  onlyTold("review.opened", "Stripe reviews a payment: its goods wait, staff are told"),
  onlyTold("review.closed", "a review is over"),
  onlyTold("radar.early_fraud_warning.created", "a card's bank calls a payment fraud: staff are told"),
];
