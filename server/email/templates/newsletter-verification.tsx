import { Link, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./mail-layout.tsx";

export interface NewsletterVerificationProps {
  store: StoreIdentity;
  /** Six digits. */
  code: string;
  link: string;
  unsubscribeUrl: string;
}

/** Proves that the person who reads the mail wants the newsletter. */
export function NewsletterVerification({ store, code, link, unsubscribeUrl }: NewsletterVerificationProps) {
  return (
    <AccountMail
      store={store}
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
    </AccountMail>
  );
}
