import puppeteer, { type Browser, type Page } from "puppeteer-core";
import type { Extension } from "../support/extensions.ts";

const FIREFOX = "/usr/bin/firefox-esr";
const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 100;
/** How long a page's scripts need to take it over: before, a press is a plain form's. */
const SCRIPTS_MS = 2000;
/** What this browser says of requests that end because somebody leaves, and of its own way to run something first. */
const OF_THE_BROWSER =
  /was interrupted while the page was loading|^Failed to fetch manifest patches|Permission denied to access property "length"/;

interface VisitorOptions {
  /** The shop's address. */
  shop: string;
  scripts: boolean;
  /** What changes each page as soon as it appears. */
  extensions: readonly Extension[];
  /** Of the window, in pixels. */
  width: number;
}

/** Somebody with Debian's Firefox, over WebDriver BiDi. Elements are found by XPath: the first that shows. */
export class Visitor {
  /** What the browser's console says of errors and warnings. */
  readonly complaints: string[] = [];
  readonly scripts: boolean;
  readonly #shop: string;
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page, { shop, scripts, extensions }: VisitorOptions) {
    this.#browser = browser;
    this.#page = page;
    this.#shop = shop;
    this.scripts = scripts;
    const complain = (words: string) => {
      if (!OF_THE_BROWSER.test(words)) this.complaints.push(`${page.url()}: ${words}`);
    };
    page.on("console", (message) => {
      // React says there that it draws anew what somebody else changed.
      if (extensions.length === 0 && ["error", "warn"].includes(message.type())) complain(message.text());
    });
    page.on("pageerror", (error) => complain(String(error)));
  }

  static async come(options: VisitorOptions): Promise<Visitor> {
    const { scripts, extensions, width } = options;
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: FIREFOX,
      headless: true,
      // The window's own size: Debian's Firefox cannot be told another one later.
      defaultViewport: null,
      args: [`--width=${width}`, "--height=900"],
      // A drawer that still slides would be missed.
      extraPrefsFirefox: { "javascript.enabled": scripts, "ui.prefersReducedMotion": 1 },
    });
    const page = await browser.newPage();
    const visitor = new Visitor(browser, page, options);
    if (scripts) await page.evaluateOnNewDocument(tellOfViolations);
    for (const extension of extensions) await page.evaluateOnNewDocument(extension);
    return visitor;
  }

  /** Where the page's scripts have led it, too. */
  address(): Promise<string> {
    return this.#page.evaluate(() => location.href);
  }

  async visit(path: string): Promise<void> {
    await this.#page.goto(this.#shop + path);
    await this.waitFor("//main");
    await this.letScriptsBegin();
  }

  async letScriptsBegin(): Promise<void> {
    if (this.scripts) await new Promise((resolve) => setTimeout(resolve, SCRIPTS_MS));
  }

  /** Where it is, once it shows. */
  async waitFor(xpath: string): Promise<{ x: number; y: number }> {
    for (const last = Date.now() + PATIENCE_MS; Date.now() < last; ) {
      // While one page replaces another, there is nothing to ask.
      const centre = await centreOf(this.#page, xpath).catch(() => null);
      if (centre) return centre;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
    throw new Error(`Nothing shows that is ${xpath} at ${await this.address()}`);
  }

  async press(xpath: string): Promise<void> {
    const { x, y } = await this.waitFor(xpath);
    await this.#page.mouse.click(x, y);
  }

  /** Replaces what a field holds, by the keyboard. */
  async fill(xpath: string, text: string): Promise<void> {
    await this.press(xpath);
    const { keyboard } = this.#page;
    await keyboard.down("Control");
    await keyboard.press("a");
    await keyboard.up("Control");
    await keyboard.type(text);
  }

  leave(): Promise<void> {
    return this.#browser.close();
  }
}

/** Runs in the page: what its policy blocks is no message of the console to WebDriver. */
function tellOfViolations() {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The policy (${violatedDirective}) blocked ${blockedURI} of ${sourceFile}`),
  );
}

/** In one step of its own: with scripts off, nothing in the page can wait for anything. */
function centreOf(page: Page, xpath: string): Promise<{ x: number; y: number } | null> {
  return page.evaluate((path) => {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    for (let place = 0; place < found.snapshotLength; place += 1) {
      const element = found.snapshotItem(place);
      if (!(element instanceof Element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) return { x: x + width / 2, y: y + height / 2 };
    }
    return null;
  }, xpath);
}
