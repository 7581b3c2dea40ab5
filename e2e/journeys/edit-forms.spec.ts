import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
} from "playwright/test";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "../../server/testing/throwaway-folder.ts";
import { formsIn, type ShownForm } from "../support/browser-forms.ts";
import { type EditForm, editForms, writeOldData } from "../support/edit-forms.ts";
import { hydrated } from "../support/shop.ts";
import { ShopDatabase } from "../support/shop-database.ts";
import { type Change, changeText, WatchedTables } from "../support/table-changes.ts";
import { type RunningShop, startShop } from "../support/web-process.ts";

/*
 * Opening and saving a form changes only what the person changed, whatever is stored. In a separate shop, so that
 * nobody else writes to its tables.
 */
test.describe.configure({ timeout: 360_000, mode: "default" });

let folder: string;
let database: ShopDatabase;
let shop: RunningShop;
let tables: WatchedTables;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await makeThrowawayFolder();
  database = new ShopDatabase(folder);
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
  test(`every form saves what is stored, ${mode} @deep`, async ({ browser }) => {
    const old = await writeOldData(tables);
    const forms = editForms(old).filter(
      ({ only, viewer }) => (only === undefined || only === mode) && (scripted || viewer !== "administrator"),
    );
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
    const [product] = await tables.execute("select id from product where stock_quantity > 99 limit 1");
    const form = { intent: "add", productId: String(product?.id), quantity: "1" };
    await person.request.post("/cart", { form });
    await tables.execute("update cart_line set quantity = 47");
  } else {
    await signIn(person.request, viewer);
  }
  return person;
}

/**
 * Untouched: nothing is written, not even an audit entry. One field changed: its column, and an audit entry of it
 * alone.
 */
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
  if (scripted) await hydrated(page);
  await form.opens?.(page);
  await page.locator(form.form).first().waitFor();
  if (scripted) await hydrated(page);
}

async function save(page: Page, form: EditForm): Promise<void> {
  const button = page.locator(form.form).first().getByRole("button", { name: form.save, exact: true });
  // An untouched form should best say that there is nothing to save.
  if (await button.isDisabled()) return;
  const posted = page.waitForResponse((response) => response.request().method() === "POST", {
    timeout: 5000,
  });
  await button.click();
  const response = await posted.catch(() => undefined);
  expect.soft(response?.status() ?? "nothing was sent", `${form.name} is saved`).toBeLessThan(400);
}

async function fill(form: Locator, { field, to }: NonNullable<EditForm["change"]>): Promise<void> {
  if (to === "pressed") return form.getByRole("button", { name: field }).first().click();
  const control = form.locator(`[name="${field}"]`).or(form.getByLabel(field)).first();
  const kind = await control.evaluate((element) => (element as HTMLInputElement).type);
  if (kind === "checkbox") await control.setChecked(to === "on");
  else if (kind.startsWith("select")) await control.selectOption(to);
  else await control.fill(to);
}

test("each field of each form, sent as HTML says a browser does, changes its own column @deep", async ({
  playwright,
}) => {
  const old = await writeOldData(tables);
  const accepted: string[] = [];
  for (const viewer of ["administrator", "customer"] as const) {
    const request = await playwright.request.newContext({ baseURL: shop.url });
    await signIn(request, viewer);
    await tables.changes();
    const forms = editForms(old).filter((form) => form.viewer === viewer && form.only !== "with JavaScript");
    for (const form of forms) {
      await test.step(form.name, async () => {
        for (const name of await fieldsOf(request, form)) {
          if (await changeField(request, form, name)) accepted.push(`${form.name}: ${name}`);
        }
      });
    }
    await request.dispose();
  }
  // Others were refused and wrote nothing, because this test's value does not fit every field.
  expect(accepted.length).toBeGreaterThan(50);
});

