import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface ResetPasswordProps {
  store: StoreIdentity;
  name: string;
  username: string;
  link: string;
}

/** The link for a forgotten password. */
export function ResetPassword({ store, name, username, link }: ResetPasswordProps) {
  return (
    <AccountMail
      store={store}
      title="Reset your password"
      name={name}
      action={{ label: "Choose a new password", link }}
      afterwards={
        <Text>
          The link works once, for one hour. If you did not ask for it, please ignore this email: your
          password stays as it is.
        </Text>
      }
    >
      <Text>
        You can choose a new password for your {store.name} account. Your username is{" "}
        <strong>{username}</strong>.
      </Text>
    </AccountMail>
  );
}
