import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ShopSecret } from "#db/entities/index.ts";

const cachedSecrets = new Map<string, string>();

/**
 * The key that signs cookies and links: COOKIE_SECRET, else the one that the shop made at its first start and that
 * every instance on the database shares. Read once per process and database.
 */
export async function signingSecret(em: EntityManager): Promise<string> {
  if (process.env.COOKIE_SECRET) return process.env.COOKIE_SECRET;
  const database = process.env.DATABASE_URL ?? "";
  const cached = cachedSecrets.get(database);
  if (cached) return cached;
  const row = await em.findOneOrFail(ShopSecret, { name: "cookie" }, { populate: ["value"] });
  cachedSecrets.set(database, row.value);
  return row.value;
}

/** The HMAC-SHA256 of a text for one purpose, so that a signature for one thing never opens another. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}

/** Compares signatures in constant time. */
export function signatureMatches(expected: string, actual: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Lengths in bytes for AES-256-GCM (NIST SP 800-38D). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The version of the encryption, so that a later one can still read older values. */
const WAY = "1.";

/** What is encrypted, and whose it is: what was sealed for one opens nothing as another's. */
interface SealedFor {
  purpose: string;
  owner: string;
}

/** A key of its own for each purpose, so that what signs cookies never encrypts. */
function keyFrom(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/**
 * Encrypts a key for the database (AES-256-GCM under a key derived from the signing secret: COOKIE_SECRET, else the
 * shop's own).
 */
export function sealFor(secret: string, { purpose, owner }: SealedFor, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(secret, purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return WAY + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The decrypted text; undefined when the signing secret has changed, or what is stored was tampered with. */
export function openFor(secret: string, { purpose, owner }: SealedFor, sealed: string): string | undefined {
  if (!sealed.startsWith(WAY)) return undefined;
  const bytes = Buffer.from(sealed.slice(WAY.length), "base64url");
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", keyFrom(secret, purpose), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** What a mailed link is for, so that none opens another, and the page that it leads to. */
interface LinkPurpose {
  purpose: string;
  path: string;
}

const CONFIRM_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

/** Links that are mailed for a row to be confirmed; each works for seven days. */
export function confirmationLinks({ purpose, path }: LinkPurpose) {
  return {
    linkTo: async (em: EntityManager, publicUrl: string, id: number, now: Date): Promise<string> => {
      const claim = `${id}.${now.getTime().toString(36)}`;
      const token = `${claim}.${signatureOf(await signingSecret(em), purpose, claim)}`;
      return `${publicUrl}${path}?${new URLSearchParams({ token })}`;
    },
    /** The row of a token and when it was mailed; nothing of one that is too old or not ours. */
    read: async (
      em: EntityManager,
      token: string,
      now: Date,
    ): Promise<{ id: number; mailedAt: Date } | undefined> => {
      const [id = "", moment = "", signature = ""] = token.split(".");
      const expected = signatureOf(await signingSecret(em), purpose, `${id}.${moment}`);
      if (!signatureMatches(expected, signature)) return undefined;
      const mailedAt = new Date(Number.parseInt(moment, 36));
      const isOld = now.getTime() - mailedAt.getTime() > CONFIRM_WITHIN_MS;
      return isOld ? undefined : { id: Number(id), mailedAt };
    },
  };
}

/** Links that end what a row stands for: in each mail about it and its List-Unsubscribe header. They never expire. */
export function endingLinks({ purpose, path }: LinkPurpose) {
  return {
    linkTo: async (em: EntityManager, publicUrl: string, id: number): Promise<string> => {
      const token = `${id}.${signatureOf(await signingSecret(em), purpose, String(id))}`;
      return `${publicUrl}${path}?${new URLSearchParams({ token })}`;
    },
    /** The row of a token; nothing of one that is not ours. */
    read: async (em: EntityManager, token: string): Promise<number | undefined> => {
      const [id = "", signature = ""] = token.split(".");
      const expected = signatureOf(await signingSecret(em), purpose, id);
      return signatureMatches(expected, signature) ? Number(id) : undefined;
    },
  };
}