async function signIn(request: APIRequestContext, viewer: EditForm["viewer"]): Promise<void> {
  const username = viewer === "administrator" ? "admin" : "customer";
  const form = { username, password: DEMO_PASSWORD };
  expect((await request.post("/login", { form, maxRedirects: 0 })).status()).toBe(303);
}

async function shownForm(
  request: APIRequestContext,
  { address, change, name }: EditForm,
): Promise<ShownForm> {
  const forms = formsIn(await (await request.get(address)).text());
  const form = forms.find(({ kinds }) => kinds.has(String(change?.field)));
  if (!form) throw new Error(`The form of ${name} is not on its page.`);
  return form;
}

/** A new address involves mails and the account's safety: it has tests of its own. */
const notTried = ["hidden", "file", "email"];

async function fieldsOf(request: APIRequestContext, form: EditForm): Promise<string[]> {
  const { kinds } = await shownForm(request, form);
  return [...kinds].filter(([, kind]) => !notTried.includes(kind)).map(([name]) => name);
}

/** Whether the shop accepted it. In either case no other column may change. */
async function changeField(request: APIRequestContext, form: EditForm, name: string): Promise<boolean> {
  const rendered = await shownForm(request, form);
  const fields = Object.fromEntries(rendered.fields);
  const kind = rendered.kinds.get(name);
  if (kind === "checkbox") {
    if (fields[name] === undefined) fields[name] = "on";
    else delete fields[name];
  } else if (kind === "select") {
    fields[name] = rendered.choices.get(name)?.find((choice) => choice !== fields[name]) ?? "";
  } else fields[name] = "99";
  const response = form.command
    ? await request.post(`/api/trpc/${form.command}`, { multipart: fields })
    : await request.post(form.address, { form: fields, maxRedirects: 0 });
  expect.soft(response.status(), `${form.name}, another ${name}`).toBeLessThan(500);
  const changes = await tables.changes();
  const columns = response.status() < 400 ? columnsOf(form, name) : [];
  const others = changes.filter((change) => !isExpected(change, columns));
  expect.soft(others.map(changeText), `${form.name}, another ${name}`).toEqual([]);
  return response.status() < 400;
}

/** The columns of a field: its own, and for a consent when, where and to which text it was given. A country's list has its text's. */
function columnsOf({ change }: EditForm, name: string): string[] {
  const table = change?.column.split(".")[0];
  const material = /^(paper|plastic|wovenPlastic|wood|glass|metal)Grams$/.exec(name)?.[1];
  if (material) return [`${table}.packaging.${material}`];
  if (name.startsWith("steps[")) return [`${table}.price_steps`];
  if (change?.column.includes(".values.")) return [`${table}.values.${name}`];
  const column = name
    .replace(/^countryOption$/, "country")
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const consent = ["consent_at", "consent_source", "consent_wording"].map((part) => `${table}.email_${part}`);
  const price = ["price", "sale_price", "on_sale"].includes(column) ? ["product.price"] : [];
  return [`${table}.${column}`, ...(name === "emailOptIn" ? consent : []), ...price];
}

const nameOf = ({ table, column }: Change) => `${table}.${column}`;

/** The intended changes, and the record of who made them and when: in the audit that field alone. */
function isExpected(change: Change, columns: readonly string[]): boolean {
  const { table, column, after } = change;
  if (columns.length === 0) return false;
  if (columns.includes(nameOf(change)) || column === "updated_at" || column === "version") return true;
  if (table === "store_setting") return column?.startsWith("tab_saves.") ?? false;
  // The words by which a search finds a product, and what its card is called, follow its texts.
  const isNamed = ["product.name", "product.description", "product.family"].some((name) =>
    columns.includes(name),
  );
  if (isNamed && (table === "search_word" || column === "card_name" || column === "found_by")) return true;
  if (columns.includes("product.price") && (table === "past_price" || column === "current_price"))
    return true;
  if (table !== "audit_entry" || column !== null || !after || typeof after !== "object") return false;
  return Object.keys(after).filter((name) => name.startsWith("after.")).length === 1;
}
