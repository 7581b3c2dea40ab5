import { setTimeout as wait } from "node:timers/promises";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { allExtensions, type Extension } from "../support/extensions.ts";
import { startShop } from "../support/web-process.ts";

/**
 * A step of `npm run test:deep`, and by itself `npx node e2e/browsers/run-firefox.ts [words of a walk]`: the built shop
 * in Firefox, FIREFOX_PATH or Debian's, beside Chromium's journeys, which also try it without scripts. What a visitor, a
 * customer and staff do most, and nothing stands in the browser's console. Puppeteer, because Playwright asks this
 * Firefox for what it does not know yet. Exits with 1 when a walk fails.
 */
const FIREFOX = process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr";
/** How long a page's scripts need to take it over: before, a press is a plain form's. */
const SCRIPTS_MS = 2000;
const PATIENCE_MS = 30_000;
const POLL_MS = 50;
/** What this browser says of requests that end because somebody leaves, and of its own way to run something first. */
const OF_THE_BROWSER =
  /was interrupted while the page was loading|^Failed to fetch manifest patches|Permission denied to access property "(length|__bidi_args)"/;

/** What somebody does in a browser. */
interface Walk {
  name: string;
  /** What changes each page meanwhile. */
  extensions?: readonly Extension[];
  /** Of the window, in pixels; a desk's where it is left out. */
  width?: number;
  go(visitor: Visitor): Promise<void>;
}

const walks: readonly Walk[] = [
  { name: "buys by card", go: buyByCard },
  { name: "opens the menu of a phone, and the cart", width: 500, go: openMenuAndCart },
  { name: "works with both calculators", go: calculate },
  { name: "registers", go: register },
  { name: "signs in by email", go: signIn },
  { name: "opens an order and the charts as staff", go: workAsStaff },
  { name: "buys by card under extensions", extensions: allExtensions, go: buyByCard },
  { name: "works a day under extensions", extensions: allExtensions, go: workADay },
];

const text = (label: string) => `//*[not(self::script)][contains(normalize-space(), "${label}")]`;
const button = (label: string) =>
  `//button[not(@disabled or @aria-disabled)][starts-with(normalize-space(), "${label}")]`;
const link = (label: string) => `//a[normalize-space()="${label}"]`;
const field = (label: string) =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
const named = (name: string) => `//main//input[@name="${name}"]`;

/** Somebody with Firefox. Elements are found by XPath, once they show. */
type Visitor = ReturnType<typeof visitorOf>;

const wanted = process.argv[2] ?? "";
const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
try {
  for (const walk of walks.filter(({ name }) => name.includes(wanted))) {
    const complaints = await complaintsOf(walk);
    console.log(complaints.length === 0 ? "✓" : "✗", `somebody ${walk.name}`);
    for (const complaint of complaints) console.log(`    ${complaint}`);
    if (complaints.length > 0) process.exitCode = 1;
  }
} finally {
  await shop.stop();
}

