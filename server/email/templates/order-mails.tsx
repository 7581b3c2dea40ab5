import { Button, Heading, Link, Section, Text } from "@react-email/components";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours } from "./mail-layout.tsx";

const look = {
  backgroundColor: mailColours.moss,
  color: "#ffffff",
  borderRadius: "24px",
  padding: "12px 24px",
};

/** The button that opens an order. */
export function OrderLink({ url, label = "See your order" }: { url: string; label?: string }) {
  return (
    <Section style={{ margin: "24px 0" }}>
      <Button href={url} style={look}>
        {label}
      </Button>
    </Section>
  );
}

export interface OrderDispatchedProps {
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  carrier: string;
  trackingNumber: string;
  /** A note by staff for the customer; "" for none. */
  note: string;
  deliverTo: string;
  lines: { productName: string; quantity: number }[];
  /** Opens the order without signing in. */
  orderUrl: string;
}

/** Tells the customer that the goods have been sent. */
export function OrderDispatched(props: OrderDispatchedProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        Your order is on its way
      </Heading>
      <Text>Dear {props.customerName},</Text>
      <Text>
        We have sent your order <strong>{props.invoiceNumber}</strong> with {props.carrier}. The tracking
        number is <strong>{props.trackingNumber}</strong>.
      </Text>
      {props.note && <Text>{props.note}</Text>}
      <Text>
        {props.lines.map(({ productName, quantity }) => (
          <span key={productName}>
            {quantity} × {productName}
            <br />
          </span>
        ))}
      </Text>
      <Text>It goes to: {props.deliverTo}</Text>
      <OrderLink url={props.orderUrl} />
      <Text>
        You may cancel until 14 days after the day you receive the last of the goods; the confirmation of your
        order says how.
      </Text>
    </MailLayout>
  );
}

export interface OrderRefundedProps {
  /** None in mails about pounds. */
  currency?: CurrencyCode;
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  amount: Pence;
  /** The sum of all refunds of the order, including this one. */
  refundedInAll: Pence;
  orderTotal: Pence;
  reason: string;
  /** How staff paid the money back themselves, such as "in cash"; left out where a payment provider did. */
  byHand?: string;
  creditNoteNumber: string;
  /** Open the note and the order without signing in. */
  creditNoteUrl: string;
  orderUrl: string;
}

/** Tells the customer about a refund. */
export function OrderRefunded(props: OrderRefundedProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        We have refunded {formatMoney(props.amount, currencyOf(props))}
      </Heading>
      <Text>Dear {props.customerName},</Text>
      <Text>
        {formatMoney(props.amount, currencyOf(props))} of your order <strong>{props.invoiceNumber}</strong>{" "}
        {props.byHand
          ? `was given back to you by our staff, ${props.byHand}.`
          : "is on its way back to you, by the means you paid with. Banks usually take 5 to 10 days to show it."}
      </Text>
      <Text>
        Reason: {props.reason}
        <br />
        Credit note:{" "}
        <Link href={props.creditNoteUrl} style={{ color: mailColours.moss }}>
          {props.creditNoteNumber}
        </Link>
        <br />
        Refunded in all: {formatMoney(props.refundedInAll, currencyOf(props))} of{" "}
        {formatMoney(props.orderTotal, currencyOf(props))}
      </Text>
      <OrderLink url={props.orderUrl} />
    </MailLayout>
  );
}
