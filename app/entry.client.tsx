import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { DocumentProvider, WAITING_SCRIPTS_ID } from "#app/lib/document/document-context.ts";

const facts = {
  nonce: undefined,
  requestId: document.documentElement.dataset.requestId,
  address: window.location.pathname + window.location.search,
  scriptsWait: document.getElementById(WAITING_SCRIPTS_ID) !== null,
};

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentProvider value={facts}>
          <RemixBrowser />
        </DocumentProvider>
      </StrictMode>,
    );
  });
}

// The visitor's own data comes last in the document (app/lib/visitor.ts).
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", hydrate, { once: true });
else hydrate();
