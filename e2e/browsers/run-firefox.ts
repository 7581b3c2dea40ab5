import { allExtensions, type Extension } from "../support/extensions.ts";
import { startShop } from "../support/server.ts";
import { Visitor } from "./visitor.ts";

/** What somebody does in a browser. */
interface Walk {
  name: string;
  /** Whether scripts run; both where it must work either way. */
  scripts: readonly boolean[];
  /** What changes each page meanwhile. */
  extensions?: readonly Extension[];
  /** Of the window, in pixels; a desk's where it is left out. */
  width?: number;
  go(visitor: Visitor): Promise<void>;
}

const walks: readonly Walk[] = [
  { name: "buys by card", scripts: [true, false], go: buyByCard },
  { name: "opens the menu of a phone, and the cart", scripts: [true], width: 500, go: openMenuAndCart },
  { name: "works with both calculators", scripts: [true, false], go: calculate },
  { name: "registers", scripts: [true, false], go: register },
  { name: "signs in by email", scripts: [true, false], go: signIn },
  { name: "opens an order and the charts as staff", scripts: [true], go: workAsStaff },
  { name: "buys by card under extensions", scripts: [true], extensions: allExtensions, go: buyByCard },
  { name: "works a day under extensions", scripts: [true], extensions: allExtensions, go: workADay },
];

const text = (words: string) => `//*[not(self::script)][contains(normalize-space(), "${words}")]`;
const button = (words: string) =>
  `//button[not(@disabled or @aria-disabled)][starts-with(normalize-space(), "${words}")]`;
const link = (words: string) => `//a[normalize-space()="${words}"]`;
const field = (label: string) =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
const named = (name: string) => `//main//input[@name="${name}"]`;

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
  if (!visitor.scripts) await visitor.press(`//main${button("Pay ")}`);
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
  await visitor.press(`//header${link("About")}`);
  await visitor.waitFor(text("Mission"));
  if (!(await visitor.address()).endsWith("/about")) throw new Error("The menu did not lead to /about");
}

async function calculate(visitor: Visitor): Promise<void> {
  await visitor.visit("/");
  await visitor.press(button("Calculate Carbon Offset"));
  await visitor.waitFor(text("360 kg"));
  await visitor.fill(field("Area"), "2");
  if (!visitor.scripts) await visitor.press(button("Work it out"));
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

/**
 * `npx node e2e/browsers/run-firefox.ts [words of a walk]`: the built shop in Firefox, beside Chromium's journeys. What
 * a visitor, a customer and staff do most, and nothing stands in the browser's console. Playwright needs a newer Firefox
 * than Debian's. Exits with 1 when a walk fails.
 */
const wanted = process.argv[2] ?? "";
const shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
try {
  for (const { name, scripts, extensions = [], width = 1280, go } of walks) {
    for (const withScripts of name.includes(wanted) ? scripts : []) {
      const visitor = await Visitor.come({ shop: shop.url, scripts: withScripts, extensions, width });
      await go(visitor).catch((error: unknown) => visitor.complaints.push(String(error)));
      await visitor.leave();
      const { complaints } = visitor;
      console.log(
        complaints.length === 0 ? "✓" : "✗",
        `scripts ${withScripts ? "on" : "off"}: somebody ${name}`,
      );
      for (const complaint of complaints) console.log(`    ${complaint}`);
      if (complaints.length > 0) process.exitCode = 1;
    }
  }
} finally {
  await shop.stop();
}
