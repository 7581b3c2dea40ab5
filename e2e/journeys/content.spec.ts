import { expect, test } from "playwright/test";
import { holdBack, hydrated, uniqueWord, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

test("an administrator drafts, previews and publishes an article; unsaved words are not lost", async ({
  page,
}) => {
  await signInAsAdministrator(page);
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await page.getByRole("link", { name: "New article" }).click();
  const title = `Ash is not biochar ${uniqueWord()}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Text", { exact: true }).fill("# What ash is\n\n<b>not bold</b> but **bold**");
  await page.getByRole("button", { name: "Preview text" }).click();
  const preview = page.getByRole("region", { name: "Preview of the text" });
  await expect(preview.getByRole("heading", { level: 2, name: "What ash is" })).toBeVisible();
  await expect(preview).toContainText("<b>not bold</b>");

  await page.getByRole("link", { name: "All articles" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(title);

  // The key sends with the button that keeps the status.
  await page.getByLabel("Title").press("Control+Enter");
  await page.waitForURL(/article=\d+/);
  await hydrated(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Alternative text is required to publish")).toBeVisible();

  await page.getByLabel("Excerpt").fill("What is left when everything has burned.");
  await page.getByLabel("One of the shop's pictures").selectOption("blog-1");
  await page.getByLabel("Alternative text").fill("Illustration: a hand trowel above dark soil");
  await page.getByRole("button", { name: "Publish" }).click();
  const shown = await page.getByRole("link", { name: "See it on the site" }).getAttribute("href");
  expect(await (await page.request.get(shown ?? "")).text()).toContain(`${title}</h1>`);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "New article" })).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
});

test("anyone who saves an article second chooses between theirs and their own, and loses nothing offline", async ({
  page,
  context,
}) => {
  const title = `Contested ${uniqueWord()}`;
  await signInAsAdministrator(page, "/admin/content?article=new");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("One of the shop's pictures").selectOption("blog-1");
  await page.getByLabel("Alternative text").fill("Illustration: a hand trowel");
  await page.getByLabel("Text", { exact: true }).fill("Whose words are these?");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/article=\d+/);
  await hydrated(page);
  const other = await context.newPage();
  await visit(other, page.url());
  await other.getByLabel("Excerpt").fill("Theirs.");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText("Draft saved")).toBeVisible();
  await other.close();

  await page.getByLabel("Alternative text").fill("Mine.");
  await page.getByRole("button", { name: "Publish" }).click();
  const conflict = page.getByText(`Somebody else changed "${title}" while you were editing.`);
  await expect(conflict.first()).toBeVisible();
  const saveMine = page.getByRole("button", { name: "Save mine" });
  // What is wrong in the form is not sent as mine, and what is pressed after that is refused as before.
  await page.getByLabel("Title").fill("");
  await saveMine.click();
  await expect(page.getByText("Title is required").first()).toBeVisible();
  await page.getByLabel("Title").fill(title);
  const answered = () => page.waitForResponse(/\/content\.saveArticle/);
  const refused = answered();
  await page.getByRole("button", { name: "Publish" }).click();
  expect((await refused).ok()).toBe(false);
  // The form is checked with each letter by now, and still sent with the button that was refused.
  await page.getByLabel("Alternative text").fill("Mine, too.");
  await saveMine.click();
  await expect(page.getByRole("link", { name: "See it on the site" })).toBeVisible();
  await expect(page.getByLabel("Excerpt")).toHaveValue("Theirs.");
  await expect(page.getByLabel("Alternative text")).toHaveValue("Mine, too.");

  await context.setOffline(true);
  await page.getByLabel("Excerpt").fill("Typed without a connection.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Please try again.", { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel("Excerpt")).toHaveValue("Typed without a connection.");
  await context.setOffline(false);
  const saved = answered();
  const readAgain = await holdBack(page, "**/admin/content.data*");
  await page.getByLabel("Excerpt").press("Control+Enter");
  expect((await saved).ok()).toBe(true);
  await expect(page.getByText("Article published").last()).toBeVisible();
  // Until its new version is there, the next press would be of somebody who saves second.
  const makeDraft = page.getByRole("button", { name: "Make it a draft again" });
  await expect(makeDraft).toBeDisabled();
  readAgain();
  // Others count the articles that everybody reads.
  await makeDraft.click();
  await expect(page.getByText("Draft saved").last()).toBeVisible();
  await expect(page.getByRole("link", { name: "See it on the site" })).toHaveCount(0);
});

test("an administrator writes a question, changes its answer, and deletes it", async ({ page }) => {
  const question = `How hot is kiln ${uniqueWord()}?`;
  await signInAsAdministrator(page, "/admin/content?tab=questions&question=new");
  const textOf = page.getByRole("textbox", { name: "Answer" });
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await textOf.fill("Hot.");
  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: question }).click();
  const answer = "450–550°C, without oxygen.";
  await textOf.fill(answer);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "New question" })).toBeVisible();
  const html = await (await page.request.get("/qa")).text();
  expect(html).toContain(answer);
  // Answers open one beside another.
  expect(html).not.toMatch(/<details[^>]* name=/);

  await page.getByRole("link", { name: question }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "New question" })).toBeVisible();
  expect(await (await page.request.get("/qa")).text()).not.toContain(question);
});
