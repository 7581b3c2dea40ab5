import { Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail } from "./account-mail.tsx";

export interface EmailChangedProps {
  store: StoreIdentity;
  name: string;
  newEmail: string;
  /** Asked for and waiting for its confirmation, or in effect. */
  stage: "requested" | "changed";
  /** Where a new password is asked for, which stops a change that has not taken effect; or where one is taken back that has. */
  link?: string;
}

/** Goes to the old address of an account, so that nobody takes it over unseen. */
export function EmailChanged({ store, name, newEmail, stage, link }: EmailChangedProps) {
  const requested = stage === "requested";
  return (
    <AccountMail
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
    </AccountMail>
  );
}
