import { expect, type Route, test } from "playwright/test";
import { mailTo } from "../support/accounts.ts";
import { javaScriptIsOn, uniqueEmail, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

test("a message with errors stays in the form with its errors; once sent, it clears the form and reaches the staff @both", async ({
  page,
}) => {
  const email = uniqueEmail();
  const subject = `Ten metres ${email}`;
  // The errors are the server's, as where what checks a form comes late.
  if (javaScriptIsOn()) await page.route(/\/assets\/form-checks-/, (route) => route.abort());
  await visit(page, "/contact");
  await expect(page.getByRole("heading", { level: 1, name: "Get In Touch" })).toBeVisible();
  await page.getByLabel("Your Name").fill("Wren Writer");
  await page.getByLabel("Your Email").fill(email);
  await page.getByLabel("Subject").fill(subject);
  await page.locator('textarea[name="message"]').fill("Too short");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message must be at least 10 characters")).toBeVisible();
  await expect(page.getByLabel("Your Name")).toHaveValue("Wren Writer");
  await page.locator('textarea[name="message"]').fill("How much for ten square metres?");
  if (javaScriptIsOn()) {
    const sending = page.getByRole("button", { name: "Sending..." });
    const loseIt = async (route: Route) => {
      await sending.waitFor();
      await route.abort();
    };
    await page.route(/\/contact\.data/, loseIt, { times: 1 });
    await page.getByRole("button", { name: "Send Message" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "Error" });
    await expect(refusal).toContainText("There was a problem sending your message. Please try again.");
    await expect(page.locator('textarea[name="message"]')).toHaveValue("How much for ten square metres?");
  }
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(
    page.getByText("Thank you for your message. We'll respond as soon as possible.").first(),
  ).toBeVisible();
  await expect(page.locator('textarea[name="message"]')).toHaveValue("");
  if (!javaScriptIsOn()) return;
  await page.unrouteAll();
  await signInAsAdministrator(page, `/admin?tab=enquiries&search=${encodeURIComponent(email)}`);
  const enquiry = page.getByRole("article").filter({ hasText: subject });
  await expect(enquiry).toContainText("Not answered");
  await enquiry.locator("summary").click();
  await enquiry.getByRole("button", { name: "Send answer" }).click();
  await expect(enquiry.getByText("Write an answer")).toBeVisible();
  await enquiry.getByRole("button", { name: "Application rate" }).click();
  await expect(enquiry.locator("textarea")).toHaveValue(/^Dear [\s\S]+10 to 20% by volume/);
  await enquiry.locator("textarea").fill("Dear Wren,\nninety pounds.");
  await enquiry.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(`To ${email}`).first()).toBeVisible();
  await expect(enquiry.getByRole("list", { name: "Answers to" })).toContainText("ninety pounds.");
  await expect(enquiry.getByText("Not answered")).toHaveCount(0);
  await mailTo(page.request, email, /^Re: Ten metres/);
});

test("the map is our own page until somebody loads it", async ({ page }) => {
  await visit(page, "/contact");
  const frame = page.frameLocator('iframe[title="Our Location"]');
  await page.locator('iframe[title="Our Location"]').scrollIntoViewIfNeeded();
  await expect(frame.getByRole("link", { name: "Load map" })).toBeVisible();
});
