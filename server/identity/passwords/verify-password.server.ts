import { verify } from "@node-rs/argon2";
import { passwordTurns } from "./hash-password.server.ts";

/** The hash of 256 random bits that nobody kept, with the parameters of `hashPassword`. */
export const UNKNOWABLE_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$gnVVG2gef//Q3iVtYa5MtQ$zl10oCJZQwfLv24YRTqlHZ0z6x8P6zLEXUcMlgiH/e4";

/**
 * Whether a password is the one that was hashed. Without a hash (unknown user, or an account without a password) it
 * works just as long and says no, so that timing does not tell who has an account (docs/rules.md#accounts-2).
 * @throws ShopError `unavailable` when too many are being checked
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const matches = await passwordTurns.take(() => verify(storedHash ?? UNKNOWABLE_HASH, password));
  return storedHash !== null && matches;
}
