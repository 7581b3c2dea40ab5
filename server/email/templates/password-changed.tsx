import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface PasswordChangedProps {
  store: StoreIdentity;
  name: string;
  /** How many API keys ended with the old password. */
  endedKeys: number;
  resetLink: string;
}

/** Tells the owner of an account that its password is another one now. */
export function PasswordChanged({ store, name, endedKeys, resetLink }: PasswordChangedProps) {
  return (
    <AccountMail
      store={store}
      title="Your password was changed"
      name={name}
      action={{ label: "It was not me", link: resetLink }}
      afterwards={<Text>If it was you, you need do nothing.</Text>}
    >
      <Text>
        The password of your {store.name} account was changed, and all other devices were signed out
        {endedKeys > 0 && ", and the API keys that you made were revoked"}. If it was not you, choose a new
        one now.
      </Text>
    </AccountMail>
  );
}
