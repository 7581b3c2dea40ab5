import { Text } from "@react-email/components";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import { trackingLinks } from "#server/settings/carriers.ts";
import { type AboutOrder, Letter, MailButton, MailLink, mail, WithdrawLink } from "./mail-layout.tsx";

function Units({ lines }: { lines: readonly { productName: string; quantity: number }[] }) {
  return (
    <Text>
      {lines.map(({ productName, quantity }) => (
        <span key={productName}>
          {quantity} × {productName}
          <br />
        </span>
      ))}
    </Text>
  );
}

interface OrderCancelledProps extends AboutOrder {
  /** A note by staff for the customer; "" for none. */
  note: string;
  /** Whether anything was paid for it. */
  wasPaid: boolean;
  /** What was paid for it and has not gone back yet. */
  owed: Pence;
  /** Only these are cancelled: the rest of the order had gone out. None where all of it is. */
  rest?: { productName: string; quantity: number }[];
  /** What is to be paid for what had gone out. */
  stillToPay?: Pence;
  currency: CurrencyCode;
  /** Where an unpaid order's invoice was credited at once. */
  creditNote: { number: string; url: string } | null;
}

function whatBecomesOfMoney({ wasPaid, owed, rest, stillToPay, currency }: OrderCancelledProps): string {
  if (owed > 0) {
    const what = rest ? "that you paid for it" : "that you paid";
    return `We return the ${formatMoney(owed, currency)} ${what} within 14 days, by the means you paid with, and write to you again when it is on its way.`;
  }
  if (rest && stillToPay) {
    return `Nothing is to be paid for it. For what we sent you ${formatMoney(stillToPay, currency)} is still to be paid.`;
  }
  return wasPaid
    ? "The money that you paid for it has gone back already."
    : "Nothing was paid for it, and you owe nothing.";
}

