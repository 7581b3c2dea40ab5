import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { undoEmailChangeLink } from "./account-links.ts";
import { issueAccountToken } from "./issue-account-token.server.ts";

interface AddressChange {
  by: "its owner" | "staff";
  oldEmail: string;
  /** Somebody had shown that the old address is theirs, together with the account. */
  wasProven: boolean;
  /** The used link that brought the change about. */
  keptLink?: number;
}

/**
 * What every change of an account's address brings with it, whoever made it: what was opened before ends, and the old
 * address is told, with a link that takes the change back. An address that nobody had proven gets no such link: it may
 * be a mistyped one, and whose mailbox it is must not get the account. Runs in the caller's transaction, with the
 * account locked and its new address written.
 */
export async function followNewAddress(
  context: Context,
  em: EntityManager,
  user: User,
  { by, oldEmail, wasProven, keptLink }: AddressChange,
): Promise<void> {
  const act = by === "staff" ? "address changed by staff" : "address changed";
  await endAccess(context, em, user.id, act, keptLink === undefined ? {} : { keptLink });
  const undo = wasProven
    ? await issueAccountToken(em, {
        user,
        purpose: "undo_email_change",
        email: oldEmail,
        now: context.clock.now(),
      })
    : null;
  await queueEmail(em, {
    key: `email-changed:${user.id}:${user.version}`,
    template: "email-changed",
    recipient: oldEmail,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: wasProven ? user.name : "",
      newEmail: user.email,
      stage: "changed",
      ...(undo ? { link: undoEmailChangeLink(context.publicUrl, undo.token) } : {}),
    },
  });
}
