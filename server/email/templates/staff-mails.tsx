import { Link, Text } from "@react-email/components";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import { DeliveryFacts, MailButton, mail, StaffMail, TypedLines } from "./mail-layout.tsx";

interface NewOrderProps {
  /** None in mails about pounds. */
  currency?: CurrencyCode;
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

export const staffMails = {
  /** Shows anyone who opens the shop that mails arrive. */
  "test-mail": mail<{ confirmUrl: string }>({
    subject: ({ store }) => `A test mail from ${store.name}`,
    body: ({ store, confirmUrl }) => (
      <StaffMail title={`Mails from ${store.name} arrive`}>
        <Text>Open this link, signed in as an administrator, to note that this mail has come:</Text>
        <Text>
          <Link href={confirmUrl}>{confirmUrl}</Link>
        </Text>
      </StaffMail>
    ),
  }),
  /** Tells staff that an order is paid and ready to be packed. */
  "new-order": mail<NewOrderProps>({
    subject: ({ invoiceNumber, customerName }) => `New order ${invoiceNumber} from ${customerName}`,
    body: (props) => (
      <StaffMail title={`New order ${props.invoiceNumber}, ${formatMoney(props.total, currencyOf(props))}`}>
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
    ),
  }),
  /** Tells staff that a change by one of them has made products scarce. */
  "low-stock": mail<{
    /** The products that a change by staff brought down to the threshold. */
    products: { productName: string; left: number }[];
    /** How many more there are. */
    more: number;
    changedBy: string;
    /** The Products tab. */
    adminUrl: string;
  }>({
    subject: ({ products: [first], more, products }) =>
      products.length + more > 1
        ? `${products.length + more} products are running low`
        : `${first?.productName ?? "A product"} is running low`,
    body: ({ products, more, changedBy, adminUrl }) => (
      <StaffMail title="Stock is running low">
        <Text>{changedBy} has changed the stock.</Text>
        <RunningLow products={products} />
        {more > 0 && <Text>And {more} more.</Text>}
        <MailButton url={adminUrl} label="Open the products" />
      </StaffMail>
    ),
  }),
  /** Forwards a message from the contact form to staff. */
  "new-enquiry": mail<{
    name: string;
    email: string;
    subject: string;
    message: string;
    /** The Enquiries tab. */
    adminUrl: string;
  }>({
    subject: ({ name, subject }) => `Enquiry from ${name}: ${subject}`,
    body: ({ name, email, subject, message, adminUrl }) => (
      <StaffMail title={subject}>
        <Text>
          From {name} ({email})
        </Text>
        <Text>
          <TypedLines text={message} />
        </Text>
        <MailButton url={adminUrl} label="Answer it in the Enquiries tab" />
      </StaffMail>
    ),
  }),
  /** Tells staff that somebody tried to buy and could not pay. */
  "failed-payment": mail<{
    /** None in mails about pounds. */
    currency?: CurrencyCode;
    customerName: string;
    customerEmail: string;
    amount: Pence;
    /** In plain language. */
    reason: string;
    /** The Failed Orders tab. */
    adminUrl: string;
  }>({
    subject: ({ customerName }) => `A payment failed (${customerName})`,
    body: (props) => (
      <StaffMail title={`A payment of ${formatMoney(props.amount, currencyOf(props))} failed`}>
        <Text>{props.reason}</Text>
        <Text>
          Customer: {props.customerName} ({props.customerEmail})
        </Text>
        <Text>
          No money was taken. The customer can try again; the row under Failed Orders goes when a later
          attempt succeeds, and you get no second email about this checkout.
        </Text>
        <MailButton url={props.adminUrl} label="See Failed Orders" />
      </StaffMail>
    ),
  }),
  /** Tells the owner that money was taken but no order could be made (docs/rules.md#payments-3). */
  "payment-problem": mail<{
    customerName: string;
    customerEmail: string;
    /** With its currency, such as "£12.34". */
    amount: string;
    /** The payment's id at the provider. */
    paymentId: string;
    reason: string;
    /** It has been refunded in full: there will be no order. */
    isReturned: boolean;
  }>({
    subject: ({ customerName }) => `A payment needs your attention (${customerName})`,
    body: (props) => (
      <StaffMail
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
    ),
  }),
  /** Tells the owner that a payment is disputed: the money is lost unless somebody responds in time. */
  "payment-disputed": mail<{
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
  }>({
    subject: ({ customerName, invoiceNumber }) => `A payment is disputed (${invoiceNumber ?? customerName})`,
    body(props) {
      const { name: dashboard } = profileOf(props.provider);
      return (
        <StaffMail title={`A payment of ${props.amount} is disputed`}>
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
    },
  }),
  /** Tells the owner that a payment is suspicious while its goods may still be in stock. */
  "payment-warning": mail<{
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
  }>({
    subject: ({ customerName, invoiceNumber, kind, provider }) => {
      const what =
        kind === "review" ? `${profileOf(provider).name} reviews a payment` : "A payment may be fraud";
      return `${what} (${invoiceNumber ?? customerName})`;
    },
    body: (props) => (
      <StaffMail
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
    ),
  }),
  /** Tells staff that a promised refund has not gone out, or has come back. */
  "refund-failed": mail<{
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
  }>({
    subject: ({ invoiceNumber, paymentId, isWaiting }) =>
      `A refund ${isWaiting ? "waits" : "failed"} (${invoiceNumber ?? paymentId})`,
    body: (props) => (
      <StaffMail title={`A refund of ${props.amount} ${props.isWaiting ? "waits" : "did not go through"}`}>
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
    ),
  }),
};
