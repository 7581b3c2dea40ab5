import { Heading, Text } from "@react-email/components";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
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
  creditNoteNumber: string;
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
        {formatPounds(props.amount)} of your order <strong>{props.invoiceNumber}</strong> is on its way back
        to you, by the means you paid with. Banks usually take 5 to 10 days to show it.
      </Text>
      <Text>
        Reason: {props.reason}
        <br />
        Credit note: {props.creditNoteNumber}
        <br />
        Refunded in all: {formatPounds(props.refundedInAll)} of {formatPounds(props.orderTotal)}
      </Text>
      <OrderLink url={props.orderUrl} />
    </MailLayout>
  );
}
