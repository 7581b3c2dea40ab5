import { Link, Text } from "@react-email/components";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailButton, StaffMail, TypedLines } from "./mail-layout.tsx";
import { DeliveryFacts } from "./order-mail-parts.tsx";

interface TestMailProps {
  store: StoreIdentity;
  confirmUrl: string;
}

/** Shows whoever opens the shop that mails arrive. */
export function TestMail({ store, confirmUrl }: TestMailProps) {
  return (
    <StaffMail store={store} title={`Mails from ${store.name} arrive`}>
      <Text>Open this link, signed in as an administrator, to note that this mail has come:</Text>
      <Text>
        <Link href={confirmUrl}>{confirmUrl}</Link>
      </Text>
    </StaffMail>
  );
}

interface NewOrderProps {
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
    <StaffMail
      store={props.store}
      title={`New order ${props.invoiceNumber}, ${formatMoney(props.total, currencyOf(props))}`}
    >
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
      <MailButton url={props.adminUrl} label="Open the order" />
    </StaffMail>
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

interface LowStockProps {
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
    <StaffMail store={store} title="Stock is running low">
      <Text>{changedBy} has changed the stock.</Text>
      <RunningLow products={products} />
      {more > 0 && <Text>And {more} more.</Text>}
      <MailButton url={adminUrl} label="Open the products" />
    </StaffMail>
  );
}

interface NewEnquiryProps {
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
    <StaffMail store={store} title={subject}>
      <Text>
        From {name} ({email})
      </Text>
      <Text>
        <TypedLines text={message} />
      </Text>
      <MailButton url={adminUrl} label="Answer it in the Enquiries tab" />
    </StaffMail>
  );
}

interface FailedPaymentProps {
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
    <StaffMail
      store={props.store}
      title={`A payment of ${formatMoney(props.amount, currencyOf(props))} failed`}
    >
      <Text>{props.reason}</Text>
      <Text>
        Customer: {props.customerName} ({props.customerEmail})
      </Text>
      <Text>
        No money was taken. The customer can try again; the row under Failed Orders goes when a later attempt
        succeeds, and you get no second email about this checkout.
      </Text>
      <MailButton url={props.adminUrl} label="See Failed Orders" />
    </StaffMail>
  );
}

interface PaymentProblemProps {
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
    <StaffMail
      store={props.store}
      title={`A payment of ${props.amount} ${props.isReturned ? "was given back" : "has no order yet"}`}
    >
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
    </StaffMail>
  );
}

interface PaymentDisputedProps {
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
    <StaffMail store={props.store} title={`A payment of ${props.amount} is disputed`}>
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
      <MailButton url={props.orderUrl} label="See the order" />
    </StaffMail>
  );
}

interface PaymentWarningProps {
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
    <StaffMail
      store={props.store}
      title={
        props.kind === "review"
          ? `${profileOf(props.provider).name} is reviewing a payment of ${props.amount}`
          : `A payment of ${props.amount} may be fraud`
      }
    >
      <Text>
        {props.invoiceNumber ? `Order ${props.invoiceNumber} of ${props.customerName}` : "No order"}
      </Text>
      <Text>{props.message}.</Text>
      <MailButton url={props.orderUrl} label="See the order" />
    </StaffMail>
  );
}

interface RefundFailedProps {
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
    <StaffMail
      store={props.store}
      title={`A refund of ${props.amount} ${props.isWaiting ? "waits" : "did not go through"}`}
    >
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
      <MailButton url={props.adminUrl} label="See the order" />
    </StaffMail>
  );
}
