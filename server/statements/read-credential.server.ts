import { z } from "zod";
import { isRecord } from "./data-integrity.server.ts";
import { type StatementSubject, statementSubject } from "./statement-subject.ts";

/** What the shop reads of a statement's credential; the rest is for whoever else verifies it. */
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
