const CHARSET = '<meta charSet="utf-8"/>';
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
/** The one that Remix writes last: it imports the route modules, then the browser's entry. */
const ROUTE_MODULES = /<script([^>]*) type="module" async="">(.*?)<\/script>/s;

const SCRIPTS_ID = "scripts";
/** How long they wait at most: a picture of another site may take for ever, and a tab in the background paints nothing. */
const PATIENCE_MS = 2000;

/**
 * What stands around a page, with the script that must be there before everything else in its head, and with Remix's
 * scripts beginning by themselves once the page is painted: fetched while it loads, they delay its largest picture by a
 * second on a slow phone (docs/decisions/090).
 */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file]) => file);
  return html
    .replace(CHARSET, (charset) => `${charset}<script nonce="${nonce}">${headScript}</script>`)
    .replaceAll(PRELOAD, "")
    .replace(
      ROUTE_MODULES,
      (_element, attributes: string, code: string) =>
        `<script${attributes} type="text/plain" id="${SCRIPTS_ID}" data-files="${files.join(" ")}">${code}</script>` +
        `<script${attributes}>(${startAfterPaint})("${SCRIPTS_ID}",${PATIENCE_MS})</script>`,
    );
}

/** It is sent as text within the page and may use nothing outside of itself. */
function startAfterPaint(id: string, patienceMs: number): void {
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById(id);
    if (begun || !waiting) return;
    begun = true;
    for (const file of (waiting.dataset.files ?? "").split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = file;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = waiting.nonce;
    script.textContent = waiting.textContent;
    document.head.append(script);
  };
  window.addEventListener("load", () => requestAnimationFrame(() => setTimeout(begin)));
  setTimeout(begin, patienceMs);
}

/**
 * What must be there before everything else of a page.
 *
 * Where the browser refuses a storage, or has none, what is kept lasts as long as the document: Remix (2.17) reads
 * `sessionStorage` without asking, and would find no other page then. And which fields somebody changes before React
 * knows of them is noticed (keep-through-hydration.ts).
 *
 * It is sent as text within the page and may use nothing outside of itself.
 */
function beforeEverything(): void {
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      window[name].getItem("");
    } catch {
      const kept = new Map<string, string>();
      const storage: Storage = {
        get length() {
          return kept.size;
        },
        key: (index) => [...kept.keys()][index] ?? null,
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, String(value)),
        removeItem: (key) => void kept.delete(key),
        clear: () => kept.clear(),
      };
      Object.defineProperty(window, name, { value: storage, configurable: true });
    }
  }
  const typed = new Set<EventTarget>();
  const notice = ({ target }: Event) => {
    if (target && !Object.keys(target).some((key) => key.startsWith("__reactProps"))) typed.add(target);
  };
  window.typedEarly = typed;
  window.addEventListener("input", notice, true);
  window.addEventListener("change", notice, true);
}

/** The script as it stands in the head of each page. */
const headScript = `(${beforeEverything})()`;
