import { Section, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours, TypedLines } from "./mail-layout.tsx";

export interface EnquiryAnswerProps {
  store: StoreIdentity;
  subject: string;
  /** As staff typed it, greeting included. */
  answer: string;
  /** What it answers, and the day on which that was sent. */
  message: string;
  sentOn: string;
}

/** What staff answer to an enquiry, with the enquiry below it. */
export function EnquiryAnswer({ store, answer, message, sentOn }: EnquiryAnswerProps) {
  return (
    <MailLayout store={store}>
      <Text>
        <TypedLines text={answer} />
      </Text>
      <Section style={{ borderLeft: `3px solid ${mailColours.line}`, paddingLeft: "12px", margin: "24px 0" }}>
        <Text style={{ color: mailColours.soft, margin: "0" }}>On {sentOn} you wrote to us:</Text>
        <Text style={{ color: mailColours.soft }}>
          <TypedLines text={message} />
        </Text>
      </Section>
    </MailLayout>
  );
}
