import { randomInt } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { RecoveryCode } from "#db/entities/index.ts";
import { hashPassword } from "../passwords/hash-password.server.ts";
import { verifyPassword } from "../passwords/verify-password.server.ts";

const COUNT = 10;
/** 32 signs, without those that are mistaken for each other: ten of them are 50 random bits. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz023456789";
const LENGTH = 10;

interface MadeCode {
  /** As it is shown, once. */
  code: string;
  /** argon2id, as for passwords: 50 bits alone would not bear a fast hash. */
  codeHash: string;
}

/** Ten new codes. Hashing takes a while, so this happens before any transaction. */
export async function makeRecoveryCodes(): Promise<MadeCode[]> {
  const codes: MadeCode[] = [];
  for (let made = 0; made < COUNT; made += 1) {
    const signs = Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
    codes.push({ code: `${signs.slice(0, 5)}-${signs.slice(5)}`, codeHash: await hashPassword(signs) });
  }
  return codes;
}

/** Puts new codes in the place of all that the person had. Runs in the caller's transaction. */
export async function replaceRecoveryCodes(
  em: EntityManager,
  userId: number,
  codes: readonly MadeCode[],
  now: Date,
): Promise<void> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.insertMany(
    RecoveryCode,
    codes.map(({ codeHash }) => ({ user: userId, codeHash, createdAt: now })),
  );
}

/** Uses up the recovery code that these signs are; false when it is none of theirs, or was used before. */
export async function takeRecoveryCode(
  em: EntityManager,
  userId: number,
  signs: string,
  now: Date,
): Promise<boolean> {
  if (signs.length !== LENGTH) return false;
  const left = await em.fork().find(RecoveryCode, { user: userId, usedAt: null });
  for (const { id, codeHash } of left) {
    if (!(await verifyPassword(codeHash, signs.toLowerCase()))) continue;
    // Of two requests with the same code, one finds it used.
    return (await em.nativeUpdate(RecoveryCode, { id, usedAt: null }, { usedAt: now })) === 1;
  }
  return false;
}
