import { Heading, Text } from "@react-email/components";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface NewOrderProps {
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  customerEmail: string;
  deliverTo: string;
  lines: { productName: string; quantity: number; lineTotal: Pence }[];
  total: Pence;
  deliveryToBeAgreed: boolean;
  isBackorder: boolean;
  /** What this order has brought down to the low stock threshold. */
  runningLow: { productName: string; left: number }[];
  /** The admin dashboard. */
  adminUrl: string;
}

/** Tells staff that an order was paid and waits to be packed. */
export function NewOrder(props: NewOrderProps) {
  return (
    <MailLayout store={props.store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        New order {props.invoiceNumber}, {formatPounds(props.total)}
      </Heading>
      {props.isBackorder && (
        <Text>It was paid after part of the stock was gone. Agree a later delivery or refund.</Text>
      )}
      {props.deliveryToBeAgreed && (
        <Text>It goes outside the United Kingdom: delivery is to be agreed with the customer.</Text>
      )}
      <Text>
        {props.lines.map(({ productName, quantity, lineTotal }) => (
          <span key={productName}>
            {quantity} × {productName}, {formatPounds(lineTotal)}
            <br />
          </span>
        ))}
      </Text>
      <Text>
        {props.customerName} ({props.customerEmail})
        <br />
        {props.deliverTo}
      </Text>
      {props.runningLow.length > 0 && (
        <Text>
          <strong>Running low:</strong>
          {props.runningLow.map(({ productName, left }) => (
            <span key={productName}>
              <br />
              {productName}, {left === 0 ? "none left" : `only ${left} left`}
            </span>
          ))}
        </Text>
      )}
      <OrderLink url={props.adminUrl} label="Open the order" />
    </MailLayout>
  );
}
