import type Stripe from "stripe";

/**
 * Which types of Stripe's SDK describe the requests and responses of each call by the shop or the stand-in's tests.
 * The check reads this file with the TypeScript compiler, so nothing is written twice.
 */
export interface StripeCalls {
  "POST /v1/payment_intents": Call<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent>;
  "GET /v1/payment_intents": Call<Stripe.PaymentIntentListParams, Stripe.ApiList<Stripe.PaymentIntent>>;
  "GET /v1/payment_intents/:id": Call<Stripe.PaymentIntentRetrieveParams, Stripe.PaymentIntent>;
  "POST /v1/payment_intents/:id": Call<Stripe.PaymentIntentUpdateParams, Stripe.PaymentIntent>;
  "POST /v1/payment_intents/:id/confirm": Call<Stripe.PaymentIntentConfirmParams, Stripe.PaymentIntent>;
  "POST /v1/payment_intents/:id/cancel": Call<Stripe.PaymentIntentCancelParams, Stripe.PaymentIntent>;
  "POST /v1/payment_methods": Call<Stripe.PaymentMethodCreateParams, Stripe.PaymentMethod>;
  "GET /v1/payment_methods/:id": Call<Stripe.PaymentMethodRetrieveParams, Stripe.PaymentMethod>;
  "POST /v1/checkout/sessions": Call<Stripe.Checkout.SessionCreateParams, Stripe.Checkout.Session>;
  "GET /v1/checkout/sessions": Call<
    Stripe.Checkout.SessionListParams,
    Stripe.ApiList<Stripe.Checkout.Session>
  >;
  "GET /v1/checkout/sessions/:id": Call<Stripe.Checkout.SessionRetrieveParams, Stripe.Checkout.Session>;
  "GET /v1/checkout/sessions/:id/line_items": Call<
    Stripe.Checkout.SessionListLineItemsParams,
    Stripe.ApiList<Stripe.LineItem>
  >;
  "POST /v1/checkout/sessions/:id/expire": Call<Stripe.Checkout.SessionExpireParams, Stripe.Checkout.Session>;
  "POST /v1/refunds": Call<Stripe.RefundCreateParams, Stripe.Refund>;
  "GET /v1/refunds": Call<Stripe.RefundListParams, Stripe.ApiList<Stripe.Refund>>;
  "GET /v1/refunds/:id": Call<Stripe.RefundRetrieveParams, Stripe.Refund>;
  "GET /v1/disputes": Call<Stripe.DisputeListParams, Stripe.ApiList<Stripe.Dispute>>;
  "GET /v1/disputes/:id": Call<Stripe.DisputeRetrieveParams, Stripe.Dispute>;
  "POST /v1/disputes/:id": Call<Stripe.DisputeUpdateParams, Stripe.Dispute>;
  "POST /v1/disputes/:id/close": Call<Stripe.DisputeCloseParams, Stripe.Dispute>;
  "GET /v1/reviews/:id": Call<Stripe.ReviewRetrieveParams, Stripe.Review>;
  "POST /v1/reviews/:id/approve": Call<Stripe.ReviewApproveParams, Stripe.Review>;
  "GET /v1/charges": Call<Stripe.ChargeListParams, Stripe.ApiList<Stripe.Charge>>;
  "GET /v1/charges/:id": Call<Stripe.ChargeRetrieveParams, Stripe.Charge>;
  "GET /v1/events": Call<Stripe.EventListParams, Stripe.ApiList<Stripe.Event>>;
  "GET /v1/events/:id": Call<Stripe.EventRetrieveParams, Stripe.Event>;
  "GET /v1/balance": Call<Stripe.BalanceRetrieveParams, Stripe.Balance>;
  "GET /v1/balance_transactions": Call<
    Stripe.BalanceTransactionListParams,
    Stripe.ApiList<Stripe.BalanceTransaction>
  >;
  "GET /v1/balance_transactions/:id": Call<
    Stripe.BalanceTransactionRetrieveParams,
    Stripe.BalanceTransaction
  >;
  "GET /v1/webhook_endpoints": Call<Stripe.WebhookEndpointListParams, Stripe.ApiList<Stripe.WebhookEndpoint>>;
  "POST /v1/webhook_endpoints": Call<Stripe.WebhookEndpointCreateParams, Stripe.WebhookEndpoint>;
  "POST /v1/webhook_endpoints/:id": Call<Stripe.WebhookEndpointUpdateParams, Stripe.WebhookEndpoint>;
  "GET /v1/payment_method_domains": Call<
    Stripe.PaymentMethodDomainListParams,
    Stripe.ApiList<Stripe.PaymentMethodDomain>
  >;
  "POST /v1/payment_method_domains": Call<Stripe.PaymentMethodDomainCreateParams, Stripe.PaymentMethodDomain>;
}

interface Call<Parameters, Body> {
  parameters: Parameters;
  answer: Body;
}

/** The stand-in's events for the shop's webhook. */
export type StripeEvent = Stripe.Event;

/** The response of any refused call: the SDK's type of a stored error fits every error of the API. */
export interface StripeRefusal {
  error: Stripe.PaymentIntent.LastPaymentError;
}
