import type {
  CapturedPayment,
  ErrorDetails,
  LinkDescription,
  Money,
  OAuthToken,
  Order,
  OrderCaptureRequest,
  OrderRequest,
  Patch,
  Refund,
  RefundRequest,
  SearchResponse,
} from "@paypal/paypal-server-sdk";

/**
 * Which types of PayPal's SDK describe the requests and answers of each call that the shop or the stand-in's tests
 * make, in the SDK's spelling: `customId` is `custom_id` on the wire. The check reads this file with the TypeScript
 * compiler.
 *
 * The SDK has none for webhooks, disputes and client tokens. Theirs stand here, after PayPal's OpenAPI documents
 * (repository paypal/paypal-rest-api-specifications), and nothing that a document does not name.
 */
export interface PayPalCalls {
  "POST /v1/oauth2/token": Call<TokenRequest, OAuthToken, OAuthRefusal>;
  "POST /v1/identity/generate-token": Call<Nothing, ClientToken>;
  "POST /v2/checkout/orders": Call<OrderRequest, Order>;
  "GET /v2/checkout/orders/:id": Call<Nothing, Order>;
  "POST /v2/checkout/orders/:id/capture": Call<OrderCaptureRequest, Order>;
  "GET /v2/payments/captures/:id": Call<Nothing, CapturedPayment>;
  "POST /v2/payments/captures/:id/refund": Call<RefundRequest, Refund>;
  "GET /v2/payments/refunds/:id": Call<Nothing, Refund>;
  "GET /v1/reporting/transactions": Call<TransactionQuery, SearchResponse>;
  "GET /v1/customer/disputes/:id": Call<Nothing, Dispute>;
  "POST /v1/customer/disputes/:id/adjudicate": Call<Adjudication, SubsequentAction>;
  "POST /v1/customer/disputes/:id/require-evidence": Call<EvidenceRequest, SubsequentAction>;
  "POST /v1/notifications/verify-webhook-signature": Call<SignatureQuestion, SignatureAnswer>;
  "GET /v1/notifications/webhooks/:id": Call<Nothing, Webhook>;
  "PATCH /v1/notifications/webhooks/:id": Call<Patch[], Webhook>;
  "GET /v1/notifications/webhooks-events": Call<EventQuery, EventList>;
}

interface Call<Parameters, Body, Refused = Refusal> {
  parameters: Parameters;
  answer: Body;
  refusal: Refused;
}

type Nothing = Record<string, never>;

/** docs: developer.paypal.com/api/rest/authentication */
interface TokenRequest {
  grantType: "client_credentials";
}

/** The schema `error` of every document. The SDK has only its details. */
interface Refusal {
  name: string;
  message: string;
  debugId: string;
  informationLink?: string;
  details?: ErrorDetails[];
  links?: LinkDescription[];
}

/** SDK: OAuthProviderError, a class whose fields it does not export. */
interface OAuthRefusal {
  error:
    | "invalid_request"
    | "invalid_client"
    | "invalid_grant"
    | "unauthorized_client"
    | "unsupported_grant_type"
    | "invalid_scope";
  errorDescription?: string;
  errorUri?: string;
}

/** docs: developer.paypal.com/docs/checkout/advanced/sdk/v1, "Generate client token" */
interface ClientToken {
  clientToken: string;
  expiresIn: number;
}

/** reporting_transactions_v1.json, parameters of the path. */
interface TransactionQuery {
  startDate: string;
  endDate: string;
  fields?: string;
  pageSize?: number;
  page?: number;
  balanceAffectingRecordsOnly?: "Y" | "N";
  transactionId?: string;
  transactionType?: string;
  transactionStatus?: "D" | "P" | "S" | "V";
  transactionAmount?: string;
  transactionCurrency?: string;
}

