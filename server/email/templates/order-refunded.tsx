import { Heading, Link, Text } from "@react-email/components";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface OrderRefundedProps {
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  amount: Pence;
  /** Of the whole order, this refund included. */
  refundedInAll: Pence;
  orderTotal: Pence;
  reason: string;
  /** How staff gave the money back themselves, such as "in cash"; left out where a payment provider did. */
  byHand?: string;
  creditNoteNumber: string;
  /** Open the note and the order without signing in. */
  creditNoteUrl: string;
  orderUrl: string;
}

/** Tells the customer that money was given back. */
export function OrderRefunded(props: OrderRefundedProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        We have refunded {formatPounds(props.amount)}
      </Heading>
      <Text>Dear {props.customerName},</Text>
      <Text>
        {formatPounds(props.amount)} of your order <strong>{props.invoiceNumber}</strong>{" "}
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
        Refunded in all: {formatPounds(props.refundedInAll)} of {formatPounds(props.orderTotal)}
      </Text>
      <OrderLink url={props.orderUrl} />
    </MailLayout>
  );
}
