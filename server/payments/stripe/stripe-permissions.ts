/** The permissions that this shop needs of a restricted Stripe key. */
interface StripePermission {
  /** The row of the form in Stripe's dashboard. */
  resource: string;
  level: "Read" | "Write";
  /** As Stripe's refusals name it, after `rak_` (docs.stripe.com/stripe-apps/reference/permissions). */
  name: string;
  /** The SDK's calls that need it. Write includes Read. */
  calls: readonly string[];
}

/** Every call that the shop makes, by the permission it needs. */
export const stripePermissions: readonly StripePermission[] = [
  {
    resource: "PaymentIntents",
    level: "Write",
    name: "payment_intent_write",
    calls: ["paymentIntents.create", "paymentIntents.retrieve", "paymentIntents.cancel"],
  },
  {
    resource: "Checkout Sessions",
    level: "Write",
    name: "checkout_session_write",
    calls: ["checkout.sessions.create", "checkout.sessions.retrieve", "checkout.sessions.expire"],
  },
  {
    resource: "Charges and Refunds",
    level: "Write",
    name: "charge_write",
    calls: ["charges.list", "charges.retrieve", "refunds.create", "refunds.list", "refunds.retrieve"],
  },
  {
    resource: "Disputes",
    level: "Read",
    name: "dispute_read",
    calls: ["disputes.list", "disputes.retrieve"],
  },
  { resource: "Reviews", level: "Read", name: "review_read", calls: ["reviews.retrieve"] },
  { resource: "Webhook Endpoints", level: "Read", name: "webhook_read", calls: ["webhookEndpoints.list"] },
  {
    resource: "Payment Method Domains",
    level: "Read",
    name: "payment_method_domain_read",
    calls: ["paymentMethodDomains.list"],
  },
];
