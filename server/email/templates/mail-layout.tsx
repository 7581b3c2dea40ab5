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
import type { StoreIdentity } from "../store-identity.ts";

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

/** A mail by the facts that it states besides the shop's identity. */
export function mail<Facts>(
  definition: Mail<Facts & { store: StoreIdentity }>,
): Mail<Facts & { store: StoreIdentity }> {
  return definition;
}
