import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { hydrated, uniqueEmail, visit } from "../support/shop.ts";
import {
  archiveProduct,
  changeProduct,
  makeProduct,
  office,
  sendCommand,
  signInAsAdministrator,
  signInAsManager,
  twoOrders,
} from "../support/staff.ts";

function question(page: Page) {
  return page.getByRole("dialog", { name: "Leave without saving?" });
}

/** It is asked, stays away when it is not wanted, and what was typed is still there. */
async function stays(page: Page): Promise<void> {
  await question(page).getByRole("button", { name: "Stay here" }).click();
  await expect(question(page)).toBeHidden();
}

test("nothing that closes an order throws away what was typed into it without asking", async ({
  page,
  request,
}) => {
  const { email, numbers } = await twoOrders(request);
  await signInAsManager(page, "/admin/today");
  // The way back, below, leads there.
  await visit(page, `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`);
  await page
    .getByRole("row", { name: new RegExp(numbers[0] ?? "") })
    .getByRole("button", { name: /View Details/ })
    .click();
  const dialog = page.getByRole("dialog", { name: `Order ${numbers[0]}` });
  const cancel = dialog.locator("details", { has: page.locator("summary", { hasText: "Cancel order" }) });
  await cancel.locator("summary").click();
  const note = cancel.getByLabel("Note");
  await note.fill("Rang to say that it");

  const ways: Record<string, () => Promise<unknown>> = {
    Escape: () => note.press("Escape"),
    "its button": () => dialog.getByRole("button", { name: "Close" }).click(),
    "what is beside it": () =>
      dialog.evaluate((element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }))),
    "the next order": () => dialog.getByRole("link", { name: /Previous|Next/ }).click(),
    "a link": () => dialog.getByRole("link", { name: "Open the whole order" }).click(),
    "the way back": () => page.evaluate(() => window.history.back()),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    await expect(question(page), way).toBeVisible();
    await stays(page);
    await expect(dialog).toBeVisible();
    await expect(note).toHaveValue("Rang to say that it");
  }

  // What is taken out again is nothing to ask about.
  await note.fill("");
  await note.press("Escape");
  await expect(dialog).toBeHidden();
});

test("what was sent is not asked about, what was not can be left behind", async ({ page, request }) => {
  const subject = `A bag for roses ${uniqueEmail()}`;
  const sent = await request.post("/api/contact", {
    data: { name: "Rosa Field", email: uniqueEmail(), subject, message: "Which bag is for roses?" },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await signInAsManager(page, "/admin?tab=enquiries");
  const row = page.getByRole("article", { name: subject });
  const answer = row.locator('textarea[name="text"]');
  await row.locator("summary", { hasText: "Answer" }).click();
  // From the first press on the form is checked with each letter, which sends nothing.
  await row.getByRole("button", { name: /^Send answer/ }).click();
  await expect(answer).toHaveAttribute("aria-invalid", "true");
  await answer.fill("The small one.");
  await expect(answer).not.toHaveAttribute("aria-invalid", "true");
  await page.getByRole("link", { name: "Today" }).first().click();
  await stays(page);
  await row.getByRole("button", { name: /^Send answer/ }).click();
  await expect(row.getByText("Answered", { exact: true })).toBeVisible();
  await row.locator("summary", { hasText: "Answer" }).click();
  await answer.fill("And not in spring.");
  await page.getByRole("link", { name: "Today" }).first().click();
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL("/admin/today");
  await hydrated(page);
});

test("what was typed to an enquiry stays when a colleague answers it, and the note when an answer is sent", async ({
  page,
  request,
}) => {
  const subject = `A bag for leeks ${uniqueEmail()}`;
  const data = { name: "Lee Field", email: uniqueEmail(), subject, message: "Which bag is for leeks?" };
  const sent = await request.post("/api/contact", { data });
  expect(sent.ok(), await sent.text()).toBe(true);
  await signInAsManager(page, "/admin?tab=enquiries");
  const row = page.getByRole("article", { name: subject });
  const answer = row.locator('textarea[name="text"]');
  const note = row.getByLabel("Note");
  await row.locator("summary", { hasText: "Answer" }).click();
  await answer.fill("The small one, dear");
  await note.fill("Rang as well");
  const id = Number(await page.locator("[data-row]", { has: row }).getAttribute("data-row"));
  const colleague = await office(request);
  await sendCommand(colleague, "enquiries.answer", { id, key: randomUUID(), text: "The large one." });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row.getByText("The large one.")).toBeVisible();
  await expect(answer).toHaveValue("The small one, dear");
  await expect(note).toHaveValue("Rang as well");

  await row.getByRole("button", { name: /^Send answer/ }).click();
  await expect(row.getByRole("listitem")).toHaveCount(2);
  await expect(answer).toHaveValue("");
  await expect(note).toHaveValue("Rang as well");
  await sendCommand(colleague, "enquiries.markAnswered", { id, answered: "on", note: "Wrote a letter" });
  const mark = row.getByRole("button", { name: /^Mark as answered/ });
  await mark.click();
  await expect(row.getByText(/^Somebody else changed/)).toBeVisible();
  await expect(row.getByText(/^Answered .*: Wrote a letter$/)).toBeVisible();
  await expect(note).toHaveValue("Rang as well");
  await mark.click();
  await expect(row.getByText(/^Answered .*: Rang as well$/)).toBeVisible();
  await expect(row.getByRole("button", { name: /^Open again/ })).toBeFocused();

  // A row that goes with what was done leaves the focus to its list.
  await sendCommand(colleague, "enquiries.markAnswered", { id });
  await signInAsManager(page, "/admin?tab=enquiries&state=open");
  await mark.click();
  await expect(row).toHaveCount(0);
  await expect(page.locator(":focus")).toHaveAccessibleName("Enquiries");
});

test("whoever is asked before leaving is still asked once the page has been read again", async ({
  page,
  request,
}) => {
  const { id, name } = await makeProduct(request, "Slowly Read Biochar", { price: 10 });
  await signInAsAdministrator(page, `/admin/settings?tab=Products&edit=${id}`);
  const form = page.getByRole("form", { name: `Edit ${name}` });
  const description = form.getByLabel(/^Description/);
  await description.fill("Mine");
  await changeProduct(request, id, { price: 11 });
  let readOn = () => {};
  const held = new Promise<void>((resolve) => {
    readOn = resolve;
  });
  await page.route(/\/admin\/settings\.data|\/trpc\//, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  const read = page.waitForResponse(/\/admin\/settings\.data/);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/^Somebody else changed/)).toBeVisible();
  await page.getByRole("link", { name: "Today" }).first().click();
  await expect(question(page)).toBeVisible();
  readOn();
  await (await read).finished();
  await hydrated(page);
  // That an earlier one was closed may be heard of as late as this.
  await question(page).evaluate((dialog) => dialog.dispatchEvent(new Event("close")));
  await hydrated(page);
  await stays(page);
  await expect(description).toHaveValue("Mine");
  await page.getByRole("link", { name: "Today" }).first().click();
  await question(page).getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL("/admin/today");
  await archiveProduct(request, id);
});
