import { Heading, Link, Text } from "@react-email/components";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, TypedLines } from "./mail-layout.tsx";
import { DeliveryFacts } from "./order-mail-parts.tsx";
import { OrderLink } from "./order-mails.tsx";

export interface TestMailProps {
  store: StoreIdentity;
  confirmUrl: string;
}

/** Shows whoever opens the shop that mails arrive. */
export function TestMail({ store, confirmUrl }: TestMailProps) {
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        Mails from {store.name} arrive
      </Heading>
      <Text>Open this link, signed in as an administrator, to note that this mail has come:</Text>
      <Text>
        <Link href={confirmUrl}>{confirmUrl}</Link>
      </Text>
    </MailLayout>
  );
}

export interface NewOrderProps {
  /** None in mails about pounds. */
  currency?: CurrencyCode;
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  customerEmail: string;
  deliverTo: string;
  /** How it goes out as the buyer chose, in words; none where there was no choice. */
  deliveryFacts?: { label: string; value: string }[];
  lines: { productName: string; quantity: number; lineTotal: Pence }[];
  total: Pence;
  deliveryToBeAgreed: boolean;
  isBackorder: boolean;
  /** The products that this order brought down to the low stock threshold. */
  runningLow: { productName: string; left: number }[];
  /** The admin dashboard. */
  adminUrl: string;
}

/** Tells staff that an order is paid and ready to be packed. */
export function NewOrder(props: NewOrderProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        New order {props.invoiceNumber}, {formatMoney(props.total, currencyOf(props))}
      </Heading>
      {props.isBackorder && (
        <Text>It was paid after part of the stock was gone. Agree a later delivery or refund.</Text>
      )}
      {props.deliveryToBeAgreed && (
        <Text>It goes outside the United Kingdom: delivery is to be agreed with the customer.</Text>
      )}
      <Text>
        {props.lines.map(({ productName, quantity, lineTotal }) => (
          <span key={productName}>
            {quantity} × {productName}, {formatMoney(lineTotal, currencyOf(props))}
            <br />
          </span>
        ))}
      </Text>
      <Text>
        {props.customerName} ({props.customerEmail})
        <br />
        {props.deliverTo}
      </Text>
      {props.deliveryFacts && <DeliveryFacts facts={props.deliveryFacts} />}
      <RunningLow products={props.runningLow} />
      <OrderLink url={props.adminUrl} label="Open the order" />
    </MailLayout>
  );
}

function RunningLow({ products }: { products: NewOrderProps["runningLow"] }) {
  if (products.length === 0) return null;
  return (
    <Text>
      <strong>Running low:</strong>
      {products.map(({ productName, left }) => (
        <span key={productName}>
          <br />
          {productName}, {left === 0 ? "none left" : `only ${left} left`}
        </span>
      ))}
    </Text>
  );
}

export interface LowStockProps {
  store: StoreIdentity;
  /** The products that a change by staff brought down to the threshold. */
  products: { productName: string; left: number }[];
  /** How many there are besides. */
  more: number;
  changedBy: string;
  /** The Products tab. */
  adminUrl: string;
}

/** Tells staff that a change by one of them has made products scarce. */
export function LowStock({ store, products, more, changedBy, adminUrl }: LowStockProps) {
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        Stock is running low
      </Heading>
      <Text>{changedBy} has changed the stock.</Text>
      <RunningLow products={products} />
      {more > 0 && <Text>And {more} more.</Text>}
      <OrderLink url={adminUrl} label="Open the products" />
    </MailLayout>
  );
}

export interface NewEnquiryProps {
  store: StoreIdentity;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The Enquiries tab. */
  adminUrl: string;
}

/** Forwards a message from the contact form to staff. */
export function NewEnquiry({ store, name, email, subject, message, adminUrl }: NewEnquiryProps) {
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        {subject}
      </Heading>
      <Text>
        From {name} ({email})
      </Text>
      <Text>
        <TypedLines text={message} />
      </Text>
      <OrderLink url={adminUrl} label="Answer it in the Enquiries tab" />
    </MailLayout>
  );
}

export interface FailedPaymentProps {
  /** None in mails about pounds. */
  currency?: CurrencyCode;
  store: StoreIdentity;
  customerName: string;
  customerEmail: string;
  amount: Pence;
  /** In plain language. */
  reason: string;
  /** The Failed Orders tab. */
  adminUrl: string;
}

