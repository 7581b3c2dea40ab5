import { Heading, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";

export interface PaymentProblemProps {
  store: StoreIdentity;
  customerName: string;
  customerEmail: string;
  /** With its currency, such as "£12.34". */
  amount: string;
  /** The payment's id at the provider. */
  paymentId: string;
  reason: string;
  /** All of it has gone back: there will be no order. */
  isReturned: boolean;
}

/** Tells the owner that money was taken and no order could be made of it (docs/rules.md#payments-3). */
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
