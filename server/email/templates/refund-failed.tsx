import { Heading, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface RefundFailedProps {
  store: StoreIdentity;
  /** None when the payment bought no order. */
  invoiceNumber: string | null;
  customerName: string;
  customerEmail: string;
  /** At the provider. */
  paymentId: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** As the provider said it; null when it gave no reason. */
  reason: string | null;
  /** Refused for now: the shop asks again by itself. */
  isWaiting: boolean;
  /** The order in the admin dashboard. */
  adminUrl: string;
}

/** Tells staff that money which a customer was promised has not gone, or has come back. */
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
