import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { Letter, MailLink } from "./mail-layout.tsx";

interface VerifyEmailProps {
  store: StoreIdentity;
  name: string;
  link: string;
}

/** Proves the address of a new account. */
export function VerifyEmail({ store, name, link }: VerifyEmailProps) {
  return (
    <Letter
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
    </Letter>
  );
}

interface ConfirmEmailProps {
  store: StoreIdentity;
  name: string;
  link: string;
}

/** Goes to the new address of an account, whose link makes it take effect (docs/rules.md#accounts-6). */
export function ConfirmEmail({ store, name, link }: ConfirmEmailProps) {
  return (
    <Letter
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
    </Letter>
  );
}

interface AccountExistsProps {
  store: StoreIdentity;
  name: string;
  username: string;
  signInLink: string;
  resetLink: string;
}

/** Goes to the owner of an address that somebody tried to register again. What was typed then is not used, and it says so. */
export function AccountExists({ store, name, username, signInLink, resetLink }: AccountExistsProps) {
  return (
    <Letter
      store={store}
      title="You already have an account"
      name={name}
      action={{ label: "Sign in", link: signInLink }}
      afterwards={
        <Text>
          Forgotten your password? <MailLink href={resetLink}>Choose a new one</MailLink>. If it was not you
          who tried to register, you need do nothing: your account is unchanged.
        </Text>
      }
    >
      <Text>
        Somebody, probably you, tried to open an account with {store.name} for this address. It has one
        already; its username is <strong>{username}</strong>. The username and password that were typed now
        are not used: anybody could have typed them.
      </Text>
    </Letter>
  );
}

interface SetPasswordProps {
  store: StoreIdentity;
  name: string;
  username: string;
  link: string;
  /** Whether somebody has just registered with the address. */
  isRegistering?: boolean | undefined;
}

/** Welcomes a guest, whose order's record becomes an account with this link (docs/rules.md#orders-11). */
export function SetPassword({ store, name, username, link, isRegistering }: SetPasswordProps) {
  return (
    <Letter
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
      {isRegistering && (
        <Text>
          You, or somebody else, have just registered with your address. As you have orders with us, the
          username and password that were typed are not used: anybody could have typed them. Please choose a
          password with this link instead; your account is open then.
        </Text>
      )}
    </Letter>
  );
}

interface ResetPasswordProps {
  store: StoreIdentity;
  name: string;
  username: string;
  link: string;
}

/** The link for a forgotten password. */
export function ResetPassword({ store, name, username, link }: ResetPasswordProps) {
  return (
    <Letter
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
    </Letter>
  );
}

interface PasswordChangedProps {
  store: StoreIdentity;
  name: string;
  /** How many API keys ended with the old password. */
  endedKeys: number;
  resetLink: string;
}

/** Tells the owner of an account that its password has changed. */
export function PasswordChanged({ store, name, endedKeys, resetLink }: PasswordChangedProps) {
  return (
    <Letter
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
    </Letter>
  );
}
