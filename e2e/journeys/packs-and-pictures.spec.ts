import { expect, type Page, test } from "playwright/test";
import { makePicture } from "../../server/testing/pictures.ts";
import { partsOf } from "../support/crawl.ts";
import { holdBack, hydrated, readPage, scripts, uniqueWord, visit } from "../support/shop.ts";
import { archiveProduct, changeProduct, makeProduct, signInAsAdministrator } from "../support/staff.ts";

const edit = (id: number) => `/admin/settings?tab=Products&edit=${id}`;

test("staff make a family, pictures and a document, and a shopper finds them in spite of a typing error", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const word = uniqueWord();
  const family = `Garden Embers ${word}`;
  const big = await makeProduct(request, "Embers");
  const small = await makeProduct(request, "Embers");
  await changeProduct(request, big.id, { pictures: ["/pictures/wood-vinegar.jpg"] });
  await changeProduct(request, small.id, { family, packLabel: "1 kg" });
  await signInAsAdministrator(page, edit(big.id));
  const form = page.getByRole("form", { name: `Edit ${big.name}` });
  await form.getByLabel("Family of packs").fill(family);
  await form.getByRole("textbox", { name: "Pack", exact: true }).fill("5 kg");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated").first()).toBeVisible();
  await addPictures(page, big.id);
  await dragPictures(page, big.id);
  await addDocument(page);

  const { main } = await readPage(page.request, `/products?search=gardn+embres+${word}`);
  expect(main).toMatch(new RegExp(`showing garden embers ${word}.*${family}.*from.*2 sizes.*Choose a size`));
  await visit(page, `/products/${small.slug}`);
  const sizes = page.getByRole("navigation", { name: `Sizes of ${family}` });
  await expect(sizes.getByRole("link")).toHaveCount(2);
  await sizes.getByRole("link", { name: "5 kg" }).click();
  await expect(page.getByRole("group", { name: /^Pictures of/ })).toBeVisible();
  await choosePicture(page);
  await expectStructured(page, family);
  const sheet = page.getByRole("link", { name: "Grade A sheet" });
  const answer = await page.request.get((await sheet.getAttribute("href")) ?? "");
  expect([answer.headers()["content-type"], answer.headers()["x-content-type-options"]]).toEqual([
    "application/pdf",
    "nosniff",
  ]);
  for (const { id } of [big, small]) await archiveProduct(request, id);
});

