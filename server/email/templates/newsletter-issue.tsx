import { Heading, Link, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours } from "./mail-layout.tsx";

export interface NewsletterIssueProps {
  store: StoreIdentity;
  subject: string;
  /** Staff's own copy of a draft. */
  isTest: boolean;
  /** Made from Markdown by the server, which lets no markup through. */
  html: string;
  /** The same on the site. */
  issueUrl: string;
  unsubscribeUrl: string;
}

/** One issue of the newsletter. Nothing in it tells the shop who opens it: no picture, no link of its own. */
export function NewsletterIssue({
  store,
  subject,
  isTest,
  html,
  issueUrl,
  unsubscribeUrl,
}: NewsletterIssueProps) {
  return (
    <MailLayout store={store}>
      {isTest && <Text style={{ color: mailColours.soft }}>This is a test. Nobody else has got it.</Text>}
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        {subject}
      </Heading>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by server/content/render-markdown.server.ts */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <Text style={{ color: mailColours.soft, fontSize: "14px" }}>
        You get this newsletter because you confirmed this address with us.{" "}
        <Link href={unsubscribeUrl} style={{ color: mailColours.moss }}>
          Unsubscribe
        </Link>
        <br />
        {!isTest && (
          <Link href={issueUrl} style={{ color: mailColours.moss }}>
            Read it on our site
          </Link>
        )}
      </Text>
    </MailLayout>
  );
}
