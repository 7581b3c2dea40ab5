import type { EntityManager } from "@mikro-orm/postgresql";
import {
  datedToken,
  lastingToken,
  readDatedToken,
  readLastingToken,
} from "#server/email/link-tokens.server.ts";

const CONFIRM_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

/** The mailed link that confirms a request; it works for seven days. */
export async function alertConfirmationLink(
  em: EntityManager,
  publicUrl: string,
  alertId: number,
  now: Date,
): Promise<string> {
  const token = await datedToken(em, "stock-alert-confirm", alertId, now);
  return `${publicUrl}/stock-alerts/confirm?${new URLSearchParams({ token })}`;
}

/** The request of a confirmation link and when it was mailed, unless it is too old. */
export async function readAlertConfirmation(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ alertId: number; mailedAt: Date } | undefined> {
  const link = await readDatedToken(em, "stock-alert-confirm", token);
  if (!link || now.getTime() - link.stamp > CONFIRM_WITHIN_MS) return undefined;
  return { alertId: link.id, mailedAt: new Date(link.stamp) };
}

/** The link in each such mail and its List-Unsubscribe header; it never expires. */
export async function alertEndLink(em: EntityManager, publicUrl: string, alertId: number): Promise<string> {
  const token = await lastingToken(em, "stock-alert-end", alertId);
  return `${publicUrl}/stock-alerts/unsubscribe?${new URLSearchParams({ token })}`;
}

/** The request of such a link. */
export function readAlertEnd(em: EntityManager, token: string): Promise<number | undefined> {
  return readLastingToken(em, "stock-alert-end", token);
}
