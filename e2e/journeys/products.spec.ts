import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page, test } from "playwright/test";
import { expectWellMade } from "../support/accessibility.ts";
import { holdBack, hydrated, pressByKeyboard, tabTo, uniqueWord, visit } from "../support/shop.ts";
import {
  archiveProduct,
  changeProduct,
  makeOrder,
  makeProduct,
  signInAsAdministrator,
} from "../support/staff.ts";

const picture = fileURLToPath(new URL("../../app/pictures/blog-1.jpg", import.meta.url));

async function chooseFileByKeyboard(
  page: Page,
  field: Locator,
  file: Parameters<Locator["setInputFiles"]>[0],
) {
  await tabTo(page, field);
  const chooser = page.waitForEvent("filechooser");
  // By the answer to this, the browser hands its choosers over.
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(file);
}

async function retype(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

test("staff edit a product's price and picture by keyboard alone, and the shop shows both", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Keyboard Biochar", { price: 10 });
  await signInAsAdministrator(page, `/admin?tab=products&search=${encodeURIComponent(name)}`);
  await pressByKeyboard(page, page.getByRole("link", { name: `Edit ${name}` }));
  const form = page.getByRole("form", { name: `Edit ${name}` });
  await expect(form.getByLabel(/^Name/)).toBeFocused();
  // A second time all of its page is here at once.
  await page.goBack();
  await pressByKeyboard(page, page.getByRole("link", { name: `Edit ${name}` }));
  await expect(form.getByLabel(/^Name/)).toBeFocused();

  await chooseFileByKeyboard(page, form.getByLabel("Drag a picture here or choose a file"), {
    name: "not-a-picture.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg onload='alert(1)'/>"),
  });
  await expect(form.getByText("Only PNG, JPG and WebP pictures can be used.")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await chooseFileByKeyboard(page, form.getByLabel("Drag a picture here or choose a file"), picture);
  await expect(form.getByRole("img", { name: "Preview of the picture" })).toHaveAttribute(
    "src",
    /^data:image/,
  );
  await expect(form.getByLabel(/^Sale price/)).toBeDisabled();
  await retype(page, form.getByLabel(/^Regular price/), "12.75");
  await tabTo(page, form.getByLabel(/^On sale/));
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+Tab");
  await expect(form.getByLabel(/^Sale price/)).toBeFocused();
  await page.keyboard.type("9.99");
  await pressByKeyboard(page, form.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Product updated")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole("link", { name: `Edit ${name}` })).toBeFocused();

  await visit(page, `/products/${slug}`);
  await expect(page.locator("main").getByText("£9.99").first()).toBeVisible();
  // What was charged before, not what was typed beside the sale price.
  await expect(page.locator("main").getByText("£10.00").first()).toBeVisible();
  await expect(page.locator("main").getByText("£12.75")).toHaveCount(0);
  const shown = page.locator('main img[src^="/media/"]').first();
  await expect(shown).toHaveJSProperty("complete", true);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(shown).toHaveAttribute("width", /^\d+$/);
  const response = await page.request.get((await shown.getAttribute("src")) ?? "");
  expect(response.headers()).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  await archiveProduct(request, id);
});

test("a picture that is refused is nothing to save, one that does not load has a placeholder, and Cancel leaves the product as it was", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin/settings?tab=Products&search=vinegar");
  await page.getByRole("link", { name: "Edit Wood Vinegar" }).click();
  const form = page.getByRole("form", { name: "Edit Wood Vinegar" });
  await form.getByLabel("Drag a picture here or choose a file").setInputFiles({
    name: "not-a-picture.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(form.getByText("Only PNG, JPG and WebP pictures can be used.")).toBeVisible();
  await expect(form.getByText("Not saved yet")).toBeHidden();
  const preview = form.getByRole("img", { name: "Preview of the picture" });
  await expect(preview).toBeVisible();
  await form.getByLabel(/^Picture address/).fill("/no-such-picture.webp");
  await expect(preview).toHaveCount(0);
  await expect(form.getByText("Preview of the picture")).toBeAttached();
  await form.getByLabel(/^Name/).fill("Renamed in vain");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("Wood Vinegar").first()).toBeVisible();
  await expect(page.getByText("Renamed in vain")).toHaveCount(0);
});

test("staff import a file with errors by keyboard alone: nothing happens until it is mended", async ({
  page,
}) => {
  const [ash, birch] = [`Imported Ash ${uniqueWord()}`, `Imported Birch ${uniqueWord()}`];
  const columns = "name,category,price,stockQuantity";
  const file = (...rows: string[]) => ({
    name: "products.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([columns, ...rows].join("\n")),
  });
  await signInAsAdministrator(page, "/admin/settings?tab=Products");
  await pressByKeyboard(page, page.getByRole("button", { name: "Import CSV" }));
  const field = page.getByLabel("CSV file");
  await chooseFileByKeyboard(page, field, file(`${ash},Imports,12.50,5`, `${birch},Imports,cheap,-1`));
  await expect(page.getByText("1 of 2 rows cannot be imported. Nothing was changed.")).toBeVisible();
  const wrong = page.getByRole("row", { name: new RegExp(birch) });
  await expect(wrong).toContainText("3");
  await expect(wrong).toContainText("Price must be an amount of money");
  await expect(wrong).toContainText("stockQuantity must be a whole number");
  await expect(page.getByRole("button", { name: "Import 1 products" })).toBeDisabled();

  await chooseFileByKeyboard(page, field, file(`${ash},Imports,12.50,5`, `${birch},Imports,8,1`));
  await expect(page.getByText("2 rows checked: nothing is wrong.")).toBeVisible();
  await pressByKeyboard(page, page.getByRole("button", { name: "Import 2 products" }));
  await expect(page.getByText("Imported: 2 new, 0 changed, 0 as they were")).toBeVisible();

  const found = `/products?search=${encodeURIComponent(birch)}`;
  expect(await (await page.request.get(found)).text()).toContain(birch);
});

test("a file of products that the browser cannot read is told, and another can be chosen", async ({
  page,
}) => {
  await signInAsAdministrator(page, "/admin/settings?tab=Products");
  await page.getByRole("button", { name: "Import CSV" }).click();
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  });
  const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from("name") };
  await page.getByLabel("CSV file").setInputFiles(file);
  await expect(page.getByText("The file could not be checked. Please try again.")).toBeVisible();
  await expect(page.getByLabel("CSV file")).toBeEnabled();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel("CSV file")).toBeHidden();
});

