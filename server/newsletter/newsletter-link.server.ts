import type { EntityManager } from "@mikro-orm/postgresql";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** Links carry the moment in milliseconds; those of earlier versions, still in somebody's mailbox, count days. */
const LARGEST_DAY = 1_000_000;

/** The mailed link that confirms an address; it works for seven days. */
export async function confirmationLink(
  em: EntityManager,
  publicUrl: string,
  subscriberId: number,
  now: Date,
): Promise<string> {
  const claim = `${subscriberId}.${now.getTime().toString(36)}`;
  const token = `${claim}.${signatureOf(await signingSecret(em), "newsletter-confirm", claim)}`;
  return `${publicUrl}/newsletter/verify?${new URLSearchParams({ token })}`;
}

/** The subscriber whom a confirmation link of ours names and when it was mailed, unless it is too old. */
export async function readConfirmationLink(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ subscriberId: number; mailedAt: Date } | undefined> {
  const [id = "", moment = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), "newsletter-confirm", `${id}.${moment}`);
  if (!signatureMatches(expected, signature)) return undefined;
  const stamp = Number.parseInt(moment, 36);
  const mailedAt = new Date(stamp <= LARGEST_DAY ? stamp * DAY_MS : stamp);
  const age = now.getTime() - mailedAt.getTime();
  return age > CONFIRM_WITHIN_MS ? undefined : { subscriberId: Number(id), mailedAt };
}

/** In each newsletter mail, and in its List-Unsubscribe header; it works for ever. */
export async function unsubscribeLink(
  em: EntityManager,
  publicUrl: string,
  subscriberId: number,
): Promise<string> {
  const signature = signatureOf(await signingSecret(em), "newsletter-unsubscribe", String(subscriberId));
  return `${publicUrl}/newsletter/unsubscribe?${new URLSearchParams({ token: `${subscriberId}.${signature}` })}`;
}

/** The subscriber whom an unsubscribe link of ours names. */
export async function readUnsubscribeLink(em: EntityManager, token: string): Promise<number | undefined> {
  const [id = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), "newsletter-unsubscribe", id);
  return signatureMatches(expected, signature) ? Number(id) : undefined;
}

/** What a code is kept as. */
export async function hashCode(em: EntityManager, subscriberId: number, code: string): Promise<string> {
  return signatureOf(await signingSecret(em), "newsletter-code", `${subscriberId}.${code}`);
}

/**
 * Our signature of a result's message, so that a page can tell our words from a stranger's
 * (docs/rules.md#newsletter-5).
 */
export async function signMessage(em: EntityManager, message: string): Promise<string> {
  return signatureOf(await signingSecret(em), "newsletter-message", message);
}

/** Whether `signMessage` signed these very words. */
export async function isOurMessage(em: EntityManager, message: string, signature: string): Promise<boolean> {
  return signatureMatches(await signMessage(em, message), signature);
}
