import { Heading, Text } from "@react-email/components";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface PaymentDisputedProps {
  store: StoreIdentity;
  /** None when the payment bought no order. */
  invoiceNumber: string | null;
  customerName: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** A clause, such as "the customer says that the goods did not arrive". */
  reason: string;
  /** Such as "2 March 2026"; null when no evidence is wanted. */
  evidenceDue: string | null;
  disputeId: string;
  provider: ProviderId;
  orderUrl: string;
}

/** Tells the owner that a payment is disputed: the money is lost unless somebody answers in time. */
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
