import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export type PasskeyChange = { kind: "added" | "removed"; passkey: string } | { kind: "all-removed" };

export interface PasskeyChangedProps {
  store: StoreIdentity;
  name: string;
  change: PasskeyChange;
  resetLink: string;
}

/** Tells the owner of an account what became of its passkeys. */
export function PasskeyChanged({ store, name, change, resetLink }: PasskeyChangedProps) {
  return (
    <AccountMail
      store={store}
      title={passkeyTitle(change)}
      name={name}
      action={{ label: "It was not me", link: resetLink }}
      afterwards={<Text>If it was you, you need do nothing.</Text>}
    >
      <Text>
        {sentence(change, store.name)} If it was not you, choose a new password now and write to us: somebody
        may know your old one.
      </Text>
    </AccountMail>
  );
}

export function passkeyTitle({ kind }: PasskeyChange): string {
  switch (kind) {
    case "added":
      return "A passkey was added";
    case "removed":
      return "A passkey was removed";
    case "all-removed":
      return "Your passkeys were removed";
  }
}

function sentence(change: PasskeyChange, storeName: string): string {
  switch (change.kind) {
    case "added":
      return `The passkey “${change.passkey}” now opens your ${storeName} account, without a password.`;
    case "removed":
      return `The passkey “${change.passkey}” no longer opens your ${storeName} account.`;
    case "all-removed":
      return `The password of your ${storeName} account was set anew, and its passkeys no longer open it. You can add them again in your account settings.`;
  }
}
