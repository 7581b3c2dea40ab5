import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface SetPasswordProps {
  store: StoreIdentity;
  name: string;
  username: string;
  link: string;
}

/** Welcomes a guest, whose order's record becomes an account with this link (docs/rules.md#orders-11). */
export function SetPassword({ store, name, username, link }: SetPasswordProps) {
  return (
    <AccountMail
      store={store}
      title={`Welcome to ${store.name}`}
      name={name}
      action={{ label: "Set your password", link }}
      afterwards={
        <Text>
          The link works once, for seven days. You need no account to receive your order; if you do not want
          one, please ignore this email.
        </Text>
      }
    >
      <Text>
        You bought from us as a guest. Set a password, and you can see your orders and their invoices whenever
        you like. Your username is <strong>{username}</strong>.
      </Text>
    </AccountMail>
  );
}
