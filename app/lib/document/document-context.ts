import { type ComponentType, createContext, useContext } from "react";

/** The element of the body that React draws. Everything around it is the server's alone (docs/decisions/090). */
export const PAGE_ID = "page";

interface DocumentFacts {
  /** Lets our own inline scripts run under the Content-Security-Policy; known only while the server renders. */
  nonce: string | undefined;
  /** The request that made this document, to name when something went wrong. */
  requestId: string | undefined;
  /** Path and query that request asked for. */
  address: string;
  /** What the server renders in place of the page, while it renders what stands around that. */
  Around?: ComponentType;
}

const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, requestId: undefined, address: "" });

export const DocumentProvider = DocumentContext.Provider;

export function useDocumentFacts(): DocumentFacts {
  return useContext(DocumentContext);
}
