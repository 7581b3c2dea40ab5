import { z } from "zod";
import { CarbonStatement, SigningKey } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { isRecord, proofHolds } from "./data-integrity.server.ts";
import { didOf, keyAddress, type StatementSubject, statementSubject } from "./statement-credential.ts";

/** What the shop reads of a statement's credential; the rest is for anyone else who verifies it. */
const statementShape = z.looseObject({
  id: z.string(),
  type: z.array(z.string()).refine((types) => types.includes("CarbonStatement")),
  issuer: z.looseObject({ id: z.string(), name: z.string() }),
  validFrom: z.string(),
  credentialSubject: statementSubject,
  proof: z.looseObject({ verificationMethod: z.string() }),
});

export type ReadCredential = z.output<typeof statementShape>;

/** JSON of an object; undefined for everything else. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A carbon statement; undefined for other JSON. Whether anybody signed it is another question. */
export function readCredential(text: string): ReadCredential | undefined {
  const parsed = statementShape.safeParse(readJsonObject(text));
  return parsed.success ? parsed.data : undefined;
}

/** What a statement that the shop keeps says. @throws Error when it is none */
export function subjectOf(credential: string): StatementSubject {
  const read = readCredential(credential);
  if (!read) throw new Error("A carbon statement cannot be read");
  return read.credentialSubject;
}

/** What the page of checks says of something that was pasted or sent. */
export type Verdict =
  /** No JSON with a proof. */
  | { kind: "unreadable" }
  /** Signed by somebody else, or in another shop's name. */
  | { kind: "foreign" }
  /** It says that it is ours, and is not what we signed. */
  | { kind: "changed" }
  | { kind: "valid"; issuedAt: string; subject: StatementSubject }
  | { kind: "revoked"; issuedAt: string; subject: StatementSubject; revokedAt: string; because: string };

/** Statements are a few kilobytes; an order of a thousand lines is below this. */
const LONGEST = 1_000_000;

/** Says whether a text is a carbon statement that this shop signed and that still holds. It asks nobody else. */
export async function checkCredential({ em, publicUrl }: Context, text: string): Promise<Verdict> {
  const document = text.length > LONGEST ? undefined : readJsonObject(text);
  if (!document || !isRecord(document.proof)) return { kind: "unreadable" };
  const fork = em.fork();
  const key = await ourKey(fork, publicUrl, document);
  if (!key) return { kind: "foreign" };
  if (!proofHolds(document, key.publicKeyMultibase)) return { kind: "changed" };
  const read = readCredential(text);
  const publicId = /^urn:uuid:([0-9a-f-]{36})$/.exec(read?.id ?? "")?.[1];
  const statement = publicId ? await fork.findOne(CarbonStatement, { publicId }) : null;
  // Something else that the shop signs, such as the list of what is revoked.
  if (!read || !statement) return { kind: "unreadable" };
  // A key that leaked may have signed something else under this number: only what was issued holds.
  if (document.proof.proofValue !== proofValueOf(statement.credential)) return { kind: "changed" };
  const said = { issuedAt: read.validFrom, subject: read.credentialSubject };
  if (!statement.revokedAt) return { kind: "valid", ...said };
  return {
    ...{ kind: "revoked", ...said },
    revokedAt: statement.revokedAt.toISOString(),
    because: statement.revokedBecause,
  };
}

/** A signature belongs to what it was made for, whatever the order of its JSON and whatever contexts were added. */
function proofValueOf(credential: string): unknown {
  const proof = readJsonObject(credential)?.proof;
  return isRecord(proof) ? proof.proofValue : undefined;
}

/** The key that a document says it was signed with, where it is one of the shop's and the shop is named as issuer. */
async function ourKey(
  em: Context["em"],
  publicUrl: string,
  { issuer, proof }: Record<string, unknown>,
): Promise<SigningKey | null> {
  const did = didOf(publicUrl);
  const named = isRecord(issuer) ? issuer.id : issuer;
  const method = isRecord(proof) ? proof.verificationMethod : undefined;
  if (named !== did || typeof method !== "string" || !method.startsWith(keyAddress(did, ""))) return null;
  const id = method.slice(keyAddress(did, "").length);
  return /^[\w-]{1,100}$/.test(id) ? em.findOne(SigningKey, { id }) : null;
}
