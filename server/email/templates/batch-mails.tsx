import { Text } from "@react-email/components";
import { Letter, MailButton, MailLink, mail } from "./mail-layout.tsx";
import { type AboutOrder, besideOrder } from "./order-mail-parts.tsx";

export const batchMails = {
  /** Tells a customer that a batch of which they have some is called back. */
  "batch-recall": mail<{
    batchCode: string;
    reason: string;
    /** What customers do, in the words of staff; empty lines part its paragraphs. */
    message: string;
    invoiceNumber: string;
    customerName: string;
    /** Units that did not come back. */
    quantity: number;
    batchUrl: string;
  }>({
    subject: ({ batchCode, invoiceNumber }) => `Recall of batch ${batchCode}: your order ${invoiceNumber}`,
    body(props) {
      const { batchCode, quantity } = props;
      return (
        <Letter title={`Recall of batch ${batchCode}`} name={props.customerName}>
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
    },
  }),
  /** Asks, thirty days after a pallet, where, when and how much of it was used. */
  "ask-of-use": mail<
    AboutOrder & {
      /** Such as "2 March 2026". */
      dispatchedOn: string;
    }
  >({
    subject: ({ invoiceNumber }) => `What became of the biochar of order ${invoiceNumber}?`,
    body(props) {
      const { store, invoiceNumber, orderUrl } = props;
      return (
        <Letter title="What became of your biochar?" name={props.customerName}>
          <Text>
            On {props.dispatchedOn} we sent you the biochar of order <strong>{invoiceNumber}</strong>. If you
            have used it, would you tell us where, when and how much? The first half of a postcode is enough
            for where.
          </Text>
          <Text>
            Whoever certifies our biochar wants to know that it was used and not burnt. They get kilograms,
            days and the first half of a postcode from us, never your name or address. You need not answer,
            and we do not ask again.
          </Text>
          <MailButton url={besideOrder(orderUrl, invoiceNumber, "use")} label="Tell us in a minute" />
          <Text>With thanks, {store.name}</Text>
        </Letter>
      );
    },
  }),
};
