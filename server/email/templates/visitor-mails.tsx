import { Heading, Link, Section, Text } from "@react-email/components";
import { Letter, MailLink, mail, mailColours, TypedLines } from "./mail-layout.tsx";

export const visitorMails = {
  /** Proves that the person who reads the mail wants the newsletter. */
  "newsletter-verification": mail<{
    /** Six digits. */
    code: string;
    link: string;
    unsubscribeUrl: string;
  }>({
    subject: ({ store }) => `Confirm your ${store.name} newsletter`,
    body: ({ store, code, link, unsubscribeUrl }) => (
      <Letter
        title="Confirm your email address"
        name="reader"
        action={{ label: "Confirm email address", link }}
        afterwards={
          <Text>
            The code works for 30 minutes, the link for seven days. If you did not ask for our newsletter,
            please ignore this email: without your confirmation we send you none.{" "}
            <Link href={unsubscribeUrl}>Unsubscribe</Link>
          </Text>
        }
      >
        <Text>
          Thank you for signing up to the newsletter of {store.name}. Enter this code where you signed up:
        </Text>
        <Text style={{ fontSize: "28px", letterSpacing: "6px", fontWeight: 600 }}>{code}</Text>
        <Text>Or press the button.</Text>
      </Letter>
    ),
  }),
  /** One issue of the newsletter. Nothing in it tells the shop who opens it: no picture, no link of its own. */
  "newsletter-issue": mail<{
    subject: string;
    /** Staff's own copy of a draft. */
    isTest: boolean;
    /** Made from Markdown by the server, which lets no markup through. */
    html: string;
    /** The same on the site. */
    issueUrl: string;
    unsubscribeUrl: string;
  }>({
    subject: ({ subject, isTest }) => (isTest ? `Test: ${subject}` : subject),
    body: ({ subject, isTest, html, issueUrl, unsubscribeUrl }) => (
      <>
        {isTest && <Text style={{ color: mailColours.soft }}>This is a test. Nobody else has got it.</Text>}
        <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
          {subject}
        </Heading>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by server/content/prose.server.ts */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        <Text style={{ color: mailColours.soft, fontSize: "14px" }}>
          You get this newsletter because you confirmed this address with us.{" "}
          <MailLink href={unsubscribeUrl}>Unsubscribe</MailLink>
          <br />
          {!isTest && <MailLink href={issueUrl}>Read it on our site</MailLink>}
        </Text>
      </>
    ),
  }),
  /** Proves that anyone who reads the mail wants to hear of the product. */
  "stock-alert-confirmation": mail<{ productName: string; link: string; unsubscribeUrl: string }>({
    subject: ({ productName }) => `Shall we tell you when ${productName} is back?`,
    body: ({ productName, link, unsubscribeUrl }) => (
      <Letter
        title="Shall we tell you when it is back?"
        name=""
        action={{ label: "Yes, tell me", link }}
        afterwards={
          <Text>
            The link works for seven days. If you did not ask for this, please ignore this email: without your
            confirmation we send no other. <Link href={unsubscribeUrl}>Send me no such mails</Link>
          </Text>
        }
      >
        <Text>
          Somebody, probably you, asked us to write to this address once {productName} can be bought again.
          Please confirm that you want that one email.
        </Text>
      </Letter>
    ),
  }),
  /** The one mail that was asked for. Nothing in it tells the shop who opens it. */
  "stock-back": mail<{ productName: string; link: string; unsubscribeUrl: string }>({
    subject: ({ productName }) => `${productName} is back`,
    body: ({ productName, link, unsubscribeUrl }) => (
      <Letter
        title={`${productName} is back`}
        name=""
        action={{ label: "See it in the shop", link }}
        afterwards={
          <Text style={{ color: mailColours.soft, fontSize: "14px" }}>
            You get this one email because you asked for it and confirmed this address. It puts nothing aside
            for you. <Link href={unsubscribeUrl}>Send me no such mails</Link>
          </Text>
        }
      >
        <Text>You asked us to tell you: {productName} can be bought again.</Text>
      </Letter>
    ),
  }),
  /** What staff answer to an enquiry, with the enquiry below it. */
  "enquiry-answer": mail<{
    subject: string;
    /** As staff typed it, greeting included. */
    answer: string;
    /** What it answers, and the day on which that was sent. */
    message: string;
    sentOn: string;
  }>({
    subject: ({ subject }) => `Re: ${subject}`,
    body: ({ answer, message, sentOn }) => (
      <>
        <Text>
          <TypedLines text={answer} />
        </Text>
        <Section
          style={{ borderLeft: `3px solid ${mailColours.line}`, paddingLeft: "12px", margin: "24px 0" }}
        >
          <Text style={{ color: mailColours.soft, margin: "0" }}>On {sentOn} you wrote to us:</Text>
          <Text style={{ color: mailColours.soft }}>
            <TypedLines text={message} />
          </Text>
        </Section>
      </>
    ),
  }),
};