test("the home page grid says when it, or a search in it, could not be read", async ({ page }) => {
  await page.route(/products\.homeGrid/, (route) => route.abort());
  await signInAsAdministrator(page, "/admin/settings?tab=Products");
  const grid = page.getByRole("region", { name: "Home page grid" });
  await page.getByRole("button", { name: "Home page grid" }).click();
  await expect(grid.getByRole("alert")).toContainText("Could not load the home page grid");
  await expect(grid.getByRole("button", { name: "Save order" })).toBeDisabled();
  await grid.getByRole("button", { name: "Close" }).click();

  await page.unrouteAll();
  await page.getByRole("button", { name: "Home page grid" }).click();
  await grid.getByText("Show another product").click();
  await grid.getByLabel("Find a product").fill("biochar");
  await page.route(/products\.list/, (route) => route.abort());
  await grid.getByRole("button", { name: "Find", exact: true }).click();
  await expect(grid.getByRole("status").filter({ hasText: "The server did not answer" })).toBeVisible();
});

test("when two staff edit one product, the second chooses between theirs and their own, field by field", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Contested Biochar", { price: 10 });
  await signInAsAdministrator(page, `/admin/settings?tab=Products&edit=${id}`);
  const form = page.getByRole("form", { name: `Edit ${name}` });
  const save = form.getByRole("button", { name: "Save", exact: true });
  const conflict = form.getByText(/^Somebody else changed/);
  await form.getByLabel(/^Description/).fill("Mine");
  await changeProduct(request, id, { price: 11 });
  await save.click();
  await expect(conflict).toBeVisible();
  await expect(form.getByLabel(/^Description/)).toHaveValue("Mine");
  await form.getByRole("button", { name: "Take theirs" }).click();
  await expect(form.getByLabel(/^Regular price/)).toHaveValue("11.00");
  await expect(form.getByLabel(/^Description/)).toHaveValue("");

  await form.getByLabel(/^Description/).fill("Mine");
  await changeProduct(request, id, { price: 12 });
  const readAgain = await holdBack(page, /settings\.data|products\.one/);
  await save.click();
  await expect(conflict).toBeVisible();
  const titleOfDocument = page.getByLabel("Title of the new document");
  await titleOfDocument.focus();
  readAgain();
  await expect(form.getByRole("button", { name: "Save mine" })).toBeVisible();
  await page.keyboard.type("Typed, too");
  await expect(titleOfDocument).toHaveValue("Typed, too");
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  const cancel = form.getByRole("button", { name: "Cancel" });
  for (const way of [cancel, cancel, page.getByRole("link", { name: "General", exact: true })]) {
    await way.click();
    await dialog.getByRole("button", { name: "Stay here" }).click();
    await expect(form.getByText("Not saved yet")).toBeVisible();
  }
  await titleOfDocument.fill("");
  await form.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Product updated")).toBeVisible();
  await expect(form).toBeHidden();
  const saved = await request.get(`/api/products/${slug}`);
  expect(await saved.json()).toMatchObject({ price: 12, description: "Mine" });
  await archiveProduct(request, id);
});