/** customer_disputes_v1.json, schema `dispute`, as far as a shop reads it. */
interface Dispute {
  disputeId: string;
  createTime: string;
  updateTime: string;
  disputedTransactions: DisputedTransaction[];
  reason:
    | "MERCHANDISE_OR_SERVICE_NOT_RECEIVED"
    | "MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED"
    | "UNAUTHORISED"
    | "CREDIT_NOT_PROCESSED"
    | "DUPLICATE_TRANSACTION"
    | "INCORRECT_AMOUNT"
    | "PAYMENT_BY_OTHER_MEANS"
    | "CANCELED_RECURRING_BILLING"
    | "PROBLEM_WITH_REMITTANCE"
    | "OTHER";
  status:
    | "OPEN"
    | "WAITING_FOR_BUYER_RESPONSE"
    | "WAITING_FOR_SELLER_RESPONSE"
    | "UNDER_REVIEW"
    | "RESOLVED"
    | "OTHER";
  disputeAmount: Money;
  disputeOutcome?: {
    outcomeCode?:
      | "RESOLVED_BUYER_FAVOUR"
      | "RESOLVED_SELLER_FAVOUR"
      | "RESOLVED_WITH_PAYOUT"
      | "CANCELED_BY_BUYER"
      | "ACCEPTED"
      | "DENIED"
      | "NONE";
    amountRefunded?: Money;
  };
  disputeLifeCycleStage?: "INQUIRY" | "CHARGEBACK" | "PRE_ARBITRATION" | "ARBITRATION";
  disputeChannel?: "INTERNAL" | "EXTERNAL" | "ALERT";
  externalReasonCode?: string;
  buyerResponseDueDate?: string;
  sellerResponseDueDate?: string;
  links?: LinkDescription[];
}

/** Schema `transaction_info`; the last field is in the sample of CUSTOMER.DISPUTE.CREATED. */
interface DisputedTransaction {
  buyerTransactionId?: string;
  sellerTransactionId?: string;
  referenceId?: string;
  createTime?: string;
  transactionStatus?:
    | "COMPLETED"
    | "UNCLAIMED"
    | "DENIED"
    | "FAILED"
    | "HELD"
    | "PENDING"
    | "PARTIALLY_REFUNDED"
    | "REFUNDED"
    | "REVERSED"
    | "CANCELLED";
  grossAmount?: Money;
  invoiceNumber?: string;
  custom?: string;
  sellerProtectionEligible?: boolean;
}

interface Adjudication {
  adjudicationOutcome: "BUYER_FAVOR" | "SELLER_FAVOR";
}

interface EvidenceRequest {
  action: "BUYER_EVIDENCE" | "SELLER_EVIDENCE";
}

interface SubsequentAction {
  links: LinkDescription[];
}

/** notifications_webhooks_v1.json, schema `verify_webhook_signature`. */
interface SignatureQuestion {
  authAlgo: string;
  certUrl: string;
  transmissionId: string;
  transmissionSig: string;
  transmissionTime: string;
  webhookId: string;
  webhookEvent: object;
}

interface SignatureAnswer {
  verificationStatus: "SUCCESS" | "FAILURE";
}

/** Schema `webhook`. */
interface Webhook {
  id?: string;
  url: string;
  eventTypes: { name: string; description?: string; status?: string; resourceVersions?: string[] }[];
  links?: LinkDescription[];
}

/** The list of sent events: the parameters of its path, and its response. */
interface EventQuery {
  pageSize?: number;
  startTime?: string;
  endTime?: string;
  transactionId?: string;
  eventType?: string;
}

interface EventList {
  events?: PayPalEvent[];
  count?: number;
  links?: LinkDescription[];
}

/** The schema `event` of notifications_webhooks_v1.json, with the resource of each kind. */
export type PayPalEvent =
  | Event<"CHECKOUT.ORDER.APPROVED" | "CHECKOUT.ORDER.COMPLETED", "checkout-order", Order>
  | Event<
      | "PAYMENT.CAPTURE.COMPLETED"
      | "PAYMENT.CAPTURE.PENDING"
      | "PAYMENT.CAPTURE.DENIED"
      | "PAYMENT.CAPTURE.DECLINED",
      "capture",
      CapturedPayment
    >
  | Event<
      | "PAYMENT.CAPTURE.REFUNDED"
      | "PAYMENT.CAPTURE.REVERSED"
      | "PAYMENT.REFUND.PENDING"
      | "PAYMENT.REFUND.FAILED",
      "refund",
      Refund
    >
  | Event<
      "CUSTOMER.DISPUTE.CREATED" | "CUSTOMER.DISPUTE.UPDATED" | "CUSTOMER.DISPUTE.RESOLVED",
      "dispute",
      Dispute
    >;

interface Event<Type, ResourceType, Resource> {
  id: string;
  createTime: string;
  resourceType: ResourceType;
  eventVersion?: string;
  eventType: Type;
  summary?: string;
  resourceVersion?: string;
  resource: Resource;
  /** The samples of events have an `encType` beside the fields that all links have. */
  links?: (LinkDescription & { encType?: string })[];
}
