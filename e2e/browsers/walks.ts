import { allExtensions, type Extension } from "../support/extensions.ts";
import type { OpenBrowser } from "./open-browser.ts";

/** What somebody does in a browser, at the shop with this address. */
export interface Walk {
  name: string;
  /** Whether scripts run; both where it must work either way. */
  scripts: readonly boolean[];
  /** What changes each page meanwhile, in browsers that can be made to. */
  extensions?: readonly Extension[];
  go(browser: OpenBrowser, shop: string, scripts: boolean): Promise<void>;
}

const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 100;

export const walks: readonly Walk[] = [
  { name: "buys by card", scripts: [true, false], go: buyByCard },
  { name: "opens the menu of a phone, and the cart", scripts: [true], go: openMenuAndCart },
  { name: "works with both calculators", scripts: [true, false], go: calculate },
  { name: "registers", scripts: [true, false], go: register },
  { name: "signs in by email", scripts: [true, false], go: signIn },
  { name: "opens an order and the charts as staff", scripts: [true], go: workAsStaff },
  { name: "buys by card under extensions", scripts: [true], extensions: allExtensions, go: buyByCard },
  { name: "works a day as staff under extensions", scripts: [true], extensions: allExtensions, go: workADay },
];

const text = (words: string) => `//*[not(self::script)][contains(normalize-space(), "${words}")]`;
const button = (words: string) =>
  `//button[not(@disabled or @aria-disabled)][starts-with(normalize-space(), "${words}")]`;
const link = (words: string) => `//a[normalize-space()="${words}"]`;
const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
const named = (name: string) => `//main//input[@name="${name}"]`;

