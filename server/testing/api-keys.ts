import { ApiKey } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { hashApiKey, makeApiKeySecret } from "#server/api-keys/api-key-secret.server.ts";
import type { Capability } from "#server/core/capabilities.ts";
import { makeUser, testContext } from "./factories.ts";

interface KeyInput {
  name?: string;
  permissions: readonly Capability[];
  /** An administrator of its own unless given. */
  makerId?: number;
  expiresAt?: Date;
  revokedAt?: Date | null;
}

let made = 0;

/** A key as an administrator would make it, and the headers with which a script shows it. */
export async function makeApiKey({ permissions, makerId, expiresAt, revokedAt, name }: KeyInput) {
  made += 1;
  const maker = makerId ?? (await makeUser(await testContext(), { role: "administrator" })).id;
  const { token, beginning } = makeApiKeySecret();
  const em = getOrm().em.fork();
  const key = em.create(ApiKey, {
    name: name ?? `Script ${made}`,
    tokenHash: hashApiKey(token),
    beginning,
    permissions: [...permissions],
    maker,
    createdAt: new Date(),
    expiresAt: expiresAt ?? new Date(Date.now() + 3_600_000),
    revokedAt: revokedAt ?? null,
  });
  await em.flush();
  return { id: key.id, name: key.name, token, headers: { Authorization: `Bearer ${token}` } };
}
