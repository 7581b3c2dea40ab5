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

/** What a DID document says of a key. */
export interface PublishedKey {
  id: string;
  publicKeyMultibase: string;
}

/** The shop's DID document: all keys that ever signed, as what they signed stays valid. */
export function didDocumentOf(did: string, keys: readonly PublishedKey[]) {
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
