import { Heading, Text } from "@react-email/components";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface FailedPaymentProps {
  store: StoreIdentity;
  customerName: string;
  customerEmail: string;
  amount: Pence;
  /** In plain words. */
  reason: string;
  /** The Failed Orders tab. */
  adminUrl: string;
}

/** Tells staff that somebody wanted to buy and could not pay. */
export function FailedPayment(props: FailedPaymentProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        A payment of {formatPounds(props.amount)} failed
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
