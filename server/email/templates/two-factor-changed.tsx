import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export type TwoFactorChange =
  | { kind: "on" | "off" | "reset" | "new-codes" }
  | { kind: "recovery-code-used"; codesLeft: number };

export interface TwoFactorChangedProps {
  store: StoreIdentity;
  name: string;
  change: TwoFactorChange;
  resetLink: string;
}

/** Tells the owner of an account what became of its second factor. */
export function TwoFactorChanged({ store, name, change, resetLink }: TwoFactorChangedProps) {
  return (
    <AccountMail
      store={store}
      title={twoFactorTitle(change)}
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

export function twoFactorTitle(change: TwoFactorChange): string {
  switch (change.kind) {
    case "on":
      return "Two-factor sign-in is on";
    case "off":
    case "reset":
      return "Two-factor sign-in is off";
    case "new-codes":
      return "You have new recovery codes";
    case "recovery-code-used":
      return "A recovery code was used";
  }
}

function sentence(change: TwoFactorChange, storeName: string): string {
  switch (change.kind) {
    case "on":
      return `Signing in to your ${storeName} account now asks for a code of your authenticator app, and all other devices were signed out.`;
    case "off":
      return `Signing in to your ${storeName} account no longer asks for a code.`;
    case "reset":
      return `An administrator took the second factor off your ${storeName} account and signed out all your devices. You can set it up again in your account settings.`;
    case "new-codes":
      return `New recovery codes were made for your ${storeName} account; the old ones open nothing any more.`;
    case "recovery-code-used":
      return `A recovery code opened your ${storeName} account in the place of your authenticator app. ${change.codesLeft} unused ${change.codesLeft === 1 ? "code is" : "codes are"} left.`;
  }
}
