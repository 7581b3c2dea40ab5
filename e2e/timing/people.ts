import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { hashPassword } from "#server/identity/passwords/password.server.ts";
import type { AttackedShop } from "../attack/attacked-shop.ts";

export interface Names {
  email: string;
  username: string;
}

export const WRONG_PASSWORD = "none of theirs";

/** As long as those of people with an account, so that response lengths are equal. */
export function nobody(): Names {
  const unique = randomUUID().slice(0, 12).replace("-", "x");
  return { email: `${unique}@example.com`, username: `c-${unique}` };
}

export const nobodies = (count: number): Names[] => Array.from({ length: count }, nobody);

interface Kind {
  role?: "customer" | "administrator";
  /** A guest's record, as an order makes it. */
  isGuest?: boolean;
}

let hashOfAll: string | undefined;

/** This many people with accounts, each with an address of their own. */
export async function people(
  shop: AttackedShop,
  count: number,
  { role = "customer", isGuest = false }: Kind = {},
): Promise<(Names & { id: number })[]> {
  hashOfAll ??= await hashPassword(randomUUID());
  const all = nobodies(count);
  const rows = await shop.query(
    `insert into user_account (name, email, username, password_hash, role, is_verified, email_proven_at)
     select 'Carol Customer', email, username, $3, $4, true, now() from unnest($1::text[], $2::text[]) as made (email, username)
     returning id, email, username`,
    [all.map(({ email }) => email), all.map(({ username }) => username), isGuest ? null : hashOfAll, role],
  );
  return z.array(z.object({ id: z.number(), email: z.string(), username: z.string() })).parse(rows);
}

/** A well-formed token of a mailed link that belongs to nobody. */
export const anyToken = (): string => randomBytes(32).toString("base64url");
