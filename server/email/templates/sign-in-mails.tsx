import { Text } from "@react-email/components";
import { Letter, MailLink, mail } from "./mail-layout.tsx";

export const signInMails = {
  /** Proves the address of a new account. */
  "verify-email": mail<{ name: string; link: string }>({
    subject: ({ store }) => `Verify your email address for ${store.name}`,
    body: ({ store, name, link }) => (
      <Letter
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
          Thank you for opening an account with {store.name}. Please confirm that this is your address.
          Research reports are unlocked once it is verified.
        </Text>
      </Letter>
    ),
  }),
  /** Goes to the new address of an account, whose link makes it take effect (docs/rules.md#accounts-6). */
  "confirm-email": mail<{ name: string; link: string }>({
    subject: ({ store }) => `Confirm your new email address for ${store.name}`,
    body: ({ store, name, link }) => (
      <Letter
        title="Confirm your new email address"
        name={name}
        action={{ label: "Confirm email address", link }}
        afterwards={
          <Text>
            The link works for 24 hours. If you did not ask for this, please ignore this email: without the
            link nothing changes.
          </Text>
        }
      >
        <Text>
          You asked us to use this address for your {store.name} account. Until you confirm it, your account
          keeps the address it has.
        </Text>
      </Letter>
    ),
  }),
  /** Goes to the owner of an address that somebody tried to register again. What was typed then is not used, and it says so. */
  "account-exists": mail<{
    name: string;
    username: string;
    signInLink: string;
    resetLink: string;
  }>({
    subject: ({ store }) => `You already have an account with ${store.name}`,
    body: ({ store, name, username, signInLink, resetLink }) => (
      <Letter
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
    ),
  }),
  /** Welcomes a guest, whose order's record becomes an account with this link (docs/rules.md#orders-11). */
  "set-password": mail<{
    name: string;
    username: string;
    link: string;
    /** Whether somebody has just registered with the address. */
    isRegistering?: boolean | undefined;
  }>({
    subject: ({ store }) => `Set a password for your ${store.name} account`,
    body: ({ store, name, username, link, isRegistering }) => (
      <Letter
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
          You bought from us as a guest. Set a password, and you can see your orders and their invoices
          whenever you like. Your username is <strong>{username}</strong>.
        </Text>
        {isRegistering && (
          <Text>
            You, or somebody else, have just registered with your address. As you have orders with us, the
            username and password that were typed are not used: anybody could have typed them. Please choose a
            password with this link instead; your account is open then.
          </Text>
        )}
      </Letter>
    ),
  }),
  /** The link for a forgotten password. */
  "reset-password": mail<{ name: string; username: string; link: string }>({
    subject: ({ store }) => `Reset your ${store.name} password`,
    body: ({ store, name, username, link }) => (
      <Letter
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
    ),
  }),
  /** Tells the owner of an account that its password has changed. */
  "password-changed": mail<{
    name: string;
    /** How many API keys ended with the old password. */
    endedKeys: number;
    resetLink: string;
  }>({
    subject: ({ store }) => `Your ${store.name} password was changed`,
    body: ({ store, name, endedKeys, resetLink }) => (
      <Letter
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
    ),
  }),
};
