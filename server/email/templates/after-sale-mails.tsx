import { Text } from "@react-email/components";
import {
  type AboutOrder,
  besideOrder,
  Letter,
  MailButton,
  MailLink,
  mail,
  mailColours,
  StaffMail,
  TypedLines,
} from "./mail-layout.tsx";

interface Stated {
  invoiceNumber: string;
  customerName: string;
  /** Such as "2 × Premium Biochar (unsealed)". */
  lines: string[];
  /** In the customer's words; "" for none. */
  reason: string;
  /** It came after the 14 days that the shop can count. */
  isLate: boolean;
  /** Until when the goods have to be sent back, such as "8 December 2026"; null where none went out. */
  sendBackBy: string | null;
}

export const withdrawalMails = {
  /**
   * Acknowledges a customer's statement with its content, its day and its time (Consumer Contracts Regulations 2013,
   * regulation 32(4); Directive 2011/83/EU, article 11a(4)).
   */
  "withdrawal-received": mail<
    Stated & {
      /** "cancellation", or "withdrawal" by the law of the European Union. */
      noun: string;
      /** How the statement begins. */
      notice: string;
      orderedOn: string;
      /** With its zone, such as "24 November 2026 at 10:42:07 GMT". */
      receivedAt: string;
      /** Opens the order without signing in. */
      orderUrl: string;
    }
  >({
    subject: ({ noun, invoiceNumber }) => `We have received your ${noun} for order ${invoiceNumber}`,
    body(props) {
      const { store, invoiceNumber, noun, lines, reason } = props;
      return (
        <Letter title={`We have received your ${noun}`} name={props.customerName}>
          <Text>
            Your {noun} for order <strong>{invoiceNumber}</strong> reached us on{" "}
            <strong>{props.receivedAt}</strong>. Please keep this mail: it is your proof. You stated:
          </Text>
          <Text style={{ border: `1px solid ${mailColours.line}`, padding: "12px" }}>
            To {[store.name, store.address, store.email].filter(Boolean).join(", ")}:
            <br />
            {props.notice}:
            {lines.map((line) => (
              <span key={line}>
                <br />
                {line}
              </span>
            ))}
            <br />
            Order {invoiceNumber}, ordered on {props.orderedOn}
            <br />
            Name: {props.customerName}
            {reason && (
              <>
                <br />
                Reason: <TypedLines text={reason} />
              </>
            )}
          </Text>
          {props.isLate && (
            <Text>
              The law gives 14 days from the day on which the goods arrived, and these may be over. We look at
              it all the same, and write to you what we can do.
            </Text>
          )}
          {props.sendBackBy ? (
            <>
              <Text>
                Please send the goods to {[store.name, store.address].filter(Boolean).join(", ")} by{" "}
                <strong>{props.sendBackBy}</strong>, and put the order number in with them. You bear the
                direct cost of sending them. We pay you back within 14 days of having them, or of your showing
                us that you sent them.
              </Text>
              <Text>
                We may take off what goods have lost in value by more use than looking at them. Goods that
                were sealed for hygiene and are unsealed, and goods that are mixed into soil, we look at when
                they are here.
              </Text>
            </>
          ) : (
            <Text>
              None of it has gone out, so you have nothing to send back. We pay back what you paid for it
              within 14 days, by the means you paid with. Should a parcel reach you all the same, please let
              us know.
            </Text>
          )}
          <MailButton url={props.orderUrl} />
        </Letter>
      );
    },
  }),
  /** Tells the customer why their statement leads to no refund. */
  "withdrawal-closed": mail<
    AboutOrder & {
      noun: string;
      /** Why, in the words of staff. */
      note: string;
    }
  >({
    subject: ({ noun, invoiceNumber }) => `About your ${noun} for order ${invoiceNumber}`,
    body: ({ store, note, ...props }) => (
      <Letter title={`About your ${props.noun}`} name={props.customerName}>
        <Text>
          We have closed your {props.noun} for order <strong>{props.invoiceNumber}</strong> without a refund:
        </Text>
        <Text>
          <TypedLines text={note} />
        </Text>
        <Text>
          If you see it differently, please write to us at {store.email}. Your rights by law stay as they are.
        </Text>
        <MailButton url={props.orderUrl} />
      </Letter>
    ),
  }),
  /** Tells staff that a customer has cancelled an order or a part of it. */
  "new-withdrawal": mail<
    Stated & {
      customerEmail: string;
      /** The order in the dashboard. */
      adminUrl: string;
    }
  >({
    subject: ({ customerName, invoiceNumber }) => `${customerName} cancels ${invoiceNumber}, or a part of it`,
    body: (props) => (
      <StaffMail title={`${props.customerName} cancels ${props.invoiceNumber}, or a part of it`}>
        <Text>
          {props.lines.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </Text>
        {props.reason && (
          <Text>
            Reason: <TypedLines text={props.reason} />
          </Text>
        )}
        <Text>
          {props.sendBackBy
            ? `The goods have to be sent back by ${props.sendBackBy}. The money goes back within 14 days of their being here, or of proof that they were sent.`
            : "None of it has gone out: do not send it. The money goes back within 14 days."}
          {props.isLate && " It came after the 14 days that we can count: you decide."}
        </Text>
        <Text>
          {props.customerName} ({props.customerEmail})
        </Text>
        <MailButton url={props.adminUrl} label="Open the order" />
      </StaffMail>
    ),
  }),
};

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
