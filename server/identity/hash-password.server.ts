import { hash } from "@node-rs/argon2";

/** The argon2id hash of a password, with its salt and parameters in the text (the package's defaults: 19 MiB, 2 passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}
