import type { EntityManager } from "@mikro-orm/postgresql";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year: past every right to cancel or return, and no mail found years later opens an order. */
const LIFETIME_DAYS = 365;

/** What an order link of ours names. */
export interface OrderLinkClaim {
  invoiceNumber: string;
  /** Older than a year: it shows nothing any more, but can have a new link sent to the order's own address. */
  expired: boolean;
}

/**
 * What `?t=` of an order link carries: the invoice number, the day, and our signature over both
 * (docs/rules.md#orders-4).
 */
export async function makeConfirmationToken(
  em: EntityManager,
  invoiceNumber: string,
  now: Date,
): Promise<string> {
  const claim = `${invoiceNumber}.${Math.floor(now.getTime() / DAY_MS).toString(36)}`;
  return `${claim}.${signatureOf(await signingSecret(em), "order", claim)}`;
}

/** What a token of ours claims, or undefined for any other text. */
export async function readConfirmationToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<OrderLinkClaim | undefined> {
  const [invoiceNumber = "", day = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), "order", `${invoiceNumber}.${day}`);
  if (!signatureMatches(expected, signature)) return undefined;
  const age = Math.floor(now.getTime() / DAY_MS) - Number.parseInt(day, 36);
  return { invoiceNumber, expired: age > LIFETIME_DAYS };
}
