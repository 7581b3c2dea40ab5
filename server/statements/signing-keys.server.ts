import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { SigningKey } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { openFor, sealFor, signingSecret } from "#server/core/secret.server.ts";
import { multibaseOf } from "./data-integrity.server.ts";
import type { PublishedKey } from "./did.ts";

interface ActiveKey {
  id: string;
  privateKey: KeyObject;
}

const sealedFor = (id: string) => ({ purpose: "key of carbon statements at rest", owner: id });

/**
 * The key that signs now, in the caller's transaction. The first one is made when it is needed; one that cannot be
 * decrypted any more, as COOKIE_SECRET is another one, is retired and replaced: what it signed stays valid.
 */
export async function activeSigningKey(em: EntityManager, now: Date): Promise<ActiveKey> {
  const usable = await openActive(em);
  if (usable) return usable;
  await lockKeys(em);
  return (await openActive(em)) ?? (await replaceKey(em, now));
}

/** `npm run statements:key`: another key signs from now on. Returns the id of the new one. */
export async function rotateSigningKey({ em, clock }: Pick<Context, "em" | "clock">): Promise<string> {
  return inTransaction(em, async (inner) => {
    await lockKeys(inner);
    const { id } = await replaceKey(inner, clock.now());
    return id;
  });
}

/** All keys that ever signed, the first first. */
export async function publishedKeys(em: EntityManager): Promise<PublishedKey[]> {
  const keys = await em.fork().find(SigningKey, {}, { orderBy: { createdAt: "asc", id: "asc" } });
  return keys.map(({ id, publicKeyMultibase }) => ({ id, publicKeyMultibase }));
}

/** One maker of keys at a time; who reads them does not wait. */
async function lockKeys(em: EntityManager): Promise<void> {
  await em.execute("lock table signing_key in share row exclusive mode");
}

async function openActive(em: EntityManager): Promise<ActiveKey | undefined> {
  const key = await em.findOne(SigningKey, { retiredAt: null }, { populate: ["privateKey"], refresh: true });
  if (!key) return undefined;
  const opened = openFor(await signingSecret(em), sealedFor(key.id), key.privateKey);
  if (opened === undefined) {
    log("error", "the key of carbon statements cannot be read: COOKIE_SECRET is another one now", {
      keyId: key.id,
    });
    return undefined;
  }
  const privateKey = createPrivateKey({ key: Buffer.from(opened, "base64"), format: "der", type: "pkcs8" });
  return { id: key.id, privateKey };
}

async function replaceKey(em: EntityManager, now: Date): Promise<ActiveKey> {
  await em.nativeUpdate(SigningKey, { retiredAt: null }, { retiredAt: now, privateKey: "" });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const id = `key-${(await em.count(SigningKey)) + 1}`;
  const bytes = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  await em.insert(SigningKey, {
    id,
    publicKeyMultibase: multibaseOf(publicKey),
    privateKey: sealFor(await signingSecret(em), sealedFor(id), bytes),
    createdAt: now,
  });
  return { id, privateKey };
}
