import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createVerifyCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { type DocumentLoader, defaultDocumentLoader, verifyCredential } from "@digitalbazaar/vc";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import type { Context } from "#server/core/context.ts";
import { findDidDocument, findRevocations } from "#server/statements/signing-keys.server.ts";

/**
 * What a published verifier, which shares no code with the shop, says of a credential: it reads the shop's DID document
 * and list of revocations as it would from their addresses, and nothing else.
 */
export async function verifyIndependently(
  context: Context,
  credential: unknown,
): Promise<"verified" | "revoked" | "refused"> {
  const documentLoader = loaderOf(context);
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
  const result = await verifyCredential({
    ...{ credential, suite, documentLoader },
    checkStatus: (options) => checkStatus({ ...options, verifyBitstringStatusListCredential: true }),
  });
  if (!result.verified) return "refused";
  return result.statusResult?.results?.some(({ status }) => status) ? "revoked" : "verified";
}

function loaderOf(context: Context): DocumentLoader {
  const loaded = (documentUrl: string, document: unknown) => ({
    contextUrl: null,
    documentUrl,
    // As it would come over the network.
    document: JSON.parse(JSON.stringify(document)),
  });
  return async (url) => {
    const did = await findDidDocument(context);
    if (url === did.id) return loaded(url, did);
    const key = did.verificationMethod.find(({ id }) => id === url);
    if (key) return loaded(url, { "@context": "https://w3id.org/security/multikey/v1", ...key });
    const list = url.startsWith(`${context.publicUrl}/statements/status/`)
      ? url.split("/").at(-1)
      : undefined;
    if (list) return loaded(url, await findRevocations(context, list));
    return defaultDocumentLoader(url);
  };
}
