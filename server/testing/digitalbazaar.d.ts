/** What the tests use of the libraries that verify credentials, which come without types. */
declare module "@digitalbazaar/vc" {
  export interface Checked {
    verified: boolean;
    error?: unknown;
    /** Of each list: whether the bit of the credential is set. */
    results?: { status: boolean }[];
  }
  export type DocumentLoader = (
    url: string,
  ) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
  export interface Checks {
    credential: unknown;
    suite: unknown;
    documentLoader: DocumentLoader;
    checkStatus: (options: Checks) => Promise<Checked>;
  }
  export function verifyCredential(options: Checks): Promise<Checked & { statusResult?: Checked }>;
  export function defaultDocumentLoader(url: string): ReturnType<DocumentLoader>;
}

declare module "@digitalbazaar/data-integrity" {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}

declare module "@digitalbazaar/eddsa-jcs-2022-cryptosuite" {
  export function createVerifyCryptosuite(): unknown;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  import type { Checked, Checks } from "@digitalbazaar/vc";
  export function checkStatus(
    options: Checks & { verifyBitstringStatusListCredential: boolean },
  ): Promise<Checked>;
}
