import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { MadePasskey, SignedChallenge } from "#server/accounts/passkey.schema.ts";

/** Where the page is, and what it asks: what a browser adds to what an authenticator signs. */
interface Page {
  origin: string;
  rpId: string;
  challenge: string;
}

interface Deviations {
  /** Without the finger, face or PIN. */
  unverified?: boolean;
  userHandle?: string;
}

const text = (bytes: Uint8Array) => isoBase64URL.fromBuffer(new Uint8Array(bytes));
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** Flags of W3C Web Authentication, 6.1: user present, user verified, attested credential data included. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A security key in software, with one P-256 key pair and a counter. */
export class SoftAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #userHandle = "";

  /** As `navigator.credentials.create` answers. */
  make(page: Page, userHandle: string, { unverified = false }: Deviations = {}): MadePasskey {
    this.#userHandle = userHandle;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2], // EC2
      [3, -7], // ES256
      [-1, 1], // P-256
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#beginning(page, unverified, ATTESTED),
      Buffer.alloc(16),
      length,
      this.id,
      isoCBOR.encode(key),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData("webauthn.create", page),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ["internal"],
      },
    };
  }

  /** As `navigator.credentials.get` answers; the counter moves on with each. */
  sign(page: Page, { unverified = false, userHandle }: Deviations = {}): SignedChallenge {
    this.counter += 1;
    const authData = this.#beginning(page, unverified, 0);
    const clientDataJSON = this.#clientData("webauthn.get", page);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: text(authData),
        signature: text(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: userHandle ?? this.#userHandle,
      },
    };
  }

  #beginning({ rpId }: Page, unverified: boolean, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = Buffer.from([PRESENT | (unverified ? 0 : VERIFIED) | more]);
    return Buffer.concat([sha256(rpId), flags, counter]);
  }

  #clientData(type: string, { challenge, origin }: Page): string {
    return text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }
}
