import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { Builder, By, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort } from "#db/embedded/free-port.ts";
import type { Extension } from "../support/extensions.ts";

/** A browser with one page, and a profile of its own. Elements are found by XPath, the first that shows. */
export interface OpenBrowser {
  open(url: string): Promise<void>;
  /** As a phone, or a desk. */
  resize(width: number, height: number): Promise<void>;
  isShown(xpath: string): Promise<boolean>;
  click(xpath: string): Promise<void>;
  /** Replaces what a field holds, by the keyboard. */
  fill(xpath: string, text: string): Promise<void>;
  address(): Promise<string>;
  /** What its console says of errors and warnings. */
  complaints(): string[];
  close(): Promise<void>;
}

interface BrowserKind {
  name: "Firefox" | "WebKit";
  /** Debian's packages, and the programs that they bring. */
  packages: string;
  programs: () => (string | undefined)[];
  /** Whether something can be run in its pages before they are there. */
  takesExtensions: boolean;
  open(options: BrowserOptions): Promise<OpenBrowser>;
}

interface BrowserOptions {
  scripts: boolean;
  /** What changes each page as soon as it appears. */
  extensions: readonly Extension[];
}

const inPath = (name: string) =>
  (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** Its place depends on the processor and on the version. */
const miniBrowser = () => globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").toSorted().at(-1);

export const browserKinds: readonly BrowserKind[] = [
  {
    name: "Firefox",
    packages: "firefox-esr",
    programs: () => [inPath("firefox-esr")],
    takesExtensions: true,
    open: openFirefox,
  },
  {
    name: "WebKit",
    packages: "webkit2gtk-driver xvfb",
    programs: () => [inPath("WebKitWebDriver"), inPath("Xvfb"), miniBrowser()],
    takesExtensions: false,
    open: openWebKit,
  },
];

/** Firefox over WebDriver BiDi. */
async function openFirefox({ scripts, extensions }: BrowserOptions): Promise<OpenBrowser> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: inPath("firefox-esr") ?? "firefox-esr",
    headless: true,
    // A drawer that still slides would be missed.
    extraPrefsFirefox: { "javascript.enabled": scripts, "ui.prefersReducedMotion": 1 },
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // React says there that it draws anew what somebody else changed.
    if (extensions.length === 0 && ["error", "warn"].includes(message.type()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${String(error)}`));
  if (scripts) await page.evaluateOnNewDocument(tellOfViolations);
  for (const extension of extensions) await page.evaluateOnNewDocument(extension);
  await page.setViewport({ width: 1280, height: 900 });
  return {
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    isShown: async (xpath) => (await centreOf(page, xpath)) !== null,
    click: (xpath) => pressIn(page, xpath),
    fill: async (xpath, text) => {
      await pressIn(page, xpath);
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await page.keyboard.type(text);
    },
    address: async () => page.url(),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}

/** Runs in the page: what its policy blocks is no message of the console to WebDriver. */
function tellOfViolations() {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The policy (${violatedDirective}) blocked ${blockedURI} of ${sourceFile}`),
  );
}

async function pressIn(page: Page, xpath: string): Promise<void> {
  const centre = await centreOf(page, xpath);
  if (!centre) throw new Error(`Nothing shows that is ${xpath}`);
  await page.mouse.click(centre.x, centre.y);
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

/** WebKitGTK's small browser over WebDriver, on a display that nobody sees. */
async function openWebKit({ scripts }: BrowserOptions): Promise<OpenBrowser> {
  const started: ChildProcess[] = [];
  const end = () => {
    for (const child of started.toReversed()) child.kill();
  };
  try {
    const display = await startDisplay(started);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" };
    started.push(spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" }));
    const complaints: string[] = [];
    const driver = await connect(port, {
      binary: miniBrowser() ?? "MiniBrowser",
      args: ["--automation", `--enable-javascript=${scripts}`],
    });
    const listen = async () => {
      complaints.push(...(await driver.executeScript<string[]>(LISTEN).catch(() => [])));
    };
    return {
      open: async (url) => {
        await driver.get(url);
        await listen();
      },
      resize: async (width, height) => void (await driver.manage().window().setRect({ width, height })),
      isShown: async (xpath) => {
        await listen();
        return (await shownIn(driver, xpath)) !== undefined;
      },
      click: async (xpath) => (await oneShownIn(driver, xpath)).click(),
      fill: async (xpath, text) => {
        const field = await oneShownIn(driver, xpath);
        await field.clear();
        await field.sendKeys(text);
      },
      address: () => driver.getCurrentUrl(),
      complaints: () => complaints,
      close: async () => {
        await driver.quit();
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * The driver has no way to the console: from the first look at a page on, the page itself keeps what goes wrong, and
 * gives it away at each further look. What went wrong before that is seen in Firefox alone.
 */
const LISTEN = `
  if (!window.complaints) {
    window.complaints = [];
    const keep = (what) => window.complaints.push(location.href + ": " + what);
    addEventListener("error", ({ message }) => keep(message));
    addEventListener("unhandledrejection", ({ reason }) => keep(reason));
    addEventListener("securitypolicyviolation", (event) => keep("blocked " + event.blockedURI));
    for (const kind of ["error", "warn"]) {
      const say = console[kind];
      console[kind] = (...words) => (keep(words.join(" ")), say.apply(console, words));
    }
  }
  return window.complaints.splice(0);
`;

async function shownIn(driver: WebDriver, xpath: string) {
  for (const element of await driver.findElements(By.xpath(xpath))) {
    if (await element.isDisplayed().catch(() => false)) return element;
  }
  return undefined;
}

async function oneShownIn(driver: WebDriver, xpath: string) {
  const element = await shownIn(driver, xpath);
  if (!element) throw new Error(`Nothing shows that is ${xpath}`);
  // The driver scrolls it to the edge, under the header.
  await driver.executeScript(
    "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
    element,
  );
  return element;
}

/** The number of a free display, which Xvfb chooses itself. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  started.push(child);
  const pipe = child.stdio[3];
  return new Promise((resolve, reject) => {
    pipe?.once("data", (number: Buffer) => resolve(`:${number.toString().trim()}`));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("Xvfb ended before it had a display.")));
  });
}

/** Until the driver listens. */
async function connect(port: number, options: { binary: string; args: string[] }): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": options,
  });
  const last = Date.now() + 20_000;
  for (;;) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build();
    } catch (error) {
      if (Date.now() > last) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
