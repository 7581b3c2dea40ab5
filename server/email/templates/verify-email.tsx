import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface VerifyEmailProps {
  store: StoreIdentity;
  name: string;
  link: string;
}

/** Proves the address of a new account. */
export function VerifyEmail({ store, name, link }: VerifyEmailProps) {
  return (
    <AccountMail
      store={store}
      title="Verify your email address"
      name={name}
      action={{ label: "Verify email address", link }}
      afterwards={
        <Text>
          The link works for 24 hours. If you did not open an account with us, please ignore this email:
          without the link nothing happens.
        </Text>
      }
    >
      <Text>
        Thank you for opening an account with {store.name}. Please confirm that this is your address. Research
        reports are unlocked once it is verified.
      </Text>
    </AccountMail>
  );
}
