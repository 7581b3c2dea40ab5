import { hash } from "@node-rs/argon2";
import { Turns } from "#server/core/turns.ts";

/**
 * Each hash takes 19 MiB and some 30 ms of one of Node's four threads, which also compress and look up names: two at the
 * same time leave the others free, and whoever waits behind sixty does so for a second.
 */
export const passwordTurns = new Turns({
  name: "password hashes",
  atOnce: 2,
  waiting: 60,
  patienceMs: 5000,
  refusal: "Too many passwords are being checked at this moment. Please try again in a moment.",
});

/**
 * The argon2id hash of a password, with its salt and parameters in the text (the package's defaults: 19 MiB, 2 passes).
 * @throws ShopError `unavailable` when too many are being hashed
 */
export function hashPassword(password: string): Promise<string> {
  return passwordTurns.take(() => hash(password));
}
