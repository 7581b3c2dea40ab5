import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface RoleChangedProps {
  store: StoreIdentity;
  name: string;
  /** As people read it. */
  role: string;
}

/** Tells the owner of an account that it may do other things from now on. */
export function RoleChanged({ store, name, role }: RoleChangedProps) {
  return (
    <AccountMail
      store={store}
      title="Your account has another role"
      name={name}
      afterwards={<Text>If you did not expect this, please write to {store.email} at once.</Text>}
    >
      <Text>
        An administrator made the role of your {store.name} account: {role}. All your devices were signed out;
        please sign in again.
      </Text>
    </AccountMail>
  );
}