/** Why a walk failed, and what the browser's console says of errors and warnings meanwhile. */
async function complaintsOf({ extensions = [], width = 1280, go }: Walk): Promise<string[]> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    // The window's own size: Debian's Firefox cannot be told another one later.
    defaultViewport: null,
    args: [`--width=${width}`, "--height=900"],
    // A drawer that still slides would be missed.
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
  });
  const complaints: string[] = [];
  const page = await browser.newPage();
  page.on("console", (message) => {
    // React says there that it draws again what somebody else changed.
    if (extensions.length === 0 && ["error", "warn"].includes(message.type()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const extension of [tellOfViolations, ...extensions]) await page.evaluateOnNewDocument(extension);
  await go(visitorOf(page)).catch((error: unknown) => complaints.push(`${page.url()}: ${error}`));
  await browser.close();
  return complaints.filter((complaint) => !OF_THE_BROWSER.test(complaint));
}

/** Runs in the page: what its policy blocks is no message of the console to WebDriver. */
function tellOfViolations() {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The policy (${violatedDirective}) blocked ${blockedURI} of ${sourceFile}`),
  );
}

function visitorOf(page: Page) {
  /** Puppeteer's own waiting makes functions of texts in the page, which the policy of the shop forbids in Firefox. */
  const shown = async (xpath: string): Promise<ElementHandle> => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(POLL_MS)) {
      // Nothing is there while one page goes and the next one comes.
      const element = await page.$(`::-p-xpath(${xpath})`).catch(() => null);
      if (element && (await element.isVisible().catch(() => false))) return element;
    }
    throw new Error(`${xpath} is not shown`);
  };
  const letScriptsBegin = () => wait(SCRIPTS_MS);
  return {
    letScriptsBegin,
    visit: async (path: string) => {
      await page.goto(shop.url + path);
      await shown("//main");
      await letScriptsBegin();
    },
    waitFor: shown,
    press: async (xpath: string) => (await shown(xpath)).click(),
    fill: async (xpath: string, text: string) => {
      const element = await shown(xpath);
      // Three clicks select what stands in it.
      await element.click({ count: 3 });
      await element.type(text);
    },
  };
}

async function buyByCard(visitor: Visitor): Promise<void> {
  await visitor.visit("/products/premium-biochar");
  await visitor.press(`//main${button("Add to Cart")}`);
  await visitor.press(link("Proceed to Checkout"));
  await visitor.waitFor(`//main//button[starts-with(normalize-space(), "Pay ")]`);
  await visitor.letScriptsBegin();
  const details = {
    firstName: "Rowan",
    lastName: "Fielding",
    email: `walker-${Date.now()}@example.com`,
    address: "12 Hedge End",
    city: "Ludlow",
    postcode: "sy81aa",
  };
  for (const [name, value] of Object.entries(details)) await visitor.fill(named(name), value);
  await visitor.fill(field("Card number"), "4242424242424242");
  await visitor.fill(field("Expiry date"), "12 / 34");
  await visitor.fill(field("Security code"), "123");
  await visitor.press(button("Pay "));
  await visitor.waitFor(text("INV-"));
  await visitor.waitFor(text("12 Hedge End, Ludlow, SY8 1AA"));
}

async function openMenuAndCart(visitor: Visitor): Promise<void> {
  await visitor.visit("/products/premium-biochar");
  await visitor.press(`//main${button("Add to Cart")}`);
  await visitor.waitFor(link("Proceed to Checkout"));
  await visitor.press(`//dialog${button("Continue Shopping")}`);
  await visitor.press(`//header//*[@aria-label="Menu"]`);
  await visitor.press(`//header//details${link("About")}`);
  await visitor.waitFor(text("Mission"));
}

async function calculate(visitor: Visitor): Promise<void> {
  await visitor.visit("/");
  await visitor.press(button("Calculate Carbon Offset"));
  await visitor.waitFor(text("360 kg"));
  await visitor.fill(field("Area"), "2");
  await visitor.waitFor(text("20 litres"));
}

async function register(visitor: Visitor): Promise<void> {
  const name = `walker${Date.now()}`;
  await visitor.visit("/register");
  await visitor.fill(named("name"), "Wilma Walker");
  await visitor.fill(named("email"), `${name}@example.com`);
  await visitor.fill(named("username"), name);
  await visitor.fill(named("password"), "a long enough password");
  await visitor.fill(named("confirmPassword"), "a long enough password");
  await visitor.press(`//main${button("Create Account")}`);
  await visitor.waitFor(text("Check Your Email"));
}

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.visit("/login");
  await visitor.fill(named("username"), "customer@example.com");
  await visitor.fill(named("password"), "biochar-demo");
  await visitor.press(`//main//form${button("Login")}`);
  await visitor.waitFor(text("Welcome, Casey Customer"));
}

async function workAsStaff(visitor: Visitor): Promise<void> {
  await visitor.visit("/admin/login");
  await visitor.fill(named("email"), "admin@example.com");
  await visitor.fill(named("password"), "biochar-demo");
  await visitor.press(`//main//form${button("Login")}`);
  await visitor.waitFor(text("Recent orders"));
  await visitor.letScriptsBegin();
  await visitor.press(
    `(//main//*[self::a or self::button][starts-with(normalize-space(), "View Details")])[1]`,
  );
  await visitor.waitFor(`//dialog[@open]${text("Timeline")}`);
  await visitor.visit("/admin?tab=analytics");
  await visitor.waitFor(`//main//*[name()="svg"][@role="img"]`);
}

/** A look at an order and the figures, a note to another, and a product's price. */
async function workADay(visitor: Visitor): Promise<void> {
  await workAsStaff(visitor);
  await visitor.visit("/admin/orders/1");
  await visitor.fill(field("Note for staff"), "Rang: leave it by the shed");
  await visitor.press(`//main${button("Add note")}`);
  await visitor.waitFor(`//main//*[not(self::textarea)][normalize-space()="Rang: leave it by the shed"]`);
  await visitor.visit("/admin?tab=products&search=premium");
  await visitor.press(
    `//main//a[starts-with(normalize-space(), "Edit") or starts-with(@aria-label, "Edit ")]`,
  );
  await visitor.fill(field("Regular price"), "25.75");
  await visitor.press(`//form[starts-with(@aria-label, "Edit ")]//button[normalize-space()="Save"]`);
  await visitor.waitFor(text("Product updated"));
}
