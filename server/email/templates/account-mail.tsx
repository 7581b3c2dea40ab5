import { Button, Heading, Link, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout, mailColours } from "./layout.tsx";

interface AccountMailProps {
  store: StoreIdentity;
  title: string;
  /** Whom it greets; "" where nobody has shown that the address is theirs, who may have chosen any words as a name. */
  name: string;
  /** The one thing to do; its address is also written out, for programs that show no buttons. */
  action?: { label: string; link: string };
  /** After the button. */
  afterwards?: ReactNode;
  children: ReactNode;
}

/** What the mails about an account share: a greeting, what it is about, one button. */
export function AccountMail({ store, title, name, action, afterwards, children }: AccountMailProps) {
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "24px", fontFamily: "Georgia, serif" }}>
        {title}
      </Heading>
      <Text>{name === "" ? "Hello," : `Dear ${name},`}</Text>
      {children}
      {action && (
        <>
          <Section style={{ margin: "24px 0" }}>
            <Button
              href={action.link}
              style={{
                backgroundColor: mailColours.moss,
                color: "#ffffff",
                borderRadius: "24px",
                padding: "12px 24px",
              }}
            >
              {action.label}
            </Button>
          </Section>
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
    </MailLayout>
  );
}