test("pictures are saved while the product is typed into, the product after them, and what is sold meanwhile is sold once", async ({
  page,
  request,
}) => {
  const { id, name, slug } = await makeProduct(request, "Pictured Biochar", { stockQuantity: 20 });
  const sell = (quantity: number) => makeOrder(request, { items: [{ productId: id, quantity }] });
  await signInAsAdministrator(page, `/admin/settings?tab=Products&edit=${id}`);
  const form = page.getByRole("form", { name: `Edit ${name}` });
  await form.getByLabel(/^Description/).fill("Typed before the pictures");
  await sell(3);
  await page.getByLabel("Add pictures").setInputFiles(picture);
  await page.getByRole("button", { name: "Save pictures" }).click();
  await expect(page.getByText("Pictures saved").first()).toBeVisible();
  await hydrated(page);
  await expect(form.getByLabel(/^Description/)).toHaveValue("Typed before the pictures");
  await sell(2);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated")).toBeVisible();
  await expect(form).toBeHidden();
  const saved = await request.get(`/api/products/${slug}`);
  expect(await saved.json()).toMatchObject({
    description: "Typed before the pictures",
    imageUrl: expect.stringMatching(/./),
    stockQuantity: 15,
  });
  await archiveProduct(request, id);
});

test("staff change several products at once, and archive and restore one, where they are listed", async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [one, two] = [
    await makeProduct(request, `Listed ${word}`, { price: 10 }),
    await makeProduct(request, `Listed ${word}`, { price: 20 }),
  ];
  await signInAsAdministrator(page, `/admin/settings?tab=Products&search=${word}`);
  await page.getByLabel("Select all shown").check();
  const bulk = page.getByRole("form", { name: "Change the selected products" });
  await bulk.getByLabel("Prices", { exact: true }).selectOption("percent");
  await bulk.getByLabel("Percent").fill("lots");
  await bulk.getByRole("button", { name: "Change 2 products" }).click();
  await expect(bulk.getByText(/^Enter a percentage/)).toBeVisible();
  await bulk.getByLabel("Percent").fill("10");
  await expect(bulk.getByRole("row", { name: one.name })).toContainText("£10.00 → £11.00");
  await bulk.getByRole("button", { name: "Change 2 products" }).click();
  await expect(page.getByText("2 products updated")).toBeVisible();
  await expect(bulk).toBeHidden();
  await expect(page.getByRole("row", { name: two.name })).toContainText("£22.00");

  // The focus goes into the form that was opened last, also where the one that closes is below it.
  const editors = page.getByRole("link", { name: `Edit Listed ${word}` });
  await editors.nth(1).click();
  await expect(editors).toHaveCount(1);
  await editors.click();
  const editor = page.getByRole("form", { name: `Edit Listed ${word}` });
  await expect(editor.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await editor.getByRole("button", { name: "Cancel" }).click();
  await expect(editors).toHaveCount(2);

  await page.getByRole("button", { name: `Archive ${one.name}` }).click();
  await page.getByRole("button", { name: "Archive product" }).click();
  await expect(page.getByText("Product archived")).toBeVisible();
  await expect(page.getByRole("row", { name: one.name })).toHaveCount(0);
  await visit(page, `/admin/settings?tab=Products&search=${word}&archived=1`);
  await page.getByRole("button", { name: `Restore ${one.name}` }).click();
  await expect(page.getByText("Product restored")).toBeVisible();
  for (const { id } of [one, two]) await archiveProduct(request, id);
});

test("the forms of the catalogue are accessible on a desk and on a phone @deep", async ({ page }) => {
  await signInAsAdministrator(page, "/admin/settings?tab=Products");
  await page.getByRole("link", { name: "Edit Wood Vinegar" }).click();
  await page.getByRole("button", { name: "Home page grid" }).click();
  await expect(page.getByRole("button", { name: "Move Animal Feed Biochar up" })).toBeVisible();
  await page.getByLabel("Select Bulk Biochar").check();
  await page.getByLabel("Prices", { exact: true }).selectOption("percent");
  await page.getByLabel("Percent").fill("-5");
  await expectWellMade(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/admin/settings?tab=Products");
  await page.getByRole("button", { name: "Import CSV" }).click();
  await page.getByLabel("CSV file").setInputFiles({
    ...{ name: "products.csv", mimeType: "text/csv" },
    buffer: Buffer.from("name,category,price\nImported Birch,Imports,cheap"),
  });
  await expect(page.getByText("1 of 1 rows cannot be imported. Nothing was changed.")).toBeVisible();
  await expectWellMade(page);
});
