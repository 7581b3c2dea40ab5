import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CounterPage } from "#app/components/staff/counter/counter-page.tsx";

/*
 * The script of /shop-manager/counter, a page without Remix: one file that a service worker keeps
 * (scripts/build-counter.ts builds it, docs/decisions/074 says why).
 */

const root = document.getElementById("counter");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CounterPage />
    </StrictMode>,
  );
}

const { worker, scope } = document.documentElement.dataset;
if (worker && scope && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(worker, { scope }).catch((error: unknown) => {
    console.warn("The counter cannot be kept for where there is no signal", error);
  });
}
