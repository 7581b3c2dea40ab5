import { WAITING_SCRIPTS_ID } from "./document-context.ts";
import { firstSignScript } from "./first-sign.ts";

const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
/** The one that Remix writes last: it imports the route modules, then the browser's entry. */
const ROUTE_MODULES = /<script([^>]*) type="module" async="">(.*?)<\/script>/s;

/**
 * The page with its scripts waiting for a first sign of somebody who needs them (docs/decisions/054): none is fetched
 * before. Their names stay in the page, and what starts them is put behind them.
 */
export function withWaitingScripts(html: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file]) => file);
  return html
    .replaceAll(PRELOAD, "")
    .replace(
      ROUTE_MODULES,
      (_element, attributes: string, code: string) =>
        `<script${attributes} type="text/plain" id="${WAITING_SCRIPTS_ID}" data-files="${files.join(" ")}">${code}</script>` +
        `<script${attributes}>${firstSignScript}</script>`,
    );
}
