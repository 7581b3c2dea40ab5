import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { Letter, MailButton, MailLink } from "./mail-layout.tsx";
import { besideOrder } from "./order-mails.tsx";

interface BatchRecallProps {
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
    <Letter store={store} title={`Recall of batch ${batchCode}`} name={props.customerName}>
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
        <MailLink href={props.batchUrl}>What was measured of batch {batchCode}</MailLink>
      </Text>
    </Letter>
  );
}

/** The one question of the confirmation, which nobody has to answer. */
export function UseQuestion({ orderUrl, invoiceNumber }: { orderUrl: string; invoiceNumber: string }) {
  return (
    <Text>
      One question, only if you like: what will you use the biochar for? It is not to be burnt, and your
      answer helps to show that its carbon stays out of the air.{" "}
      <MailLink href={besideOrder(orderUrl, invoiceNumber, "use")}>Tell us what it is for</MailLink>
    </Text>
  );
}

interface AskOfUseProps {
  store: StoreIdentity;
  invoiceNumber: string;
  customerName: string;
  /** Such as "2 March 2026". */
  dispatchedOn: string;
  /** Opens the order without signing in. */
  orderUrl: string;
}

/** Asks, thirty days after a pallet, where, when and how much of it was used. */
export function AskOfUse(props: AskOfUseProps) {
  const { store, invoiceNumber, orderUrl } = props;
  return (
    <Letter store={store} title="What became of your biochar?" name={props.customerName}>
      <Text>
        On {props.dispatchedOn} we sent you the biochar of order <strong>{invoiceNumber}</strong>. If you have
        used it, would you tell us where, when and how much? The first half of a postcode is enough for where.
      </Text>
      <Text>
        Whoever certifies our biochar wants to know that it was used and not burnt. They get kilograms, days
        and the first half of a postcode from us, never your name or address. You need not answer, and we do
        not ask again.
      </Text>
      <MailButton url={besideOrder(orderUrl, invoiceNumber, "use")} label="Tell us in a minute" />
      <Text>With thanks, {store.name}</Text>
    </Letter>
  );
}
