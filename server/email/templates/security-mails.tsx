import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { Letter } from "./mail-layout.tsx";

interface EmailChangedProps {
  store: StoreIdentity;
  name: string;
  newEmail: string;
  /** Requested and not confirmed yet, or in effect. */
  stage: "requested" | "changed";
  /**
   * While the change waits: where to request a new password, which cancels it. Once it is in effect: where to undo it.
   */
  link?: string;
}

/** Goes to the old address of an account, so that nobody can take the account over unnoticed. */
export function EmailChanged({ store, name, newEmail, stage, link }: EmailChangedProps) {
  const requested = stage === "requested";
  return (
    <Letter
      store={store}
      title={requested ? "A new email address was asked for" : "Your email address was changed"}
      name={name}
      {...(link ? { action: { label: requested ? "It was not me" : "This was not me", link } } : {})}
      afterwards={
        <Text>
          {requested
            ? "If this was not you, set a new password now: that stops the change and signs all devices out."
            : link
              ? "If this was not you, take it back now: the link works once, for seven days. It leads to a page with a button, which puts this address back, signs all devices out and mails you a link to a new password."
              : `If this was not you, please write to ${store.email} at once.`}
        </Text>
      }
    >
      <Text>
        {requested
          ? `Somebody signed in to your ${store.name} account asked to change its address to ${newEmail}. It takes effect once the new address is confirmed.`
          : `Your ${store.name} account now uses ${newEmail}. This is the last email about your account that comes to this address.`}
      </Text>
    </Letter>
  );
}

export type PasskeyChange =
  | { kind: "added" | "removed" /** "" where its name is not ours to send. */; passkey: string }
  | { kind: "all-removed" };

interface PasskeyChangedProps {
  store: StoreIdentity;
  name: string;
  change: PasskeyChange;
  resetLink: string;
}

/** Tells the owner of an account about a change to its passkeys. */
export function PasskeyChanged({ store, name, change, resetLink }: PasskeyChangedProps) {
  return (
    <Letter
      store={store}
      title={passkeyTitle(change)}
      name={name}
      action={{ label: "It was not me", link: resetLink }}
      afterwards={<Text>If it was you, you need do nothing.</Text>}
    >
      <Text>
        {passkeySentence(change, store.name)} If it was not you, choose a new password now and write to us:
        somebody may know your old one.
      </Text>
    </Letter>
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

function passkeySentence(change: PasskeyChange, storeName: string): string {
  const which = "passkey" in change && change.passkey ? `The passkey “${change.passkey}”` : "A passkey";
  switch (change.kind) {
    case "added":
      return `${which} now opens your ${storeName} account, without a password.`;
    case "removed":
      return `${which} no longer opens your ${storeName} account.`;
    case "all-removed":
      return `The password of your ${storeName} account was set anew, and its passkeys no longer open it. You can add them again in your account settings.`;
  }
}

export type TwoFactorChange =
  | { kind: "on" | "off" | "reset" | "new-codes" }
  | { kind: "recovery-code-used"; codesLeft: number };

interface TwoFactorChangedProps {
  store: StoreIdentity;
  name: string;
  change: TwoFactorChange;
  resetLink: string;
}

/** Tells the owner of an account about a change to its second factor. */
export function TwoFactorChanged({ store, name, change, resetLink }: TwoFactorChangedProps) {
  return (
    <Letter
      store={store}
      title={twoFactorTitle(change)}
      name={name}
      action={{ label: "It was not me", link: resetLink }}
      afterwards={<Text>If it was you, you need do nothing.</Text>}
    >
      <Text>
        {twoFactorSentence(change, store.name)} If it was not you, choose a new password now and write to us:
        somebody may know your old one.
      </Text>
    </Letter>
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

function twoFactorSentence(change: TwoFactorChange, storeName: string): string {
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

interface RoleChangedProps {
  store: StoreIdentity;
  name: string;
  /** The role's name as people read it. */
  role: string;
}

/** Tells the owner of an account that its role has changed. */
export function RoleChanged({ store, name, role }: RoleChangedProps) {
  return (
    <Letter
      store={store}
      title="Your account has another role"
      name={name}
      afterwards={<Text>If you did not expect this, please write to {store.email} at once.</Text>}
    >
      <Text>
        An administrator made the role of your {store.name} account: {role}. All your devices were signed out;
        please sign in again.
      </Text>
    </Letter>
  );
}

interface ApiKeyMadeProps {
  store: StoreIdentity;
  /** The name of the administrator who gets this mail. */
  name: string;
  makerName: string;
  keyName: string;
  /** In plain language. */
  permissions: readonly string[];
  /** A written-out date. */
  expires: string;
  keysUrl: string;
}

/** Tells every administrator that a script can now act for the shop. */
export function ApiKeyMade({
  store,
  name,
  makerName,
  keyName,
  permissions,
  expires,
  keysUrl,
}: ApiKeyMadeProps) {
  return (
    <Letter
      store={store}
      title="An API key was made"
      name={name}
      action={{ label: "See the keys", link: keysUrl }}
      afterwards={<Text>If that was meant, you need do nothing.</Text>}
    >
      <Text>
        {makerName} made the API key “{keyName}” for {store.name}. Until {expires} whoever has it may:{" "}
        {permissions.join("; ")}. If it was not meant, revoke it now, and let {makerName} choose a new
        password.
      </Text>
    </Letter>
  );
}

interface StaffTwoFactorEndedProps {
  store: StoreIdentity;
  name: string;
  /** Who switched it off. */
  byName: string;
  settingsUrl: string;
}

/** Tells every administrator that a password alone opens the shop to staff from now on. */
export function StaffTwoFactorEnded({ store, name, byName, settingsUrl }: StaffTwoFactorEndedProps) {
  return (
    <Letter
      store={store}
      title="Staff may sign in without a second factor"
      name={name}
      action={{ label: "See the settings", link: settingsUrl }}
      afterwards={<Text>If that was meant, you need do nothing.</Text>}
    >
      <Text>
        {byName} switched off that staff of {store.name} must use two-factor sign-in. A stolen password is
        enough from now on. If it was not meant, switch it on again, and let {byName} choose a new password.
      </Text>
    </Letter>
  );
}
