import { Heading, Hr, Text } from "@react-email/components";
import { Fragment } from "react";
import type { CurrencyCode } from "#server/pricing/money.ts";
import type { Promises } from "#server/settings/promises.ts";
import { contractTermsOf, type StoreIdentity } from "../store-identity.ts";
import { MailLink, mailColours } from "./mail-layout.tsx";

interface CancellationFormProps {
  store: StoreIdentity;
  invoiceNumber: string;
  orderedOn: string;
}

/**
 * The model cancellation form (Consumer Contracts Regulations 2013, Schedule 3 part B), ready to send back, with
 * everything filled in that the shop knows.
 */
export function CancellationForm({ store, invoiceNumber, orderedOn }: CancellationFormProps) {
  return (
    <>
      <Heading as="h2" style={{ fontSize: "18px" }}>
        Cancellation form
      </Heading>
      <Text>Complete and return this form only if you wish to withdraw from the contract.</Text>
      <Text style={{ border: `1px solid ${mailColours.line}`, padding: "12px" }}>
        To {[store.name, store.address, store.email].filter(Boolean).join(", ")}:
        <br />I hereby give notice that I cancel my contract of sale of the following goods:
        <br />
        Goods: ________________________________
        <br />
        Order number: {invoiceNumber}, ordered on {orderedOn}
        <br />
        Received on: ________________
        <br />
        Name of consumer: ________________________________
        <br />
        Address of consumer: ________________________________
        <br />
        Signature of consumer (only if this form is sent on paper): ________________
        <br />
        Date: ________________
      </Text>
    </>
  );
}

/** The complete terms: a link would not be a durable medium. */
export function ContractTerms({ promises, currency }: { promises: Promises; currency: CurrencyCode }) {
  return (
    <>
      <Hr style={{ borderColor: mailColours.line }} />
      <Heading as="h2" style={{ fontSize: "18px" }}>
        The terms of this contract
      </Heading>
      {contractTermsOf(promises, currency).map(({ heading, paragraphs }) => (
        <Fragment key={heading}>
          <Heading as="h3" style={{ fontSize: "16px" }}>
            {heading}
          </Heading>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
        </Fragment>
      ))}
    </>
  );
}

/** How an order goes out, a fact a line. */
export function DeliveryFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <Text>
      {facts.map(({ label, value }) => (
        <span key={label}>
          {label}: {value}
          <br />
        </span>
      ))}
    </Text>
  );
}

/** A page beside that of an order, opened without signing in by the key of the order's own address. */
export function besideOrder(orderUrl: string, invoiceNumber: string, page: "use" | "withdraw"): string {
  const { origin, search } = new URL(orderUrl);
  return `${origin}/orders/${encodeURIComponent(invoiceNumber)}/${page}${search}`;
}

/** The link of a sentence about the right to cancel. */
export function WithdrawLink({ orderUrl, invoiceNumber }: { orderUrl: string; invoiceNumber: string }) {
  return <MailLink href={besideOrder(orderUrl, invoiceNumber, "withdraw")}>Cancel or return</MailLink>;
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

/** What the mails to the buyer of an order state. */
export interface AboutOrder {
  invoiceNumber: string;
  customerName: string;
  /** Opens the order, with its invoice, without signing in. */
  orderUrl: string;
}
