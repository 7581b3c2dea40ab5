import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SigningKey } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { openFor, sealFor, signingSecret } from "#server/core/secret.server.ts";
import { idRow, rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { multibaseOf, secondsOf, withProof } from "./data-integrity.server.ts";
import {
  didDocumentOf,
  didOf,
  keyAddress,
  LIST_LENGTH,
  placeOf,
  statusListCredential,
} from "./statement-credential.ts";

const sealedFor = (id: string) => ({ purpose: "key of carbon statements at rest", owner: id });

/**
 * The key that signs now, in the caller's transaction. The first one is made when it is needed; one that cannot be
 * decrypted any more, as COOKIE_SECRET is another one, is retired and replaced: what it signed stays valid.
 */
export async function activeSigningKey(em: EntityManager, now: Date) {
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
async function publishedKeys(em: EntityManager) {
  const keys = await em.fork().find(SigningKey, {}, { orderBy: { createdAt: "asc", id: "asc" } });
  return keys.map(({ id, publicKeyMultibase }) => ({ id, publicKeyMultibase }));
}

/** One maker of keys at a time; who reads them does not wait. */
async function lockKeys(em: EntityManager): Promise<void> {
  await em.execute("lock table signing_key in share row exclusive mode");
}

async function openActive(em: EntityManager) {
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

async function replaceKey(em: EntityManager, now: Date) {
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

const BITS = 8;
const LIST_NUMBER = /^[1-9]\d{0,4}$/;

const lastRow = z.object({ last: z.number().nullable() });

/** The shop's keys, as everybody who verifies a statement reads them. */
export async function findDidDocument({ em, publicUrl }: Context) {
  return didDocumentOf(didOf(publicUrl), await publishedKeys(em));
}

/**
 * Which statements are revoked, as a Bitstring Status List signed at this moment; `written` is the number in its
 * address. @throws ShopError `not_found` for a list in which there is no statement
 */
export async function findRevocations(context: Context, written: string) {
  const list = LIST_NUMBER.test(written) ? Number(written) : 0;
  const { em, publicUrl, settings, clock } = context;
  const { last } = await rawRow(em, lastRow, "select max(id) as last from carbon_statement");
  if (list === 0 || last === null || list > placeOf(last).list) {
    throw new ShopError("not_found", "There is no such list");
  }
  const from = (list - 1) * LIST_LENGTH;
  const revoked = await rawRows(
    em,
    idRow,
    "select id from carbon_statement where id between ? and ? and revoked_at is not null",
    [from, from + LIST_LENGTH - 1],
  );
  const now = clock.now();
  const unsigned = statusListCredential(
    { publicUrl, storeName: settings.storeName },
    {
      list,
      encodedList: encodedListOf(revoked.map(({ id }) => placeOf(id).index)),
      validFrom: secondsOf(now),
    },
  );
  const { id, privateKey } = await inTransaction(em, (inner) => activeSigningKey(inner, now));
  const verificationMethod = keyAddress(didOf(publicUrl), id);
  return withProof(unsigned, { privateKey, verificationMethod, created: now });
}

/** A bit for each place, the first one leftmost, compressed (Bitstring Status List v1.0, section 3.2; multibase `u`). */
function encodedListOf(set: readonly number[]): string {
  const bits = Buffer.alloc(LIST_LENGTH / BITS);
  for (const place of set) {
    const at = Math.floor(place / BITS);
    bits.writeUInt8(bits.readUInt8(at) | (1 << (BITS - 1 - (place % BITS))), at);
  }
  return `u${gzipSync(bits).toString("base64url")}`;
}