/** Tells staff that somebody tried to buy and could not pay. */
export function FailedPayment(props: FailedPaymentProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        A payment of {formatMoney(props.amount, currencyOf(props))} failed
      </Heading>
      <Text>{props.reason}</Text>
      <Text>
        Customer: {props.customerName} ({props.customerEmail})
      </Text>
      <Text>
        No money was taken. The customer can try again; the row under Failed Orders goes when a later attempt
        succeeds, and you get no second email about this checkout.
      </Text>
      <OrderLink url={props.adminUrl} label="See Failed Orders" />
    </MailLayout>
  );
}

export interface PaymentProblemProps {
  store: StoreIdentity;
  customerName: string;
  customerEmail: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** The payment's id at the provider. */
  paymentId: string;
  reason: string;
  /** It has been refunded in full: there will be no order. */
  isReturned: boolean;
}

/** Tells the owner that money was taken but no order could be made (docs/rules.md#payments-3). */
export function PaymentProblem(props: PaymentProblemProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        A payment of {props.amount} {props.isReturned ? "was given back" : "has no order yet"}
      </Heading>
      <Text>{props.reason}</Text>
      <Text>
        Customer: {props.customerName} ({props.customerEmail})
        <br />
        Payment: {props.paymentId}
      </Text>
      <Text>
        {props.isReturned ? "" : "The shop keeps trying to make the order. "}The payment is listed under
        Failed Orders in the admin dashboard.
      </Text>
    </MailLayout>
  );
}

export interface PaymentDisputedProps {
  store: StoreIdentity;
  /** Null when the payment belongs to no order. */
  invoiceNumber: string | null;
  customerName: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** A clause, such as "the customer says that the goods did not arrive". */
  reason: string;
  /** Such as "2 March 2026"; null when the provider wants no evidence. */
  evidenceDue: string | null;
  disputeId: string;
  provider: ProviderId;
  orderUrl: string;
}

/** Tells the owner that a payment is disputed: the money is lost unless somebody responds in time. */
export function PaymentDisputed(props: PaymentDisputedProps) {
  const { name: dashboard } = profileOf(props.provider);
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        A payment of {props.amount} is disputed
      </Heading>
      <Text>
        {props.invoiceNumber ? `Order ${props.invoiceNumber} of ${props.customerName}` : "No order"}:{" "}
        {props.reason}.
      </Text>
      <Text>
        {props.evidenceDue
          ? `Answer in your ${dashboard} dashboard by ${props.evidenceDue}, or the money goes back to the customer.`
          : `See your ${dashboard} dashboard for what can be done.`}{" "}
        The dispute is {props.disputeId} there.
      </Text>
      <OrderLink url={props.orderUrl} label="See the order" />
    </MailLayout>
  );
}

export interface PaymentWarningProps {
  store: StoreIdentity;
  /** Null when the payment belongs to no order. */
  invoiceNumber: string | null;
  customerName: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  kind: "review" | "fraud";
  provider: ProviderId;
  /** The provider's warning and what to do, in a sentence. */
  message: string;
  orderUrl: string;
}

/** Tells the owner that a payment is suspicious while its goods may still be in stock. */
export function PaymentWarning(props: PaymentWarningProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        {props.kind === "review"
          ? `${profileOf(props.provider).name} is reviewing a payment of ${props.amount}`
          : `A payment of ${props.amount} may be fraud`}
      </Heading>
      <Text>
        {props.invoiceNumber ? `Order ${props.invoiceNumber} of ${props.customerName}` : "No order"}
      </Text>
      <Text>{props.message}.</Text>
      <OrderLink url={props.orderUrl} label="See the order" />
    </MailLayout>
  );
}

export interface RefundFailedProps {
  store: StoreIdentity;
  /** Null when the payment belongs to no order. */
  invoiceNumber: string | null;
  customerName: string;
  customerEmail: string;
  /** Its id at the provider. */
  paymentId: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** In the provider's words; null without a reason. */
  reason: string | null;
  /** Refused for now: the shop retries by itself. */
  isWaiting: boolean;
  /** The order in the admin dashboard. */
  adminUrl: string;
}

/** Tells staff that a promised refund has not gone out, or has come back. */
export function RefundFailed(props: RefundFailedProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        A refund of {props.amount} {props.isWaiting ? "waits" : "did not go through"}
      </Heading>
      <Text>
        {props.invoiceNumber ? `Order ${props.invoiceNumber} of ` : "Customer: "}
        {props.customerName} ({props.customerEmail}), payment {props.paymentId}
        {props.reason && `: ${props.reason}`}.
      </Text>
      <Text>
        {props.isWaiting
          ? "The shop asks for it again by itself until it goes through, and this is the only mail about it. If the account at the payment provider is short of money, add some there."
          : "The amount can be refunded again. If it fails once more, agree another way with the customer, such as a bank transfer."}
      </Text>
      <OrderLink url={props.adminUrl} label="See the order" />
    </MailLayout>
  );
}
