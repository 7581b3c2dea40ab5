import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Passkey, TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { asksSecondFactorOf } from "../two-factor/hold-back-staff.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import { tellOfPasskey } from "./tell-of-passkey.server.ts";

/** A passkey as its owner sees it. */
export interface PasskeyView {
  id: number;
  name: string;
  /** ISO date and time, as is `lastUsedAt`. */
  createdAt: string;
  lastUsedAt: string | null;
}

/**
 * The signed-in person's passkeys, the newest first.
 * @throws ShopError `unauthenticated`
 */
export async function listPasskeys(context: Context): Promise<PasskeyView[]> {
  const { id } = requireUser(context);
  const passkeys = await context.em.fork().find(Passkey, { user: id }, { orderBy: { id: "desc" } });
  return passkeys.map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Calls one of the signed-in person's passkeys something else.
 * @throws ShopError `unauthenticated`, `not_found`
 */
export async function renamePasskey(
  context: Context,
  { passkeyId, name }: { passkeyId: number; name: string },
): Promise<void> {
  const { id } = requireUser(context);
  const renamed = await context.em.fork().nativeUpdate(Passkey, { id: passkeyId, user: id }, { name });
  if (renamed === 0) throw notThere();
}

/**
 * Removes one of the signed-in person's passkeys, and tells them by mail. Other devices that came in by a passkey are signed out.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `not_found`, `rate_limited`
 */
export async function removePasskey(
  context: Context,
  { passkeyId, ...factors }: { passkeyId: number; password: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, factors);
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const passkey = await em.findOne(Passkey, { id: passkeyId, user: actor.id });
    if (!passkey) throw notThere();
    await em.nativeDelete(Passkey, { id: passkey.id });
    await endAccess(context, em, actor.id, "passkey removed");
    await tellOfPasskey(context, em, user, { kind: "removed", passkey: passkey.name });
  });
}

function notThere(): ShopError {
  return new ShopError("not_found", "This passkey is not there any more.");
}

/**
 * Ends the passkeys that somebody may have added with the password that was just reset. Those that were added with a
 * code as well, or are staff's second factor, stay: a mailed link must not go around it. Runs in the caller's
 * transaction.
 */
export async function endUnprovenPasskeys(context: Context, em: EntityManager, user: User): Promise<void> {
  if (asksSecondFactorOf(user.role, context.settings)) return;
  if (await em.count(TwoFactor, { user: user.id, confirmedAt: { $ne: null } })) return;
  if ((await em.nativeDelete(Passkey, { user: user.id })) === 0) return;
  await tellOfPasskey(context, em, user, { kind: "all-removed" });
}
