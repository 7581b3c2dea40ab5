import { createContext, useContext } from "react";

/** The element with the scripts of a page that waits with them (docs/decisions/054). */
export const WAITING_SCRIPTS_ID = "waiting-scripts";
/** Told on the window once such a page is hydrated. */
export const HYDRATED_EVENT = "shop:hydrated";

interface DocumentFacts {
  /** Lets our own inline scripts run under the Content-Security-Policy; known only while the server renders. */
  nonce: string | undefined;
  /** The request that made this document, to name when something went wrong. */
  requestId: string | undefined;
  /** Path and query that request asked for. */
  address: string;
  /** No script of the page is fetched before somebody does what needs one (docs/decisions/054). */
  scriptsWait: boolean;
}

const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  requestId: undefined,
  address: "",
  scriptsWait: false,
});

export const DocumentProvider = DocumentContext.Provider;

export function useDocumentFacts(): DocumentFacts {
  return useContext(DocumentContext);
}
