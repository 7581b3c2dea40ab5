import { Text } from "@react-email/components";
import { Letter, mail } from "./mail-layout.tsx";

export type PasskeyChange =
  | { kind: "added" | "removed" /** "" where its name is not ours to send. */; passkey: string }
  | { kind: "all-removed" };

/** What a mail says of a change: the title, and the first sentence of the mail. */
interface AccountNotice {
  title: string;
  sentence: string;
}

function passkeyNotice(change: PasskeyChange, storeName: string): AccountNotice {
  const which = "passkey" in change && change.passkey ? `The passkey “${change.passkey}”` : "A passkey";
  const notice: Record<PasskeyChange["kind"], AccountNotice> = {
    added: {
      title: "A passkey was added",
      sentence: `${which} now opens your ${storeName} account, without a password.`,
    },
    removed: {
      title: "A passkey was removed",
      sentence: `${which} no longer opens your ${storeName} account.`,
    },
    "all-removed": {
      title: "Your passkeys were removed",
      sentence: `The password of your ${storeName} account was set anew, and its passkeys no longer open it. You can add them again in your account settings.`,
    },
  };
  return notice[change.kind];
}

export type TwoFactorChange =
  | { kind: "on" | "off" | "reset" | "new-codes" }
  | { kind: "recovery-code-used"; codesLeft: number };

function twoFactorNotice(change: TwoFactorChange, storeName: string): AccountNotice {
  const isOff = "Two-factor sign-in is off";
  switch (change.kind) {
    case "on":
      return {
        title: "Two-factor sign-in is on",
        sentence: `Signing in to your ${storeName} account now asks for a code of your authenticator app, and all other devices were signed out.`,
      };
    case "off":
      return { title: isOff, sentence: `Signing in to your ${storeName} account no longer asks for a code.` };
    case "reset":
      return {
        title: isOff,
        sentence: `An administrator took the second factor off your ${storeName} account and signed out all your devices. You can set it up again in your account settings.`,
      };
    case "new-codes":
      return {
        title: "You have new recovery codes",
        sentence: `New recovery codes were made for your ${storeName} account; the old ones open nothing any more.`,
      };
    case "recovery-code-used":
      return {
        title: "A recovery code was used",
        sentence: `A recovery code opened your ${storeName} account in the place of your authenticator app. ${change.codesLeft} unused ${change.codesLeft === 1 ? "code is" : "codes are"} left.`,
      };
  }
}

/** Anyone who did not change this themselves sets a new password. */
function ChangeOfAccount({
  notice,
  name,
  resetLink,
}: {
  notice: AccountNotice;
  name: string;
  resetLink: string;
}) {
  return (
    <Letter
      title={notice.title}
      name={name}
      action={{ label: "It was not me", link: resetLink }}
      afterwards={<Text>If it was you, you need do nothing.</Text>}
    >
      <Text>
        {notice.sentence} If it was not you, choose a new password now and write to us: somebody may know your
        old one.
      </Text>
    </Letter>
  );
}

export const securityMails = {
  /** Goes to the old address of an account, so that nobody can take the account over unnoticed. */
  "email-changed": mail<{
    name: string;
    newEmail: string;
    /** Requested and not confirmed yet, or in effect. */
    stage: "requested" | "changed";
    /**
     * While the change waits: where to request a new password, which cancels it. Once it is in effect: where to undo
     * it.
     */
    link?: string;
  }>({
    subject: ({ store, stage }) =>
      stage === "requested"
        ? `A new email address was asked for at ${store.name}`
        : `Your ${store.name} email address was changed`,
    body({ store, name, newEmail, stage, link }) {
      const requested = stage === "requested";
      return (
        <Letter
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
    },
  }),
  /** Tells the owner of an account about a change to its passkeys. */
  "passkey-changed": mail<{ name: string; change: PasskeyChange; resetLink: string }>({
    subject: ({ store, change }) => `${passkeyNotice(change, store.name).title} (${store.name})`,
    body: ({ store, change, ...to }) => (
      <ChangeOfAccount notice={passkeyNotice(change, store.name)} {...to} />
    ),
  }),
  /** Tells the owner of an account about a change to its second factor. */
  "two-factor-changed": mail<{ name: string; change: TwoFactorChange; resetLink: string }>({
    subject: ({ store, change }) => `${twoFactorNotice(change, store.name).title} (${store.name})`,
    body: ({ store, change, ...to }) => (
      <ChangeOfAccount notice={twoFactorNotice(change, store.name)} {...to} />
    ),
  }),
  /** Tells the owner of an account that its role has changed. */
  "role-changed": mail<{
    name: string;
    /** The role's name as people read it. */
    role: string;
  }>({
    subject: ({ store }) => `Your ${store.name} account has another role`,
    body: ({ store, name, role }) => (
      <Letter
        title="Your account has another role"
        name={name}
        afterwards={<Text>If you did not expect this, please write to {store.email} at once.</Text>}
      >
        <Text>
          An administrator made the role of your {store.name} account: {role}. All your devices were signed
          out; please sign in again.
        </Text>
      </Letter>
    ),
  }),
  /** Tells every administrator that a script can now act for the shop. */
  "api-key-made": mail<{
    /** The name of the administrator who gets this mail. */
    name: string;
    makerName: string;
    keyName: string;
    /** In plain language. */
    permissions: readonly string[];
    /** A written-out date. */
    expires: string;
    keysUrl: string;
  }>({
    subject: ({ store, keyName }) => `An API key was made: ${keyName} (${store.name})`,
    body: ({ store, name, makerName, keyName, permissions, expires, keysUrl }) => (
      <Letter
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
    ),
  }),
  /** Tells every administrator that a password alone opens the shop to staff from now on. */
  "staff-two-factor-ended": mail<{
    name: string;
    /** Who switched it off. */
    byName: string;
    settingsUrl: string;
  }>({
    subject: ({ store }) => `Staff may sign in without a second factor (${store.name})`,
    body: ({ store, name, byName, settingsUrl }) => (
      <Letter
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
    ),
  }),
};
