import type { EntityManager } from "@mikro-orm/postgresql";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";

/** What `?t=` of an order link carries: the invoice number and our signature over it (resolution B15). */
export async function makeConfirmationToken(em: EntityManager, invoiceNumber: string): Promise<string> {
  return `${invoiceNumber}.${signatureOf(await signingSecret(em), "order", invoiceNumber)}`;
}

/** The invoice number that a token of ours opens, or undefined for any other text. */
export async function readConfirmationToken(em: EntityManager, token: string): Promise<string | undefined> {
  const [invoiceNumber = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), "order", invoiceNumber);
  return signatureMatches(expected, signature) ? invoiceNumber : undefined;
}
