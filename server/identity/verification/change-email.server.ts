import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, OutboxEmail, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { greetedAs } from "../account/user-view.ts";
import { findUserBy, requireUser } from "../account/user-views.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { undoEmailChangeLink, verificationLink } from "./account-links.ts";
import {
  type FoundToken,
  hashAccountToken,
  issueAccountToken,
  makeAccountToken,
} from "./account-tokens.server.ts";
import { isSameAddress } from "./same-address.ts";
import { markProven } from "./send-verification.server.ts";

/**
 * Requests a new address. A job writes the mails, so that neither the response nor its time tells whether the address
 * has an account. The newest request replaces earlier ones. Runs in the caller's transaction, with the user locked.
 * @throws ShopError `rate_limited`
 */
export async function requestEmailChange(
  context: Context,
  em: EntityManager,
  user: User,
  newEmail: string,
): Promise<void> {
  await countAgainstLimit(context, "account-mail", `change-email:${user.id}`);
  const now = context.clock.now();
  await em.nativeDelete(AccountToken, { user: user.id, purpose: "change_email" });
  // Nobody knows this token: the job replaces it.
  const { id } = await issueAccountToken(em, { user, purpose: "change_email", email: newEmail, now });
  await enqueueJob(em, "send-email-change", { tokenId: id });
}

/**
 * The job behind a change of address: mails the new address a confirmation link, unless it has an account, and notifies
 * the old one. Harmless when it runs twice, or after the change was cancelled.
 */
export async function sendEmailChange(context: Context, { tokenId }: { tokenId: number }): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const request = await em.findOne(
      AccountToken,
      { id: tokenId, purpose: "change_email", usedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const key = `email-change-requested:${tokenId}`;
    if (!request || (await em.count(OutboxEmail, { key }))) return;
    const newEmail = request.email;
    const user = await em.findOneOrFail(User, request.user.id);
    const store = storeIdentityOf(context.settings, context.publicUrl);
    const mayMailThere = await mayMail(context, newEmail);
    if (!(await findUserBy(em, "email", newEmail)) && mayMailThere) {
      const token = makeAccountToken();
      request.tokenHash = hashAccountToken("change_email", token);
      await queueEmail(em, {
        key: `confirm-email:${tokenId}`,
        template: "confirm-email",
        recipient: newEmail,
        props: { store, name: "", link: verificationLink(context.publicUrl, newEmail, token) },
      });
    }
    await queueEmail(em, {
      key,
      template: "email-changed",
      recipient: user.email,
      props: {
        store,
        name: greetedAs(user),
        newEmail,
        stage: "requested",
        link: `${context.publicUrl}/forgot-password`,
      },
    });
  });
}

/** Whether an account may take this address: nobody else has it. */
export async function isFreeFor(em: EntityManager, user: User, email: string): Promise<boolean> {
  const owner = await findUserBy(em, "email", email);
  return !owner || owner.id === user.id;
}

/**
 * Applies a changed address, now that its link was opened together with the account, and notifies the old address.
 * Harmless when it did so before. Runs in the caller's transaction, with token and user locked, and the address free.
 */
export async function confirmEmailChange(
  context: Context,
  em: EntityManager,
  { token, user }: FoundToken,
): Promise<void> {
  if (token.usedAt) return;
  const { email: oldEmail, emailProvenAt } = user;
  user.email = token.email;
  user.emailProvenAt = null;
  token.usedAt = context.clock.now();
  await em.flush();
  if (!isSameAddress(oldEmail, user.email)) {
    const change = {
      by: "its owner",
      oldEmail,
      wasProven: emailProvenAt !== null,
      keptLink: token.id,
    } as const;
    await followNewAddress(context, em, user, change);
  }
  await markProven(em, user, context.clock.now());
}

interface AddressChange {
  by: "its owner" | "staff";
  oldEmail: string;
  /** The old address was proven together with the account. */
  wasProven: boolean;
  /** The used link that brought the change about. */
  keptLink?: number;
}

/**
 * Does what follows every change of an account's address, whoever made it: earlier sessions and links end, and the old
 * address is notified, with a link that undoes the change. An unproven address gets no such link: it may be mistyped,
 * and the owner of that mailbox must not get the account. Runs in the caller's transaction, with the account locked and
 * its new address written.
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

/** The signed-in person's new address that still waits for its confirmation, or null. */
export async function findPendingEmail(context: Context): Promise<string | null> {
  const token = await context.em.findOne(AccountToken, {
    user: requireUser(context).id,
    purpose: "change_email",
    usedAt: null,
    expiresAt: { $gt: context.clock.now() },
  });
  return token?.email ?? null;
}
