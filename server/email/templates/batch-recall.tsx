import { Heading, Link, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours } from "./mail-layout.tsx";

export interface BatchRecallProps {
  store: StoreIdentity;
  batchCode: string;
  reason: string;
  /** What customers do, in the words of staff; empty lines part its paragraphs. */
  message: string;
  invoiceNumber: string;
  customerName: string;
  /** Units that did not come back. */
  quantity: number;
  batchUrl: string;
}

/** Tells a customer that a batch of which they have some is called back. */
export function BatchRecall(props: BatchRecallProps) {
  const { store, batchCode, quantity } = props;
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        Recall of batch {batchCode}
      </Heading>
      <Text>Dear {props.customerName},</Text>
      <Text>
        {quantity === 1 ? "One pack" : `${quantity} packs`} of your order{" "}
        <strong>{props.invoiceNumber}</strong> came from batch <strong>{batchCode}</strong>, which we are
        calling back: {props.reason}
      </Text>
      {props.message.split(/\n{2,}/).map((paragraph) => (
        <Text key={paragraph} style={{ whiteSpace: "pre-line" }}>
          {paragraph}
        </Text>
      ))}
      <Text>
        The label of each pack names its batch.{" "}
        <Link href={props.batchUrl} style={{ color: mailColours.moss }}>
          What was measured of batch {batchCode}
        </Link>
      </Text>
    </MailLayout>
  );
}
