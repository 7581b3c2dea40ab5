import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ApiKey, User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { endApiKey, requireOpenSession } from "#server/accounts/end-access.server.ts";
import { requirePasswordAndCode } from "#server/accounts/second-factor.server.ts";
import { requireUser } from "#server/accounts/user-views.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { allows, describeCapability } from "#server/core/roles.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { apiKeyCommands, type MadeKey } from "./api-key.schema.ts";
import { hashApiKey, makeApiKeySecret, permissionsLeft } from "./api-key-secret.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a key for a script, for anyone who may edit the settings in person. The key itself is returned this once and is
 * stored nowhere; every administrator is told of it by mail.
 * @throws ShopError `unauthenticated`; `validation_failed` (wrong password or code), `rate_limited`; `forbidden`, also
 * for a permission that the maker does not hold; `conflict` when a key that still opens something has the name
 */
export const createApiKey = command(
  apiKeyCommands.create,
  async (context, { name, permissions, days, password, code }): Promise<MadeKey> => {
    const maker = requireUser(context);
    const beyond = permissions.find((permission) => !allows(maker.role, permission));
    if (beyond) {
      const message = `You do not hold the permission ${beyond} yourself.`;
      throw new ShopError("forbidden", message, { fields: { permissions: [message] } });
    }
    await requirePasswordAndCode(context, maker, { password, code });
    const { token, beginning } = makeApiKeySecret();
    const now = context.clock.now();
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    return inTransaction(context.em, async (em) => {
      await em.findOneOrFail(User, maker.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await requireOpenSession(em, maker);
      // One at a time, so that two forms sent at once do not both find the name free.
      await em.execute("lock table api_key in share row exclusive mode");
      if (await em.findOne(ApiKey, { name, revokedAt: null, expiresAt: { $gt: now } })) {
        const message = "There is a key of this name already.";
        throw new ShopError("conflict", message, { fields: { name: [message] } });
      }
      const key = em.create(ApiKey, {
        name,
        tokenHash: hashApiKey(token),
        beginning,
        permissions,
        maker: maker.id,
        createdAt: now,
        expiresAt,
      });
      await em.flush();
      await recordChange(em, context, {
        area: "api-keys",
        action: "made",
        subjectId: key.id,
        subjectName: name,
        after: { beginning, permissions, expiresAt: expiresAt.toISOString() },
      });
      await notifyAdministrators(context, em, key, maker.id);
      return { id: key.id, name, token };
    });
  },
);

async function notifyAdministrators(
  context: Context,
  em: EntityManager,
  key: ApiKey,
  makerId: number,
): Promise<void> {
  const administrators = await em.find(User, { role: "administrator", isActive: true });
  const maker = administrators.find(({ id }) => id === makerId);
  for (const { id, name, email } of administrators) {
    await queueEmail(em, context, {
      key: `api-key-made:${key.id}:${id}`,
      template: "api-key-made",
      recipient: email,
      props: {
        name,
        makerName: maker?.name ?? "An administrator",
        keyName: key.name,
        permissions: key.permissions.map(describeCapability),
        expires: displayLongDate(key.expiresAt),
        keysUrl: `${context.publicUrl}/admin?tab=api-keys`,
      },
    });
  }
}

/**
 * Ends a key at once and for ever; one that is revoked already stays as it is.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const revokeApiKey = command(apiKeyCommands.revoke, async (context, { id }): Promise<void> => {
  requireUser(context);
  await inTransaction(context.em, async (em) => {
    const key = await em.findOne(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!key) throw new ShopError("not_found", "There is no such API key.");
    if (!key.revokedAt) await endApiKey(context, em, key);
  });
});

/** More than a shop of this kind ever has; the newest are shown. */
const LIMIT = 200;

/** The keys, the newest first, with when each was last used. */
export const listApiKeys = read("apiKeys.view", async (context: Context) => {
  const now = context.clock.now();
  const keys = await context.em
    .fork()
    .find(ApiKey, {}, { populate: ["maker"], orderBy: { id: "desc" }, limit: LIMIT });
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    beginning: key.beginning,
    permissions: key.permissions,
    state: stateOf(key, now),
    makerName: key.maker?.name ?? null,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }));
});

/** A key as staff see it; never the key itself. */
export type ApiKeyView = Awaited<ReturnType<typeof listApiKeys>>[number];

/** `asleep`: the person who made it is suspended or no longer staff, and so it opens nothing. */
function stateOf(
  { revokedAt, expiresAt, permissions, maker }: ApiKey,
  now: Date,
): "active" | "expired" | "revoked" | "asleep" {
  if (revokedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  return permissionsLeft(permissions, maker ?? null).length === 0 ? "asleep" : "active";
}
