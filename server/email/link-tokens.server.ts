import type { EntityManager } from "@mikro-orm/postgresql";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";

/** Signs that a link was mailed at this moment for a row and one purpose. */
export async function datedToken(em: EntityManager, purpose: string, id: number, now: Date): Promise<string> {
  const claim = `${id}.${now.getTime().toString(36)}`;
  return `${claim}.${signatureOf(await signingSecret(em), purpose, claim)}`;
}

/** The row of a dated token and the number that says when it was mailed; nothing of one that is not ours. */
export async function readDatedToken(
  em: EntityManager,
  purpose: string,
  token: string,
): Promise<{ id: number; stamp: number } | undefined> {
  const [id = "", moment = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), purpose, `${id}.${moment}`);
  if (!signatureMatches(expected, signature)) return undefined;
  return { id: Number(id), stamp: Number.parseInt(moment, 36) };
}

/** Signs a row for one purpose; a link with it never expires. */
export async function lastingToken(em: EntityManager, purpose: string, id: number): Promise<string> {
  return `${id}.${signatureOf(await signingSecret(em), purpose, String(id))}`;
}

/** The row of a lasting token; nothing of one that is not ours. */
export async function readLastingToken(
  em: EntityManager,
  purpose: string,
  token: string,
): Promise<number | undefined> {
  const [id = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), purpose, id);
  return signatureMatches(expected, signature) ? Number(id) : undefined;
}
