import { Heading, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface OrderDispatchedProps {
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  carrier: string;
  trackingNumber: string;
  /** Staff's words for the customer; "" for none. */
  note: string;
  deliverTo: string;
  lines: { productName: string; quantity: number }[];
  /** Opens the order without signing in. */
  orderUrl: string;
}

/** Tells the customer that the goods are on their way. */
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
