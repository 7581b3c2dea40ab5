import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { DocumentProvider, PAGE_ID } from "#app/lib/document/document-context.ts";
import { keepThroughHydration, tellWhatWasTypedEarly } from "#app/lib/document/keep-through-hydration.ts";

const facts = {
  nonce: undefined,
  requestId: document.documentElement.dataset.requestId,
  address: window.location.pathname + window.location.search,
};

async function hydrate(page: HTMLElement) {
  await untilDataIsRead();
  const onRecoverableError = keepThroughHydration(page);
  startTransition(() => {
    hydrateRoot(
      page,
      <StrictMode>
        <DocumentProvider value={facts}>
          <RemixBrowser />
        </DocumentProvider>
      </StrictMode>,
      { onRecoverableError },
    );
  });
  tellWhatWasTypedEarly();
}

/**
 * RemixBrowser (2.17) throws the promise of the page's data when it is called first, before it does anything else. A key
 * pressed while React waits for that would be an error (facebook/react#25494).
 */
async function untilDataIsRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

const page = document.getElementById(PAGE_ID);
// The page's data comes last in the document.
const start = () => page && void hydrate(page);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
else start();
