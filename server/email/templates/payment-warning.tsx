import { Heading, Text } from "@react-email/components";
import { type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface PaymentWarningProps {
  store: StoreIdentity;
  /** None when the payment bought no order. */
  invoiceNumber: string | null;
  customerName: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  kind: "review" | "fraud";
  provider: ProviderId;
  /** What the provider says, and what to do, in a sentence. */
  message: string;
  orderUrl: string;
}

/** Tells the owner that a payment is in doubt while its goods may still be here. */
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
