import { LockMode } from "@mikro-orm/core";
import { generateSecret, generateURI } from "otplib";
import { RecoveryCode, TwoFactor, User } from "#db/entities/index.ts";
import { countAgainstLimit, returnToLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { qrCodeOf } from "#server/media/qr-code.ts";
import type { TwoFactorView } from "./account.schema.ts";
import { endAccess, forgetCodes, requireOpenSession } from "./end-access.server.ts";
import {
  makeRecoveryCodes,
  notifyOfTwoFactor,
  openSecret,
  replaceRecoveryCodes,
  requireOwnPasskey,
  requireOwnPassword,
  requirePasswordAndCode,
  sealSecret,
  timeStepOf,
} from "./second-factor.server.ts";
import { requireUser } from "./user-views.server.ts";

/** How long a set-up waits for its first code, in milliseconds: its key is shown to anyone who uses this session. */
const SET_UP_MS = 30 * 60 * 1000;

/** The condition for a set-up that is under way. */
function begunSince(now: Date) {
  return { confirmedAt: null, createdAt: { $gt: new Date(now.getTime() - SET_UP_MS) } };
}

/**
 * The state of the signed-in person's two-factor sign-in.
 * @throws ShopError `unauthenticated`
 */
export async function readTwoFactor(context: Context): Promise<TwoFactorView> {
  const { id, email } = requireUser(context);
  const em = context.em.fork();
  const [on, begun] = [
    await em.findOne(TwoFactor, { user: id, confirmedAt: { $ne: null } }),
    await em.findOne(TwoFactor, { user: id, ...begunSince(context.clock.now()) }),
  ];
  if (on?.confirmedAt) {
    const codesLeft = await em.count(RecoveryCode, { user: id, usedAt: null });
    return { state: "on", since: on.confirmedAt.toISOString(), codesLeft };
  }
  const secret = begun && openSecret(await signingSecret(em), id, begun.secret);
  if (!secret) return { state: "off" };
  const address = generateURI({ issuer: context.settings.storeName, label: email, secret });
  return {
    state: "begun",
    secret: secret.replaceAll(/(.{4})(?=.)/g, "$1 "),
    address,
    picture: qrCodeOf(address),
  };
}

/**
 * Makes a key of 160 random bits for the signed-in person's authenticator app. It counts once a code has confirmed it.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password), `conflict` (on already), `forbidden`
 * (staff who have not come by the passkey that is theirs), `rate_limited`
 */
export async function beginTwoFactor(context: Context, { password }: { password: string }): Promise<void> {
  const actor = requireUser(context);
  await requireOwnPassword(context, actor, "password", password);
  requireOwnPasskey(actor);
  const secret = sealSecret(await signingSecret(context.em), actor.id, generateSecret());
  await inTransaction(
    context.em,
    async (em) => {
      if (await em.count(TwoFactor, { user: actor.id, confirmedAt: { $ne: null } })) {
        throw new ShopError("conflict", "Two-factor sign-in is on already.");
      }
      await em.nativeDelete(TwoFactor, { user: actor.id, confirmedAt: null });
      await em.insert(TwoFactor, { user: actor.id, secret, createdAt: context.clock.now() });
    },
    { retryUniqueViolations: true },
  );
}

/**
 * Turns two-factor sign-in on, by a first code of the app; the person's other devices are signed out and
 * their API keys end, since they came in without one. Returns the ten recovery codes, which cannot be read again.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong code), `conflict` (nothing begun), `rate_limited`
 */
export async function confirmTwoFactor(context: Context, { code }: { code: string }): Promise<string[]> {
  const actor = requireUser(context);
  const accountKey = `user:${actor.id}`;
  await countAgainstLimit(context, "two-factor", accountKey);
  const now = context.clock.now();
  const key = await signingSecret(context.em);
  const codes = await makeRecoveryCodes();
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const begun = await em.findOne(
      TwoFactor,
      { user: actor.id, ...begunSince(now) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const secret = begun && openSecret(key, actor.id, begun.secret);
    if (!begun || !secret) {
      throw new ShopError("conflict", "This set-up has expired. Please begin again.");
    }
    const step = await timeStepOf(secret, code.replaceAll(/\s/g, ""), { now, lastStep: null });
    if (step === undefined) throw wrongFirstCode();
    begun.confirmedAt = now;
    begun.lastStep = step;
    await em.flush();
    await replaceRecoveryCodes(em, actor.id, codes, now);
    await endAccess(context, em, actor.id, "two-factor sign-in on");
    await notifyOfTwoFactor(context, em, user, { kind: "on" });
  });
  await returnToLimit(context, "two-factor", accountKey);
  return codes.map(({ code }) => code);
}

function wrongFirstCode(): ShopError {
  const message = "This code is not right. Enter the one your app shows now, and check your phone's clock.";
  return new ShopError("validation_failed", message, { fields: { code: [message] } });
}

/**
 * Turns the signed-in person's two-factor sign-in off; their other devices are signed out and their API keys end.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `rate_limited`
 */
export async function endTwoFactor(
  context: Context,
  input: { password: string; code: string },
): Promise<void> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, input);
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!(await forgetCodes(em, actor.id))) return;
    await endAccess(context, em, actor.id, "two-factor sign-in off");
    await notifyOfTwoFactor(context, em, user, { kind: "off" });
  });
}

/** Cancels a set-up that nothing has confirmed yet. @throws ShopError `unauthenticated` */
export async function cancelTwoFactor(context: Context): Promise<void> {
  const actor = requireUser(context);
  await context.em.nativeDelete(TwoFactor, { user: actor.id, confirmedAt: null });
}

/**
 * Makes ten new recovery codes; the old ones are void. Returns them, once.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `conflict` (two-factor sign-in is
 * off), `rate_limited`
 */
export async function renewRecoveryCodes(
  context: Context,
  input: { password: string; code: string },
): Promise<string[]> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, input);
  const codes = await makeRecoveryCodes();
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    await requireOpenSession(em, actor);
    if (!(await em.count(TwoFactor, { user: actor.id, confirmedAt: { $ne: null } }))) {
      throw new ShopError("conflict", "Two-factor sign-in is off.");
    }
    await replaceRecoveryCodes(em, actor.id, codes, context.clock.now());
    await notifyOfTwoFactor(context, em, user, { kind: "new-codes" });
  });
  return codes.map(({ code }) => code);
}
