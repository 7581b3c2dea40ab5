/**
 * What must be there before everything else of a page.
 *
 * Where the browser refuses a storage, or has none, what is kept lasts as long as the document: Remix (2.17) reads
 * `sessionStorage` without asking, and would find no other page then. And which fields somebody changes before React
 * knows of them is noticed (typed-early.ts).
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
export const headScript = `(${beforeEverything})()`;
