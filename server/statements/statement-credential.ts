import { z } from "zod";
import { creditStatuses } from "#server/batches/batch.ts";

const CREDENTIALS_V2 = "https://www.w3.org/ns/credentials/v2";

/** W3C's context for words of an issuer's own. One written into the credential is refused by some verifiers. */
const OWN_WORDS = "https://www.w3.org/ns/credentials/undefined-terms/v2";

/** Statements in one list of revocations: the least that the Bitstring Status List v1.0 allows. */
export const LIST_LENGTH = 131_072;

interface NewStatement {
  /** Also its place among the revocations. */
  id: number;
  publicId: string;
  subject: StatementSubject;
  /** ISO date and time to the second. */
  issuedAt: string;
}

interface Issuer {
  publicUrl: string;
  storeName: string;
}

/** A statement as a W3C Verifiable Credential 2.0, before it is signed. */
export function statementCredential({ id, publicId, subject, issuedAt }: NewStatement, issuer: Issuer) {
  const { publicUrl, storeName } = issuer;
  const { list, index } = placeOf(id);
  const statusList = statusListAddress(publicUrl, list);
  return {
    "@context": [CREDENTIALS_V2, OWN_WORDS],
    id: `urn:uuid:${publicId}`,
    type: ["VerifiableCredential", "CarbonStatement"],
    issuer: { id: didOf(publicUrl), name: storeName },
    validFrom: issuedAt,
    credentialStatus: {
      id: `${statusList}#${index}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
    credentialSubject: subject,
  };
}

/** A list of revocations as a credential of its own, before it is signed. */
export function statusListCredential(
  { publicUrl, storeName }: Issuer,
  { list, encodedList, validFrom }: { list: number; encodedList: string; validFrom: string },
) {
  const address = statusListAddress(publicUrl, list);
  return {
    "@context": [CREDENTIALS_V2],
    id: address,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: { id: didOf(publicUrl), name: storeName },
    validFrom,
    credentialSubject: {
      id: `${address}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList,
    },
  };
}

/** The list of revocations, 1 for the first, in which a statement is, and its place there. */
export function placeOf(statementId: number): { list: number; index: number } {
  return { list: Math.floor(statementId / LIST_LENGTH) + 1, index: statementId % LIST_LENGTH };
}

function statusListAddress(publicUrl: string, list: number): string {
  return `${publicUrl}/statements/status/${list}`;
}

/** The name under which a shop signs: did:web of its public address (did:web Method Specification, section 3.1). */
export function didOf(publicUrl: string): string {
  const { host, pathname } = new URL(publicUrl);
  const path = pathname.split("/").filter((part) => part !== "");
  return ["did:web", encodeURIComponent(host), ...path].join(":");
}

/** The address of a key in the DID document. */
export function keyAddress(did: string, keyId: string): string {
  return `${did}#${keyId}`;
}

/** The shop's DID document: all keys that ever signed, as what they signed stays valid. */
export function didDocumentOf(did: string, keys: readonly { id: string; publicKeyMultibase: string }[]) {
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
    id: did,
    verificationMethod: keys.map(({ id, publicKeyMultibase }) => ({
      id: keyAddress(did, id),
      type: "Multikey",
      controller: did,
      publicKeyMultibase,
    })),
    assertionMethod: keys.map(({ id }) => keyAddress(did, id)),
  };
}

const measuredLine = z.strictObject({
  product: z.string(),
  quantity: z.int(),
  batch: z.string(),
  /** Of the batch, net. */
  grams: z.int(),
  laboratory: z.string(),
  /** ISO date. */
  analysedOn: z.string(),
  /** Of the dry matter. */
  organicCarbonPercent: z.number(),
  /** Of the product as it is sold. */
  waterPercent: z.number(),
  /** Molar H/Corg; null where it was not measured. */
  hydrogenToCarbon: z.number().nullable(),
  kilnCelsius: z.int(),
  percentAfter100Years: z.int(),
  /** Of CO2, as everything below. */
  gramsBound: z.int(),
  /** As the producer states it; null where nothing is stated. */
  gramsOfTransport: z.int().nullable(),
  gramsStored: z.int(),
  claim: z.enum(creditStatuses),
  claimSentence: z.string(),
});

const unmeasuredLine = z.strictObject({
  product: z.string(),
  quantity: z.int(),
  /** Null where none is known. */
  batch: z.string().nullable(),
  notMeasured: z.string(),
});

/**
 * What a statement says of an order. It names the order by its number and no person: erasing somebody leaves it true,
 * and anyone who is shown it learns nothing of its buyer.
 */
export const statementSubject = z.strictObject({
  invoiceNumber: z.string(),
  /** The day on which the last of it left, as ISO date. */
  leftOn: z.string(),
  method: z.strictObject({
    name: z.string(),
    version: z.string(),
    formula: z.string(),
    sources: z.array(z.string()),
  }),
  /** CO2 that its measured lines store for 100 years, less stated transport, in grams. */
  gramsStored: z.int(),
  ownership: z.string(),
  lines: z.array(z.union([measuredLine, unmeasuredLine])),
});

export type StatementSubject = z.output<typeof statementSubject>;
export type StatementLine = StatementSubject["lines"][number];
export type MeasuredLine = z.output<typeof measuredLine>;
