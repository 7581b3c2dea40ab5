import { createContext, useContext } from "react";

interface DocumentFacts {
  /** Lets our own inline scripts run under the Content-Security-Policy; known only while the server renders. */
  nonce: string | undefined;
  /** The request that made this document, to name when something went wrong. */
  requestId: string | undefined;
  /** Path and query that request asked for. */
  address: string;
}

const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, requestId: undefined, address: "" });

export const DocumentProvider = DocumentContext.Provider;

export function useDocumentFacts(): DocumentFacts {
  return useContext(DocumentContext);
}
