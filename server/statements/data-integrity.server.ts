import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { base58 } from "@scure/base";
import canonicalize from "canonicalize";

/**
 * Data Integrity proofs of the cryptosuite eddsa-jcs-2022 (W3C Recommendation "Data Integrity EdDSA Cryptosuites
 * v1.0", section 3.3): Ed25519 over the hashes of proof and document, each as canonical JSON (RFC 8785).
 */
const CRYPTOSUITE = "eddsa-jcs-2022";

/** The multicodec of an Ed25519 public key (Controlled Identifiers v1.0, Multikey), and base58btc in multibase. */
const MULTIKEY_PREFIX = Uint8Array.of(0xed, 0x01);
const BASE58BTC = "z";
const PUBLIC_KEY_BYTES = 32;

interface Proof {
  type: "DataIntegrityProof";
  cryptosuite: typeof CRYPTOSUITE;
  /** ISO date and time. */
  created: string;
  verificationMethod: string;
  proofPurpose: "assertionMethod";
  "@context": unknown;
}

interface Signing {
  privateKey: KeyObject;
  /** The address of the public key in the DID document. */
  verificationMethod: string;
  created: Date;
}

/** The document with its proof. */
export function withProof<Document extends { "@context": unknown }>(
  document: Document,
  { privateKey, verificationMethod, created }: Signing,
): Document & { proof: Proof & { proofValue: string } } {
  const proof: Proof = {
    type: "DataIntegrityProof",
    cryptosuite: CRYPTOSUITE,
    created: secondsOf(created),
    verificationMethod,
    proofPurpose: "assertionMethod",
    "@context": document["@context"],
  };
  const signature = sign(null, signedBytes(document, proof), privateKey);
  return { ...document, proof: { ...proof, proofValue: BASE58BTC + base58.encode(signature) } };
}

/** Whether a document is what the owner of the key signed. Whose key it is, the caller knows. */
export function proofHolds(
  { proof, ...document }: Record<string, unknown>,
  publicKeyMultibase: string,
): boolean {
  if (!isRecord(proof)) return false;
  const { proofValue, ...options } = proof;
  const isOurKind =
    options.type === "DataIntegrityProof" &&
    options.cryptosuite === CRYPTOSUITE &&
    options.proofPurpose === "assertionMethod";
  if (!isOurKind || typeof proofValue !== "string" || !proofValue.startsWith(BASE58BTC)) return false;
  const signed = withContextsOf(options, document);
  if (signed === null) return false;
  try {
    const signature = base58.decode(proofValue.slice(BASE58BTC.length));
    return verify(null, signedBytes(signed, options), publicKeyOf(publicKeyMultibase), signature);
  } catch {
    // Not base58, or JSON that has no canonical form.
    return false;
  }
}

/**
 * The document as it was signed: a proof that names its contexts holds also where others were added behind them (Data
 * Integrity EdDSA Cryptosuites, 3.3.2); null where the document does not begin with them.
 */
function withContextsOf(
  { "@context": named }: Record<string, unknown>,
  document: Record<string, unknown>,
): Record<string, unknown> | null {
  if (named === undefined) return document;
  const present = [document["@context"]].flat();
  const begins = [named].flat().every((context, at) => isDeepStrictEqual(context, present[at]));
  return begins ? { ...document, "@context": named } : null;
}

/** An Ed25519 public key as DID documents publish it. */
export function multibaseOf(publicKey: KeyObject): string {
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return BASE58BTC + base58.encode(Uint8Array.of(...MULTIKEY_PREFIX, ...raw));
}

function publicKeyOf(multibase: string): KeyObject {
  const bytes = base58.decode(multibase.slice(BASE58BTC.length));
  const raw = bytes.subarray(MULTIKEY_PREFIX.length);
  if (raw.length !== PUBLIC_KEY_BYTES) throw new RangeError("Not an Ed25519 public key");
  const key = { kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") };
  return createPublicKey({ key, format: "jwk" });
}

function signedBytes(document: unknown, proof: unknown): Buffer {
  return Buffer.concat([hashOf(proof), hashOf(document)]);
}

function hashOf(value: unknown): Buffer {
  return createHash("sha256").update(canonicalJsonOf(value)).digest();
}

/** RFC 8785. @throws RangeError for what is no JSON */
export function canonicalJsonOf(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new RangeError("This is no JSON");
  return text;
}

/** ISO date and time to the second, as XML Schema's dateTimeStamp has it. */
export function secondsOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
