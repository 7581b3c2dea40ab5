import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface ConfirmEmailProps {
  store: StoreIdentity;
  name: string;
  link: string;
}

/** Goes to the new address of an account, which takes effect with its link (docs/rules.md#accounts-6). */
export function ConfirmEmail({ store, name, link }: ConfirmEmailProps) {
  return (
    <AccountMail
      store={store}
      title="Confirm your new email address"
      name={name}
      action={{ label: "Confirm email address", link }}
      afterwards={
        <Text>
          The link works for 24 hours. If you did not ask for this, please ignore this email: without the link
          nothing changes.
        </Text>
      }
    >
      <Text>
        You asked us to use this address for your {store.name} account. Until you confirm it, your account
        keeps the address it has.
      </Text>
    </AccountMail>
  );
}
