import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from "playwright/test";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { FaultDatabase } from "../faults/database.ts";
import { onlyInOneProject } from "../support/accessibility.ts";
import { type EditForm, editForms } from "../support/edit-forms.ts";
import { type OldData, writeOldData } from "../support/old-data.ts";
import { type RunningShop, startShop } from "../support/server.ts";
import { type Change, changeText, WatchedTables } from "../support/table-changes.ts";

/*
 * Whoever opens a form and saves it changes what they changed and nothing else, whatever is stored. In a shop of its own,
 * so that nobody else writes to its tables.
 */
onlyInOneProject();
test.describe.configure({ timeout: 180_000, mode: "default" });

let folder: string;
let database: FaultDatabase;
let shop: RunningShop;
let tables: WatchedTables;
let old: OldData;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await makeThrowawayFolder();
  database = new FaultDatabase(folder);
  await database.start();
  const settings = { DATABASE_URL: database.url, DEMO_DATA: "on", JOBS: "off", RATE_LIMIT_FACTOR: "1000" };
  shop = await startShop(settings);
  tables = new WatchedTables(database.url);
});

test.afterAll(async () => {
  await tables?.close();
  await shop?.stop();
  await database?.close();
  await removeThrowawayFolder(folder);
});

for (const mode of ["with JavaScript", "without JavaScript"] as const) {
  const scripted = mode === "with JavaScript";
  test(`every form saves what is stored, ${mode}`, async ({ browser }) => {
    old = await writeOldData(tables);
    const forms = editForms(old).filter(({ only }) => only === undefined || only === mode);
    const people = new Map<string, BrowserContext>();
    for (const form of forms) {
      const person = people.get(form.viewer) ?? (await become(browser, form.viewer, scripted));
      people.set(form.viewer, person);
      await test.step(form.name, () => checkForm(person, form, scripted));
    }
    for (const person of people.values()) await person.close();
  });
}

async function become(
  browser: Browser,
  viewer: EditForm["viewer"],
  scripted: boolean,
): Promise<BrowserContext> {
  const person = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: scripted });
  if (viewer === "visitor") {
    const form = { intent: "add", productId: String(old.products.onSale), quantity: "1" };
    await person.request.post("/cart", { form });
    await tables.execute("update cart_line set quantity = 47");
  } else {
    const username = viewer === "administrator" ? "admin" : "customer";
    const answer = await person.request.post("/login", {
      form: { username, password: DEMO_PASSWORD },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
  }
  return person;
}

/** Untouched: nothing is written, not even the audit. One field changed: its column, and an audit entry of it alone. */
async function checkForm(person: BrowserContext, form: EditForm, scripted: boolean): Promise<void> {
  const page = await person.newPage();
  await openForm(page, form, scripted);
  await tables.changes();
  await save(page, form);
  const untouched = (await tables.changes()).filter((change) => !isExpected(change, form.always ?? []));
  expect.soft(untouched.map(changeText), `${form.name}, saved untouched`).toEqual([]);

  if (form.change) {
    const { column } = form.change;
    await openForm(page, form, scripted);
    await fill(page.locator(form.form), form.change);
    await save(page, form);
    const changes = await tables.changes();
    expect.soft(changes.map(nameOf), `${form.name} saves what was changed`).toContain(column);
    const others = changes.filter((change) => !isExpected(change, [column]));
    expect.soft(others.map(changeText), `${form.name}, with another ${column}`).toEqual([]);
  }
  await page.close();
}

async function openForm(page: Page, form: EditForm, scripted: boolean): Promise<void> {
  await page.goto(form.address);
  const shown = page.locator(form.form).first();
  await shown.waitFor();
  if (scripted) {
    await page.waitForFunction(
      (element) => Object.keys(element as object).some((key) => key.startsWith("__reactProps")),
      await shown.elementHandle(),
    );
  }
  await form.opens?.(page);
}

async function save(page: Page, form: EditForm): Promise<void> {
  const button = page.locator(form.form).first().getByRole("button", { name: form.save, exact: true });
  const sent = page.waitForResponse((answer) => answer.request().method() === "POST", { timeout: 5000 });
  await button.click();
  const answer = await sent.catch(() => undefined);
  expect.soft(answer?.status() ?? "nothing was sent", `${form.name} is saved`).toBeLessThan(400);
}

async function fill(form: Locator, { field, to }: NonNullable<EditForm["change"]>): Promise<void> {
  const control = form.locator(`[name="${field}"]`).or(form.getByLabel(field)).first();
  const kind = await control.evaluate((element) => (element as HTMLInputElement).type);
  if (kind === "checkbox") await control.setChecked(to === "on");
  else if (kind.startsWith("select")) await control.selectOption(to);
  else await control.fill(to);
}

const nameOf = ({ table, column }: Change) => `${table}.${column}`;

/** Columns that are changed on purpose, and what says that they were, by whom and when: in the audit one field alone. */
function isExpected(change: Change, columns: readonly string[]): boolean {
  const { table, column, after } = change;
  if (columns.length === 0) return false;
  if (columns.includes(nameOf(change)) || column === "updated_at" || column === "version") return true;
  if (table === "store_setting") return column !== null && column.startsWith("tab_saves.");
  if (columns.includes("product.price") && (table === "past_price" || column === "current_price"))
    return true;
  if (table !== "audit_entry" || column !== null || !after || typeof after !== "object") return false;
  return Object.keys(after).filter((name) => name.startsWith("after.")).length === 1;
}
