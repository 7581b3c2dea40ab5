import type { Page } from "playwright/test";

/*
 * What programs in a visitor's browser do to a page, each as a function that runs in it. What they
 * do they do at once and again whenever something changes, as the programs named here do it.
 */

/** Dark Reader: style sheets of its own in the head, before and behind the page's, and an attribute on the document. */
function darkReader(): void {
  const look = () => {
    document.documentElement?.setAttribute("data-darkreader-mode", "dynamic");
    const styleBeside = (place: Element | null, className: string, where: "afterbegin" | "afterend") => {
      const beside = where === "afterbegin" ? place?.firstElementChild : place?.nextElementSibling;
      if (!place || beside?.className === className) return;
      const style = document.createElement("style");
      style.className = className;
      place.insertAdjacentElement(where, style);
    };
    styleBeside(document.head, "darkreader darkreader--fallback", "afterbegin");
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"]'))
      styleBeside(sheet, "darkreader darkreader--sync", "afterend");
    for (const element of document.querySelectorAll("[style]:not([data-darkreader-inline-color])"))
      element.setAttribute("data-darkreader-inline-color", "");
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();
}

/** A password manager: an icon beside each field, attributes on it, and a panel behind the body. */
function passwordManager(): void {
  const seen = new WeakSet<Element>();
  const look = () => {
    for (const field of document.querySelectorAll(
      'input:is([type="text"], [type="email"], [type="password"])',
    )) {
      if (seen.has(field)) continue;
      seen.add(field);
      field.setAttribute("data-manager-rid", "1");
      const icon = document.createElement("manager-icon");
      icon.attachShadow({ mode: "closed" }).append("🔑");
      field.insertAdjacentElement("afterend", icon);
    }
    if (document.body && !document.querySelector("manager-panel"))
      document.documentElement.append(document.createElement("manager-panel"));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** A page translator (Google Translate): each text in two `font` elements in its place. */
function translator(): void {
  const untouched = "script, style, noscript, textarea, option, title, font, [translate=no]";
  const look = () => {
    if (!document.body) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(untouched)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A grammar checker: an element around each text area, another before it, and attributes on both it and the body. */
function grammarChecker(): void {
  const look = () => {
    document.body?.setAttribute("data-new-gr-c-s-check-loaded", "14");
    for (const area of document.querySelectorAll("textarea:not([data-gramm])")) {
      if (area === document.activeElement) continue;
      area.setAttribute("data-gramm", "true");
      area.setAttribute("spellcheck", "false");
      const around = document.createElement("grammar-field");
      area.replaceWith(around);
      const marks = document.createElement("grammar-marks");
      marks.attachShadow({ mode: "open" });
      around.append(marks, area);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** A converter of prices: writes its own amount in the place of each. */
function priceConverter(): void {
  const look = () => {
    if (!document.body) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const changed = text.nodeValue?.replace(/£(\d[\d,]*\.\d\d)/g, "€$1");
      if (changed !== text.nodeValue && !text.parentElement?.closest("script, textarea"))
        text.nodeValue = changed ?? "";
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A visitor who lets no site keep anything. */
function storageRefused(): void {
  const refuse = () => {
    throw new DOMException("refused", "SecurityError");
  };
  for (const name of ["sessionStorage", "localStorage"])
    Object.defineProperty(window, name, { get: refuse, configurable: true });
}

/** Runs in a page and may use nothing outside of itself. */
export type Extension = () => void;

export const extensions = {
  darkReader,
  passwordManager,
  translator,
  grammarChecker,
  priceConverter,
  storageRefused,
};
export const allExtensions: Extension[] = Object.values(extensions);

/** When an extension comes to a page: as its first element does, when it is loaded, or when React has it. */
export type Moment = "before" | "during" | "after";

/** Has an extension in each document that a page loads from now on. */
export async function runIn(page: Page, extension: Extension, moment: Moment): Promise<void> {
  const when: Record<Moment, string> = {
    before: "extension();",
    during: 'addEventListener("load", extension);',
    after: `const looks = setInterval(() => {
      const main = document.querySelector("main");
      if (!main || !Object.keys(main).some((key) => key.startsWith("__reactProps"))) return;
      clearInterval(looks);
      extension();
    }, 20);`,
  };
  await page.addInitScript(`{ const extension = ${extension}; ${when[moment]} }`);
}
