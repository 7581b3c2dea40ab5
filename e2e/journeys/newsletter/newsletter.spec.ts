import { expect, type Route, test } from "playwright/test";
import { mailedLink } from "../../support/accounts.ts";
import { javaScriptIsOn, readPage, uniqueEmail, visit } from "../../support/shop.ts";
import { office } from "../../support/staff.ts";

test("an address is confirmed by its code, opens the five papers and is Confirmed for staff @both", async ({
  page,
  request,
}) => {
  const email = uniqueEmail();
  await visit(page, "/");
  const section = page.getByRole("region", { name: "Newsletter and knowledge resources" });
  await section.getByLabel("Email").first().fill(email);
  if (javaScriptIsOn()) {
    await page.route(/\/newsletter\.data/, (route) => route.abort(), { times: 1 });
    const logged = page.waitForEvent("console", (message) => message.text().includes("was not stored"));
    await section.getByRole("button", { name: "Subscribe" }).click();
    await expect(section.getByRole("alert")).toHaveText("There was an error. Please try again.");
    expect((await logged).text()).toContain("There was an error. Please try again.");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await section.getByRole("button", { name: "Subscribe" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(section.getByLabel("Email").first()).toHaveValue("");
    await section.getByLabel("Email").first().fill(email);
  }
  await section.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("button", { name: "Send Verification Email" }).click();
  const code = page.getByPlaceholder("Enter 6-digit code");
  await expect(code).toBeVisible();
  const shown = await page.getByText(/Your code is \d{6}/).innerText();
  const right = shown.match(/\d{6}/)?.[0] ?? "";
  if (javaScriptIsOn()) await expect(page.getByRole("button", { name: "Verify" })).toBeDisabled();
  await code.fill(right === "000000" ? "000001" : "000000");
  const verifying = page.getByRole("button", { name: "Verifying..." });
  const seenVerifying = async (route: Route) => {
    await verifying.waitFor();
    await route.continue();
  };
  if (javaScriptIsOn()) await page.route(/\/newsletter\.data/, seenVerifying, { times: 1 });
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();
  await page.getByPlaceholder("Enter 6-digit code").fill(right);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  if (javaScriptIsOn()) {
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await section.getByLabel("Email").first().fill(email);
    await section.getByRole("button", { name: "Subscribe" }).click();
    await page.getByRole("button", { name: "Send Verification Email" }).click();
    const next = await page.getByText(/Your code is \d{6}/).innerText();
    await page.getByPlaceholder("Enter 6-digit code").fill(next.match(/\d{6}/)?.[0] ?? "");
  }
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("link", { name: /\(PDF, opens in a new tab\)/ })).toHaveCount(5);
  expect(sent.filter((body) => body.includes("intent=verify"))).toHaveLength(1);
  const pdf = await page.request.get("/resources/wood-vinegar.pdf");
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  await page
    .getByRole("button", { name: "Close" })
    .or(page.getByRole("link", { name: "Close" }))
    .last()
    .click();
  if (!javaScriptIsOn()) return;
  const customers = `/admin?tab=customers&search=${encodeURIComponent(email)}`;
  expect((await readPage(await office(request), customers)).main).toMatch(/Confirmed/);
});

test("the mailed link asks, confirms at a press, and the mail's other link unsubscribes @without-scripts", async ({
  page,
}) => {
  const email = uniqueEmail();
  await visit(page, "/newsletter");
  await page.locator("main").getByLabel("Email").first().fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("button", { name: "Send Verification Email" }).click();
  await expect(page.getByPlaceholder("Enter 6-digit code")).toBeVisible();
  const confirm = await mailedLink(page, email, /Confirm/, /newsletter\/verify\?token=[\w.-]+/);
  const unsubscribe = await mailedLink(page, email, /Confirm/, /newsletter\/unsubscribe\?token=[\w.-]+/);
  await visit(page, confirm);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await visit(page, unsubscribe);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You are unsubscribed.")).toBeVisible();
  await visit(page, confirm);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Invalid verification link.")).toBeVisible();
});

test("a refused address comes back with its error beside it @without-scripts", async ({ page }) => {
  await visit(page, "/newsletter");
  const email = page.locator("main").getByLabel("Email").first();
  // The browser itself refuses all others that are none.
  const tooLong = `${"a".repeat(250)}@example.com`;
  await email.fill(tooLong);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(email).toHaveValue(tooLong);
});

test("a result page says what its address says, and marks what is not ours", async ({ request }) => {
  const read = async (result: string) => (await readPage(request, `/newsletter/verify${result}`)).main;
  expect(await read("")).toContain("Invalid verification link.");
  expect(await read("?status=error")).toContain("Verification failed. Please try again.");
  const others = await read("?status=success&message=Call+this+number");
  expect(others).toContain("Call this number");
  expect(others).toContain("not from our server");
});
