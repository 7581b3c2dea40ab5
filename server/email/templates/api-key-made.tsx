import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface ApiKeyMadeProps {
  store: StoreIdentity;
  /** Of the administrator who is told. */
  name: string;
  makerName: string;
  keyName: string;
  /** In words. */
  permissions: readonly string[];
  /** A date in words. */
  expires: string;
  keysUrl: string;
}

/** Tells every administrator that a script may act for the shop from now on. */
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
    <AccountMail
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
    </AccountMail>
  );
}