async function waitFor(browser: OpenBrowser, xpath: string): Promise<void> {
  const last = Date.now() + PATIENCE_MS;
  // While one page replaces another, there is nothing to ask.
  while (!(await browser.isShown(xpath).catch(() => false))) {
    if (Date.now() > last) throw new Error(`Nothing shows that is ${xpath} at ${await browser.address()}`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}

async function press(browser: OpenBrowser, xpath: string): Promise<void> {
  await waitFor(browser, xpath);
  await browser.click(xpath);
}

async function fill(browser: OpenBrowser, xpath: string, value: string): Promise<void> {
  await waitFor(browser, xpath);
  await browser.fill(xpath, value);
}

/** Opens a page and waits until its scripts have taken it over: before, a press is a plain form's. */
async function visit(browser: OpenBrowser, address: string, scripts = true): Promise<void> {
  await browser.open(address);
  await waitFor(browser, "//main");
  if (scripts) await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function buyByCard(browser: OpenBrowser, shop: string, scripts: boolean): Promise<void> {
  await visit(browser, `${shop}/products/premium-biochar`, scripts);
  await press(browser, `//main${button("Add to Cart")}`);
  await press(browser, link("Proceed to Checkout"));
  const details = {
    firstName: "Rowan",
    lastName: "Fielding",
    email: `walker-${Date.now()}@example.com`,
    address: "12 Hedge End",
    city: "Ludlow",
    postcode: "sy81aa",
  };
  await waitFor(browser, `//main//button[starts-with(normalize-space(), "Pay ")]`);
  if (scripts) await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const [name, value] of Object.entries(details)) await fill(browser, named(name), value);
  if (!scripts) await press(browser, `//main${button("Pay ")}`);
  await fill(browser, field("Card number"), "4242424242424242");
  await fill(browser, field("Expiry date"), "12 / 34");
  await fill(browser, field("Security code"), "123");
  await press(browser, button("Pay "));
  await waitFor(browser, text("INV-"));
  await waitFor(browser, text("12 Hedge End, Ludlow, SY8 1AA"));
}

async function openMenuAndCart(browser: OpenBrowser, shop: string): Promise<void> {
  await browser.resize(500, 900);
  await visit(browser, `${shop}/products/premium-biochar`);
  await press(browser, `//main${button("Add to Cart")}`);
  await waitFor(browser, link("Proceed to Checkout"));
  await press(browser, `//dialog${button("Continue Shopping")}`);
  await press(browser, `//header//*[@aria-label="Menu"]`);
  await press(browser, `//header${link("About")}`);
  await waitFor(browser, text("Mission"));
  if (!(await browser.address()).endsWith("/about")) throw new Error("The menu did not lead to /about");
}

async function calculate(browser: OpenBrowser, shop: string, scripts: boolean): Promise<void> {
  await visit(browser, `${shop}/`, scripts);
  await press(browser, button("Calculate Carbon Offset"));
  await waitFor(browser, text("360 kg"));
  await fill(browser, field("Area"), "2");
  if (!scripts) await press(browser, button("Work it out"));
  await waitFor(browser, text("20 litres"));
}

async function register(browser: OpenBrowser, shop: string, scripts: boolean): Promise<void> {
  const name = `walker${Date.now()}`;
  await visit(browser, `${shop}/register`, scripts);
  await fill(browser, named("name"), "Wilma Walker");
  await fill(browser, named("email"), `${name}@example.com`);
  await fill(browser, named("username"), name);
  await fill(browser, named("password"), "a long enough password");
  await fill(browser, named("confirmPassword"), "a long enough password");
  await press(browser, `//main${button("Create Account")}`);
  await waitFor(browser, text("Check Your Email"));
}

async function signIn(browser: OpenBrowser, shop: string, scripts: boolean): Promise<void> {
  await visit(browser, `${shop}/login`, scripts);
  await fill(browser, named("username"), "customer@example.com");
  await fill(browser, named("password"), "biochar-demo");
  await press(browser, `//main//form${button("Login")}`);
  await waitFor(browser, text("Welcome, Casey Customer"));
}

async function signInAsStaff(browser: OpenBrowser, shop: string): Promise<void> {
  await visit(browser, `${shop}/admin/login`);
  await fill(browser, named("email"), "admin@example.com");
  await fill(browser, named("password"), "biochar-demo");
  await press(browser, `//main//form${button("Login")}`);
  await waitFor(browser, text("Recent orders"));
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function workADay(browser: OpenBrowser, shop: string): Promise<void> {
  await signInAsStaff(browser, shop);
  await visit(browser, `${shop}/admin?tab=orders`);
  await press(browser, link("To dispatch"));
  await press(browser, `(//main//tr//a[starts-with(normalize-space(), "INV-")])[1]`);
  await fill(
    browser,
    `//textarea[@id=//label[starts-with(normalize-space(), "Note for staff")]/@for]`,
    "Rang",
  );
  await press(browser, `//main${button("Add note")}`);
  await waitFor(browser, `//main//*[not(self::textarea)][normalize-space()="Rang"]`);
  await press(browser, `//main//summary[normalize-space()="Dispatch"]`);
  await fill(browser, `//main//input[@name="carrier"]`, "Royal Mail");
  await fill(browser, `//main//input[@name="trackingNumber"]`, "RM123456785GB");
  await press(browser, `//main${button("Dispatch and email")}`);
  await waitFor(browser, text("Order dispatched"));
  await press(browser, `//main//summary[normalize-space()="Refund"]`);
  await fill(browser, `//main//input[@name="units[0].quantity"]`, "1");
  await fill(browser, `//main//input[@name="reason"]`, "One bag was torn");
  await press(browser, `//main//form${button("Refund ")}`);
  await waitFor(browser, text("Refund made"));
  await visit(browser, `${shop}/admin?tab=products&search=vinegar`);
  await press(browser, `//main//a[normalize-space()="Edit Wood Vinegar"]`);
  await fill(browser, `//form//input[@name="price"]`, "12.75");
  await press(browser, `//form//button[normalize-space()="Save"]`);
  await waitFor(browser, text("Product updated"));
}

async function workAsStaff(browser: OpenBrowser, shop: string): Promise<void> {
  await signInAsStaff(browser, shop);
  await press(
    browser,
    `(//main//*[self::a or self::button][starts-with(normalize-space(), "View Details")])[1]`,
  );
  await waitFor(browser, `//dialog[@open]${text("Timeline")}`);
  await visit(browser, `${shop}/admin?tab=analytics`);
  await waitFor(browser, `//main//*[name()="svg"][@role="img"]`);
}
