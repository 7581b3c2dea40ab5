import { Column, Heading, Hr, Row, Text } from "@react-email/components";
import { type CurrencyCode, currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import { type PricePerMeasure, perMeasureText } from "#server/pricing/price-per-measure.ts";
import { orderSums, type ShownTotals, type TaxLabels } from "#server/settings/company-facts.ts";
import type { Promises } from "#server/settings/promises.ts";
import {
  CancellationForm,
  ContractTerms,
  DeliveryFacts,
  Letter,
  MailButton,
  MailLink,
  mail,
  mailColours,
  UseQuestion,
  WithdrawLink,
} from "./mail-layout.tsx";

const right = { textAlign: "right" as const, verticalAlign: "top" as const };
const plain = { margin: "0" };

function perMeasureIn({ perMeasure }: { perMeasure?: PricePerMeasure }, currency: CurrencyCode): string {
  return perMeasure ? ` (${perMeasureText(perMeasure, currency)})` : "";
}

function Amount({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const style = strong ? { ...plain, fontWeight: 700 } : plain;
  return (
    <Row>
      <Column style={{ verticalAlign: "top", padding: "2px 0" }}>
        <Text style={style}>{label}</Text>
      </Column>
      <Column style={right}>
        <Text style={style}>{amount}</Text>
      </Column>
    </Row>
  );
}

export const orderConfirmationMails = {
  /** The confirmation on a durable medium (docs/rules.md#mails-1): the mail contains the whole contract, not a link. */
  "order-confirmation": mail<
    ShownTotals & {
      /** None in mails about pounds. */
      currency?: CurrencyCode;
      invoiceNumber: string;
      /** Such as "2 March 2026". */
      orderedOn: string;
      customerName: string;
      lines: {
        productName: string;
        quantity: number;
        unitPrice: Pence;
        /** Left out where none is told. */
        perMeasure?: PricePerMeasure;
        lineTotal: Pence;
      }[];
      /** The names of the sums, with the owner's word for the tax. */
      taxWords: TaxLabels;
      promises: Promises;
      /** Name and address, as on the parcel. */
      deliverTo: string;
      /** How it goes out as the buyer chose, in words; none where there was no choice. */
      deliveryFacts?: { label: string; value: string }[];
      /** To be collected, from this address. */
      collectFrom?: string;
      deliveryToBeAgreed: boolean;
      isBackorder: boolean;
      /** For an order that staff took: how it will be paid, such as "by bank transfer"; null once it is paid. */
      counter?: { toBePaid: string | null };
      /** Asks what the biochar is for; left out where there is none. */
      asksForUse?: true;
      /** Opens the order without signing in. */
      orderUrl: string;
      /** Offered to a guest (docs/rules.md#orders-11). */
      setPassword: { username: string; link: string } | null;
      /** Where a guest may register, when the shop offers no link of its own. */
      registerUrl: string | null;
    }
  >({
    subject: ({ store, invoiceNumber }) => `Your ${store.name} order ${invoiceNumber}`,
    body(props) {
      const { store } = props;
      return (
        <Letter title="Thank you for your order" name={props.customerName}>
          <Text>
            We have received {props.counter?.toBePaid ? "your order" : "your payment and your order"}{" "}
            <strong>{props.invoiceNumber}</strong> of {props.orderedOn}. This email is your confirmation;
            please keep it.
          </Text>
          {props.counter?.toBePaid && (
            <Text>
              It is to be paid {props.counter.toBePaid}: {formatMoney(props.total, currencyOf(props))}. Please
              name the order number with your payment.
            </Text>
          )}
          {props.isBackorder && (
            <Text>
              Part of your order sold out while your payment was being confirmed. We will write to you shortly
              to agree a later delivery or a refund, whichever you prefer.
            </Text>
          )}
          <Hr style={{ borderColor: mailColours.line }} />
          {props.lines.map((line) => (
            <Amount
              key={line.productName}
              label={`${line.quantity} × ${line.productName}, ${formatMoney(line.unitPrice, currencyOf(props))} each${perMeasureIn(line, currencyOf(props))}`}
              amount={formatMoney(line.lineTotal, currencyOf(props))}
            />
          ))}
          <Hr style={{ borderColor: mailColours.line }} />
          {orderSums(props, props.taxWords, currencyOf(props), { delivery: "Delivery" }).map(
            ({ label, amount, kind }) => (
              <Amount key={label} label={label} amount={amount} strong={kind === "total"} />
            ),
          )}
          <Hr style={{ borderColor: mailColours.line }} />
          <Heading as="h2" style={{ fontSize: "18px" }}>
            {props.collectFrom ? "Collection" : "Delivery"}
          </Heading>
          <Text>{props.collectFrom ?? props.deliverTo}</Text>
          {props.deliveryFacts && <DeliveryFacts facts={props.deliveryFacts} />}
          <Text>
            {props.counter
              ? "You ordered with our staff: the goods are handed over as you agreed with them."
              : props.collectFrom
                ? "We write to you as soon as it is ready, with a code: please name it when you collect."
                : props.deliveryToBeAgreed
                  ? "As this goes outside the United Kingdom, we will write to you to agree how and when it is delivered before we send anything. Its delivery costs nothing beyond the total above."
                  : `We normally send orders ${props.promises.dispatchPromise} and tell you by email when yours is on its way.`}
          </Text>
          <MailButton url={props.orderUrl} />
          {props.asksForUse && <UseQuestion orderUrl={props.orderUrl} invoiceNumber={props.invoiceNumber} />}
          {props.setPassword && (
            <Text>
              You bought as a guest. If you would like to see your orders and invoices online,{" "}
              <MailLink href={props.setPassword.link}>set a password</MailLink> and sign in with the username{" "}
              {props.setPassword.username}. The link works once, for seven days.
            </Text>
          )}
          {props.registerUrl && (
            <Text>
              You bought as a guest. If you would like to see your orders and invoices online,{" "}
              <MailLink href={props.registerUrl}>create an account</MailLink> with this email address; this
              order will be in it.
            </Text>
          )}
          <Heading as="h2" style={{ fontSize: "18px" }}>
            Your right to cancel
          </Heading>
          <Text>
            You may cancel this contract without giving a reason until 14 days after the day you, or someone
            you name, receive the last of the goods. To do so, press{" "}
            <WithdrawLink orderUrl={props.orderUrl} invoiceNumber={props.invoiceNumber} />, which asks for no
            sign-in, or tell us clearly in another way, for example by email to{" "}
            <MailLink href={`mailto:${store.email}`}>{store.email}</MailLink> or by post to {store.name},{" "}
            {store.address}. You may use these words: “I hereby give notice that I cancel my contract of sale
            of the following goods”, with what you ordered, the order number, when you received it, your name
            and your address.
          </Text>
          <Text>
            We then refund all payments received from you, standard delivery included, within 14 days of
            getting the goods back or your proof that you sent them, by the means you paid with. Send the
            goods back within 14 days of telling us; you bear the cost of returning them. We may reduce the
            refund for loss in value caused by handling beyond what is needed to see what the goods are like.
            Nothing here takes away your right to goods that are as described, fit for purpose and of
            satisfactory quality.
          </Text>
          <CancellationForm store={store} invoiceNumber={props.invoiceNumber} orderedOn={props.orderedOn} />
          <Text>
            Questions or a complaint? Reply to this email or write to {store.email}
            {store.phone && `, or call ${store.phone}`}.
          </Text>
          <ContractTerms promises={props.promises} currency={currencyOf(props)} />
        </Letter>
      );
    },
  }),
};
