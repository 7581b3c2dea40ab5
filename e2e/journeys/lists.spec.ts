import { expect, test } from "playwright/test";
import { settled } from "../support/shop.ts";
import {
  archiveProduct,
  makeProduct,
  signInAsAdministrator,
  signInAsManager,
  twoOrders,
} from "../support/staff.ts";

test("what is asked of the orders again and again is a link away", async ({ page }) => {
  await signInAsManager(page, "/shop-manager");
  await page.getByRole("list", { name: "Views" }).getByRole("link", { name: "To dispatch" }).click();
  await page.waitForURL(/status=processing/);
  await expect(page.getByRole("link", { name: "To dispatch" })).toHaveAttribute("aria-current", "true");
});

test("a manager selects orders, prints their papers, completes them, and is told what each did", async ({
  page,
  request,
}) => {
  const { email, numbers } = await twoOrders(request);
  const [first = "", second = ""] = numbers;
  const list = `/admin?tab=orders&view=all&search=${encodeURIComponent(email)}`;
  await signInAsManager(page, list);
  const main = page.locator("main");
  const box = (number: string) => main.getByRole("checkbox", { name: `Select ${number}` });

  await page.keyboard.press("j");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(main.getByText("2 selected")).toBeVisible();
  await main.getByRole("button", { name: "Packing slips" }).click();
  await expect(page.getByText("2 sheets of A4")).toBeVisible();
  await page.goto(list);
  await settled(page);
  for (const number of numbers) await box(number).check();
  await main.getByRole("button", { name: "Pick list" }).click();
  await expect(page.getByText("one sheet of A4")).toBeVisible();

  await page.goto(list);
  await settled(page);
  await box(first).check();
  await main.getByRole("button", { name: "Mark completed" }).click();
  await expect(page.getByText("1 order completed").first()).toBeVisible();
  await settled(page);

  // One of these is completed by now: the other is done all the same, and both are told.
  for (const number of numbers) await box(number).check();
  await main.getByRole("button", { name: "Mark completed" }).click();
  await expect(main.getByText(`One was not completed. Done: ${second}.`)).toBeVisible();
  await expect(main.getByText(`${first}: `)).toContainText("completed now");
});

test("a heading sorts the orders by their index", async ({ page }) => {
  await signInAsManager(page, "/admin?tab=orders&view=all");
  const total = page.getByRole("columnheader", { name: "Total" });
  await total.getByRole("link").click();
  await page.waitForURL(/sort=highest/);
  await expect(total).toHaveAttribute("aria-sort", "descending");
  await total.getByRole("link").click();
  await page.waitForURL(/sort=lowest/);
  await expect(total).toHaveAttribute("aria-sort", "ascending");
});

test("prices and stock are changed where they stand", async ({ page, request }) => {
  const { id, name } = await makeProduct(request, "Cell Biochar");
  await signInAsAdministrator(page, `/admin?tab=products&search=${encodeURIComponent(name)}`);
  const row = page.locator("main tbody tr").first();
  const price = row.getByRole("button", { name: /^Change the (sale )?price/ });
  const stock = row.getByRole("button", { name: /^Change the stock/ });
  const before = "£20.00";
  const { keyboard } = page;

  await page.locator("#main").focus();
  await keyboard.press("j");
  await keyboard.press("e");
  await expect(row.getByRole("textbox")).toBeFocused();
  await keyboard.type("nonsense");
  await keyboard.press("Enter");
  await expect(row.getByRole("alert")).toBeVisible();
  await expect(row.getByRole("textbox")).toHaveValue("nonsense");
  await keyboard.press("Escape");
  await expect(price).toBeFocused();
  await expect(price).toHaveText(before);

  await keyboard.press("Enter");
  await expect(row.getByRole("textbox")).toBeFocused();
  let readList = () => {};
  const mayRead = new Promise<void>((resolve) => {
    readList = resolve;
  });
  await page.route(/\/products\.list/, async (route) => {
    await mayRead;
    await route.continue();
  });
  await keyboard.type("12.34");
  await keyboard.press("Enter");
  // It stays as it was typed until the list says the same.
  await expect(page.getByText("Product updated").first()).toBeVisible();
  await expect(row.getByRole("textbox")).toHaveValue("12.34");
  readList();
  await expect(price).toHaveText("£12.34");
  await expect(price).toBeFocused();
  await expect(row.getByText("Saved")).toBeAttached();

  await keyboard.press("ArrowRight");
  await expect(stock).toBeFocused();
  await keyboard.press("ArrowLeft");
  await expect(price).toBeFocused();
  await archiveProduct(request, id);
});