export const orderMails = {
  /** Tells the customer that the goods have been sent, or a part of them. */
  "order-dispatched": mail<
    AboutOrder & {
      carrier: string;
      trackingNumber: string;
      /** A note by staff for the customer; "" for none. */
      note: string;
      deliverTo: string;
      lines: { productName: string; quantity: number }[];
      /** What comes in further parcels. */
      stillToCome?: { productName: string; quantity: number }[];
      /** Which batches the goods came from, with the page of each. */
      batches?: { code: string; url: string }[];
      /** Where it says what the biochar stores; none where no batch of it was measured. */
      statementUrl?: string;
      /** Until when it can be cancelled at least, such as "8 December 2026"; none where something is still to come. */
      cancelBy?: string;
    }
  >({
    subject: ({ invoiceNumber, stillToCome = [] }) =>
      `${stillToCome.length > 0 ? "Part of your" : "Your"} order ${invoiceNumber} is on its way`,
    body(props) {
      const { stillToCome = [] } = props;
      const isPart = stillToCome.length > 0;
      return (
        <Letter
          title={isPart ? "Part of your order is on its way" : "Your order is on its way"}
          name={props.customerName}
        >
          <Text>
            We have sent {isPart ? "a part of your order" : "your order"}{" "}
            <strong>{props.invoiceNumber}</strong> with {props.carrier}. The tracking number is{" "}
            <strong>{props.trackingNumber}</strong>.
          </Text>
          {trackingLinks(props.carrier, props.trackingNumber).map(
            ({ number, url }) =>
              url !== null && (
                <Text key={number}>
                  <MailLink href={url}>
                    Follow {number} with {props.carrier}
                  </MailLink>
                </Text>
              ),
          )}
          {props.note && <Text>{props.note}</Text>}
          <Units lines={props.lines} />
          {props.batches?.map(({ code, url }) => (
            <Text key={code}>
              From batch <MailLink href={url}>{code}</MailLink>
            </Text>
          ))}
          {props.statementUrl && (
            <Text>
              <MailLink href={props.statementUrl}>
                Carbon statement: what it stores, and whose that is to claim
              </MailLink>
            </Text>
          )}
          {isPart && (
            <>
              <Text>Still to come, with a mail of its own when it is sent:</Text>
              <Units lines={stillToCome} />
            </>
          )}
          <Text>It goes to: {props.deliverTo}</Text>
          <MailButton url={props.orderUrl} />
          <Text>
            You may cancel until 14 days after the day you receive the last of the goods
            {props.cancelBy && `, at least until ${props.cancelBy}`}:{" "}
            <WithdrawLink orderUrl={props.orderUrl} invoiceNumber={props.invoiceNumber} />. The confirmation
            of your order says more.
          </Text>
        </Letter>
      );
    },
  }),
  /** Tells the customer that the goods can be collected. */
  "order-ready": mail<
    AboutOrder & {
      /** When it is collected, such as "Saturday 28 November 2026, 10:00 to 10:30"; null where that is to be agreed. */
      slot: string | null;
      /** What anyone who collects it names. */
      code: string;
      /** A note by staff for the customer; "" for none. */
      note: string;
      collectFrom: string;
      lines: { productName: string; quantity: number }[];
    }
  >({
    subject: ({ invoiceNumber }) => `Your order ${invoiceNumber} is ready to be collected`,
    body: (props) => (
      <Letter title="Your order is ready to be collected" name={props.customerName}>
        <Text>
          Your order <strong>{props.invoiceNumber}</strong> is ready at {props.collectFrom}.{" "}
          {props.slot ? `You chose to collect it on ${props.slot}.` : "Please tell us when you come."}
        </Text>
        <Text>
          Whoever collects it names this code: <strong>{props.code}</strong>
        </Text>
        {props.note && <Text>{props.note}</Text>}
        <Units lines={props.lines} />
        <MailButton url={props.orderUrl} />
        <Text>
          You may cancel until 14 days after the day you receive the last of the goods:{" "}
          <WithdrawLink orderUrl={props.orderUrl} invoiceNumber={props.invoiceNumber} />. The confirmation of
          your order says more.
        </Text>
      </Letter>
    ),
  }),
  /** Tells the customer about a refund. */
  "order-refunded": mail<
    AboutOrder & {
      /** None in mails about pounds. */
      currency?: CurrencyCode;
      amount: Pence;
      /** The sum of all refunds of the order, including this one. */
      refundedInAll: Pence;
      orderTotal: Pence;
      reason: string;
      /** How staff paid the money back themselves, such as "in cash"; left out where a payment provider did. */
      byHand?: string;
      /** Nobody had paid yet, so that no money moves: what is still to be paid. */
      stillToPay?: Pence;
      creditNoteNumber: string;
      /** Open the note and the order without signing in. */
      creditNoteUrl: string;
    }
  >({
    subject: ({ invoiceNumber }) => `A refund for your order ${invoiceNumber}`,
    body: (props) => (
      <Letter
        title={`We have ${props.stillToPay === undefined ? "refunded" : "credited"} ${formatMoney(props.amount, currencyOf(props))}`}
        name={props.customerName}
      >
        <Text>
          {formatMoney(props.amount, currencyOf(props))} of your order <strong>{props.invoiceNumber}</strong>{" "}
          {props.stillToPay !== undefined
            ? `is credited and not to be paid any more. Still to be paid: ${formatMoney(props.stillToPay, currencyOf(props))}.`
            : props.byHand
              ? `was given back to you by our staff, ${props.byHand}.`
              : "is on its way back to you, by the means you paid with. Banks usually take 5 to 10 days to show it."}
        </Text>
        <Text>
          Reason: {props.reason}
          <br />
          Credit note: <MailLink href={props.creditNoteUrl}>{props.creditNoteNumber}</MailLink>
          <br />
          {props.stillToPay === undefined ? "Refunded" : "Credited"} in all:{" "}
          {formatMoney(props.refundedInAll, currencyOf(props))} of{" "}
          {formatMoney(props.orderTotal, currencyOf(props))}
        </Text>
        <MailButton url={props.orderUrl} />
      </Letter>
    ),
  }),
  /** Tells the customer that the order will not come, and what becomes of the money. */
  "order-cancelled": mail<OrderCancelledProps>({
    subject: ({ invoiceNumber }) => `Your order ${invoiceNumber} is cancelled`,
    body: (props) => (
      <Letter
        title={props.rest ? "The rest of your order is cancelled" : "Your order is cancelled"}
        name={props.customerName}
      >
        <Text>
          We have cancelled {props.rest ? "the rest of your order" : "your order"}{" "}
          <strong>{props.invoiceNumber}</strong>. Nothing more will be sent for it.
        </Text>
        {props.rest && <Units lines={props.rest} />}
        {props.note && <Text>{props.note}</Text>}
        <Text>{whatBecomesOfMoney(props)}</Text>
        {props.creditNote && (
          <Text>
            Credit note: <MailLink href={props.creditNote.url}>{props.creditNote.number}</MailLink>
          </Text>
        )}
        <MailButton url={props.orderUrl} />
        <Text>If this is not what you expected, please write to us at {props.store.email}.</Text>
      </Letter>
    ),
  }),
  /** Tells the customer of an order that staff took that its money has come. */
  "payment-received": mail<
    AboutOrder & {
      amount: Pence;
      currency: CurrencyCode;
      /** How it came, such as "by bank transfer". */
      paidBy: string;
      /** A note by staff for the customer; "" for none. */
      note: string;
    }
  >({
    subject: ({ invoiceNumber }) => `We have received your payment for order ${invoiceNumber}`,
    body: (props) => (
      <Letter title="Thank you for your payment" name={props.customerName}>
        <Text>
          {formatMoney(props.amount, props.currency)} for your order <strong>{props.invoiceNumber}</strong>{" "}
          has reached us, {props.paidBy}. It is paid in full.
        </Text>
        {props.note && <Text>{props.note}</Text>}
        <MailButton url={props.orderUrl} label="See your order and its invoice" />
      </Letter>
    ),
  }),
  /** Tells anyone who paid that a payment that bought nothing goes back. */
  "money-returned": mail<{
    customerName: string;
    /** With its currency, such as "£12.34". */
    amount: string;
    /** In a sentence without its full stop; "" for none. */
    reason: string;
    /** The provider's number of the payment, which bank statements and receipts show. */
    paymentId: string;
  }>({
    subject: ({ store, amount }) => `${store.name} has returned ${amount}`,
    body: (props) => (
      <Letter title={`We have returned ${props.amount}`} name={props.customerName}>
        <Text>
          {props.amount} that you paid us is on its way back to you, by the means you paid with. Banks usually
          take 5 to 10 days to show it. This payment made no order, and you owe nothing for it.
        </Text>
        <Text>
          {props.reason && (
            <>
              Reason: {props.reason}
              <br />
            </>
          )}
          Payment: {props.paymentId}
        </Text>
        <Text>If you have a question, please write to us at {props.store.email}.</Text>
      </Letter>
    ),
  }),
};
