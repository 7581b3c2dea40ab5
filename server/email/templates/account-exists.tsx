import { Link, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";
import { mailColours } from "./layout.tsx";

export interface AccountExistsProps {
  store: StoreIdentity;
  name: string;
  username: string;
  signInLink: string;
  resetLink: string;
}

/** Goes to the owner of an address that somebody tried to register again. */
export function AccountExists({ store, name, username, signInLink, resetLink }: AccountExistsProps) {
  return (
    <AccountMail
      store={store}
      title="You already have an account"
      name={name}
      action={{ label: "Sign in", link: signInLink }}
      afterwards={
        <Text>
          Forgotten your password?{" "}
          <Link href={resetLink} style={{ color: mailColours.moss }}>
            Choose a new one
          </Link>
          . If it was not you who tried to register, you need do nothing: your account is unchanged.
        </Text>
      }
    >
      <Text>
        Somebody, probably you, tried to open an account with {store.name} for this address. It has one
        already; its username is <strong>{username}</strong>.
      </Text>
    </AccountMail>
  );
}
