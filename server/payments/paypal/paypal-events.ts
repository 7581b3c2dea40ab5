import { found, onlyTold, type WebhookEvent } from "../webhook-events.ts";

/** What paypal-webhook.server.ts reads (developer.paypal.com, "Webhook event names"). */
export const payPalEvents: readonly WebhookEvent[] = [
  found("CHECKOUT.ORDER.APPROVED", "the payer said yes, and the browser may have vanished since"),
  found("PAYMENT.CAPTURE.COMPLETED", "a payment came: its order is made"),
  found("PAYMENT.CAPTURE.PENDING", "PayPal looks into a payment first"),
  found("PAYMENT.CAPTURE.DENIED", "PayPal looked, and the payment failed"),
  found("PAYMENT.CAPTURE.DECLINED", "a payment was refused"),
  onlyTold("PAYMENT.CAPTURE.REFUNDED", "money went back, from the dashboard too: credit note and mail"),
  onlyTold("PAYMENT.CAPTURE.REVERSED", "PayPal took a payment back"),
  onlyTold("PAYMENT.REFUND.PENDING", "a refund takes its time"),
  onlyTold("PAYMENT.REFUND.FAILED", "a refund came back: staff are told"),
  onlyTold("CUSTOMER.DISPUTE.CREATED", "a customer opened a case: staff are told until when to answer"),
  onlyTold("CUSTOMER.DISPUTE.UPDATED", "a case moved on"),
  onlyTold("CUSTOMER.DISPUTE.RESOLVED", "a case was decided"),
];