test("a new product goes on to its pictures and documents", async ({ page }) => {
  await signInAsAdministrator(page, "/admin/settings?tab=Products");
  await page.getByRole("button", { name: "Add product" }).click();
  const form = page.getByRole("form", { name: "New product" });
  await form.getByLabel(/^Name/).fill(`Straw Biochar ${uniqueWord()}`);
  await form.getByLabel(/^Category/).fill("Made for a test");
  await form.getByLabel(/^Regular price/).fill("cheap");
  await form.getByRole("button", { name: "Create product" }).click();
  await expect(form.getByText("Price must be an amount of money, such as 12.50")).toBeVisible();
  await expect(form.getByLabel(/^Category/)).toHaveValue("Made for a test");
  await form.getByLabel(/^Regular price/).fill("10");
  let readList = () => {};
  const mayRead = new Promise<void>((resolve) => {
    readList = resolve;
  });
  await page.route(/products\.catalogue/, async (route) => {
    await mayRead;
    await route.continue();
  });
  await form.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByText("Add more pictures and documents to it below.").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pictures", exact: true })).toBeInViewport();
  // It stands before the others, and stays there once the list has it as well.
  const listed = page.waitForResponse(/products\.catalogue/);
  readList();
  await (await listed).finished();
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Pictures", exact: true })).toBeInViewport();
  await expect(page.getByRole("form", { name: /^Documents of Straw Biochar/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pictures", exact: true })).toBeFocused();
  const id = /edit=(\d+)/.exec(page.url())?.[1];
  await archiveProduct(page.request, Number(id));
});

test("what is typed beside pictures and documents before hydration stays", async ({ page }) => {
  await signInAsAdministrator(page);
  const release = await holdBack(page, scripts);
  await page.goto(edit(1), { waitUntil: "commit" });
  await page.getByLabel("Place of picture 1").fill("7");
  await page.getByLabel("What the new document is").selectOption("guide");
  await page.getByLabel("Title of the new document").fill("Field ");
  release();
  await hydrated(page);
  await page.keyboard.insertText("guide");
  await expect(page.getByLabel("Place of picture 1")).toHaveValue("7");
  await expect(page.getByLabel("What the new document is")).toHaveValue("guide");
  await expect(page.getByLabel("Title of the new document")).toHaveValue("Field guide");
});

test("what is typed beside pictures is asked about while the page reads them again", async ({
  page,
  request,
}) => {
  const { id, name } = await makeProduct(request, "Embers");
  await signInAsAdministrator(page, edit(id));
  await hydrated(page);
  const form = page.getByRole("form", { name: `Edit ${name}` });
  await form.getByLabel(/^Name/).fill("Typed, and not saved");
  const release = await holdBack(page, "**/admin/settings.data*");
  await page.getByLabel("Add pictures").setInputFiles({
    ...{ name: "picture.png", mimeType: "image/png" },
    buffer: Buffer.from(await makePicture({ width: 80, height: 60 })),
  });
  await page.getByRole("button", { name: "Save pictures" }).click();
  await expect(page.getByText("Pictures saved").first()).toBeVisible();
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  release();
  await expect(form.getByLabel(/^Name/)).toHaveValue("Typed, and not saved");
  await archiveProduct(request, id);
});

/** Two more pictures, the last of which is made the first by its typed place. */
async function addPictures(page: Page, id: number): Promise<void> {
  await visit(page, edit(id));
  const form = page.getByRole("form", { name: /^Pictures of/ });
  const picture = async (width: number) => ({
    name: "picture.png",
    mimeType: "image/png",
    buffer: Buffer.from(await makePicture({ width, height: 60 })),
  });
  await form.getByLabel("Add pictures").setInputFiles([await picture(80), await picture(90)]);
  await form.getByRole("button", { name: "Save pictures" }).click();
  await expect(page.getByText("Pictures saved").first()).toBeVisible();
  await page.getByLabel("Place of picture 3").fill("1");
  await page.getByRole("button", { name: "Save pictures" }).click();
  await expect(page.getByRole("img", { name: "Picture 1", exact: true })).toHaveAttribute("src", /90x60/);
}

/** By the mouse and by a finger: the places are written again each time. Nothing is saved. */
async function dragPictures(page: Page, id: number): Promise<void> {
  await hydrated(page);
  const order = () =>
    page
      .getByRole("form", { name: /^Pictures of/ })
      .getByRole("listitem")
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector("img")?.src,
          row.querySelector<HTMLInputElement>("[name$=place]")?.value,
        ]),
      );
  const [first, second, third] = (await order()).map(([picture]) => picture);
  const handle = (index: number) => page.getByTitle("Drag to another place").nth(index);
  const middleOf = async (index: number) => {
    await handle(index).scrollIntoViewIfNeeded();
    const box = await handle(index).boundingBox();
    if (!box) throw new Error("no handle");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middleOf(2), await middleOf(0)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  expect(await order()).toEqual([
    [third, "1"],
    [first, "2"],
    [second, "3"],
  ]);

  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", to);
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch("touchMove", { x: to.x + (from.x - to.x) * part, y: to.y + (from.y - to.y) * part });
  await touch("touchEnd");
  expect((await order()).map(([picture]) => picture).at(-1)).toBe(third);
  await visit(page, edit(id));
}

/** Is told at its field that a file is missing, loses nothing of what was typed, and is kept then. */
async function addDocument(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: /^Documents of/ });
  await form.getByLabel("Title of the new document").fill("Grade A sheet");
  await form.getByRole("button", { name: "Save documents" }).click();
  await expect(form.getByText("Choose the PDF file of the new document")).toBeVisible();
  await expect(form.getByLabel("Title of the new document")).toHaveValue("Grade A sheet");
  const pdf = { name: "sheet.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 sheet") };
  await form.getByLabel("File").setInputFiles(pdf);
  await form.getByRole("button", { name: "Save documents" }).click();
  await expect(page.getByText("Documents saved").first()).toBeVisible();
}

/** What search engines read in the document: JSON that parses, the family with both packs, and all pictures. */
async function expectStructured(page: Page, family: string): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  const things = partsOf(html).structured.map(({ json }) => JSON.parse(json) as Record<string, unknown>);
  const [group] = things.filter((thing) => thing["@type"] === "ProductGroup");
  expect(group).toMatchObject({
    name: family,
    variesBy: ["https://schema.org/size"],
    hasVariant: [{ offers: { "@type": "Offer" } }, { offers: { "@type": "Offer" } }],
  });
  const [product] = things.filter((thing) => thing["@type"] === "Product");
  expect(product?.image).toHaveLength(3);
}

/** With the keyboard alone; the large picture follows with and without scripts. */
async function choosePicture(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Picture 1 of 3" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Picture 2 of 3" })).toBeChecked();
  await expect(page.getByRole("img", { name: /picture 2 of 3$/ })).toBeVisible();
}
