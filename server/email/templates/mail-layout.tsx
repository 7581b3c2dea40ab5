import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Section,
  Text,
} from "@react-email/components";
import { Fragment, type ReactElement, type ReactNode } from "react";
import type { CurrencyCode } from "#server/pricing/money.ts";
import type { Promises } from "#server/settings/promises.ts";
import { contractTermsOf, type StoreIdentity } from "../store-identity.ts";

/** The shop's paper, ink and moss colours in a notation that mail programs understand. */
export const mailColours = {
  ground: "#faf8f4",
  ink: "#22261f",
  soft: "#5a6054",
  line: "#dcd8cd",
  moss: "#3c5a2e",
};

const page = {
  backgroundColor: mailColours.ground,
  color: mailColours.ink,
  fontFamily: "Inter, 'Segoe UI', Helvetica, Arial, sans-serif",
  fontSize: "16px",
  lineHeight: "1.5",
  margin: "0",
  padding: "24px 0",
};

/** The frame of every mail: the shop's name above, its identity below (docs/rules.md#mails-2). */
export function MailLayout({ store, children }: { store: StoreIdentity; children: ReactNode }) {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <Body style={page}>
        <Container style={{ maxWidth: "600px", padding: "0 16px" }}>
          <Section>
            <Text
              style={{
                fontFamily: "Georgia, serif",
                fontSize: "22px",
                color: mailColours.moss,
                margin: "0 0 16px",
              }}
            >
              {store.name}
            </Text>
          </Section>
          {children}
          <Hr style={{ borderColor: mailColours.line, margin: "32px 0 16px" }} />
          <Text style={{ color: mailColours.soft, fontSize: "14px", margin: "0" }}>
            {store.name}, {store.address}
            <br />
            {store.phone && <>Telephone {store.phone}, </>}email{" "}
            <MailLink href={`mailto:${store.email}`}>{store.email}</MailLink>,{" "}
            <MailLink href={store.url}>{store.url}</MailLink>
            {store.companyFacts.map((fact) => (
              <span key={fact}>
                <br />
                {fact}
              </span>
            ))}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** What somebody typed, line by line, also where a mail is read as plain text. */
export function TypedLines({ text }: { text: string }) {
  const lines = text.split(/\r\n|\r|\n/);
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </>
  );
}

/** A link in a sentence. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: mailColours.moss }}>
      {children}
    </Link>
  );
}

const button = {
  backgroundColor: mailColours.moss,
  color: "#ffffff",
  borderRadius: "24px",
  padding: "12px 24px",
};

/** The one thing to do, or what opens the order that a mail is about. */
export function MailButton({ url, label = "See your order" }: { url: string; label?: string }) {
  return (
    <Section style={{ margin: "24px 0" }}>
      <Button href={url} style={button}>
        {label}
      </Button>
    </Section>
  );
}

interface LetterProps {
  title: string;
  /**
   * The name in the greeting. "" while nobody has proven the address: anyone who typed it may have chosen any text as a
   * name.
   */
  name: string;
  /** The one thing to do. Its address is also written out, for programs that show no buttons. */
  action?: { label: string; link: string };
  /** Text after the button. */
  afterwards?: ReactNode;
  children: ReactNode;
}

/** A mail to a person outside: a greeting, the message, at most one thing to do. */
export function Letter({ title, name, action, afterwards, children }: LetterProps) {
  return (
    <>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        {title}
      </Heading>
      <Text>{name === "" ? "Hello," : `Dear ${name},`}</Text>
      {children}
      {action && (
        <>
          <MailButton url={action.link} label={action.label} />
          <Text style={{ fontSize: "14px", color: mailColours.soft }}>
            If the button does not work, copy this address into your browser:
            <br />
            <Link href={action.link} style={{ color: mailColours.moss, wordBreak: "break-all" }}>
              {action.link}
            </Link>
          </Text>
        </>
      )}
      {afterwards}
    </>
  );
}

/** A mail to those who run the shop. */
export function StaffMail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        {title}
      </Heading>
      {children}
    </>
  );
}

/** A mail: its subject, and its words inside the frame, made of what it states. */
export interface Mail<Props> {
  subject(props: Props): string;
  body(props: Props): ReactElement;
}

/** A mail by the facts that it states in addition to the shop's identity. */
export function mail<Facts>(
  definition: Mail<Facts & { store: StoreIdentity }>,
): Mail<Facts & { store: StoreIdentity }> {
  return definition;
}

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
