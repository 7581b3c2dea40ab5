import { expect, test } from "playwright/test";
import { mailedLink, mailsTo, subscribe } from "../../support/accounts.ts";
import { readPage, uniqueEmail, uniqueWord, visit } from "../../support/shop.ts";
import { signInAsAdministrator, staffOf } from "../../support/staff.ts";

test("a newsletter is written, previewed, tested and sent; one click unsubscribes; everybody may read it", async ({
  page,
  request,
}) => {
  const [pending, email] = [`pending-${uniqueEmail()}`, uniqueEmail()];
  // Without the code of the mail it stays pending.
  expect((await request.post("/api/newsletter", { data: { email: pending } })).ok()).toBe(true);
  await subscribe(request, email);
  await signInAsAdministrator(page, "/admin/content?tab=newsletter&issue=new");
  const subject = `Warm kilns ${uniqueWord()}`;
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Text", { exact: true }).fill("## What is new\n\nRead [all](/products).");
  await page.getByRole("button", { name: "Preview text" }).click();
  const preview = page.getByRole("region", { name: "Preview of the text" });
  await expect(preview.getByRole("heading", { name: "What is new" })).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/issue=\d+/);
  const saved = page.getByRole("region", { name: "As it is saved" });
  await expect(saved.getByRole("heading", { name: "What is new" })).toBeVisible();

  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText(`To ${(await staffOf(request, "administrator")).email}`).first()).toBeVisible();
  const slug = subject.toLowerCase().replaceAll(" ", "-");
  expect((await request.get(`/newsletter/issues/${slug}`)).status()).toBe(404);

  const draft = page.url();
  // Other journeys confirm addresses meanwhile: then their number is shown again, and nothing was sent.
  await expect(async () => {
    await visit(page, draft);
    await page.getByRole("checkbox", { name: /^Yes, mail it to \d+ confirmed address/ }).check();
    await page.getByRole("button", { name: /^Send to \d+ confirmed address/ }).click();
    await expect(page.getByRole("region", { name: "Progress" })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });

  const unsubscribe = await mailedLink(
    page,
    email,
    new RegExp(subject),
    /newsletter\/unsubscribe\?token=[\w.-]+/,
  );
  const mailed = async (to: string) => (await mailsTo(request, to)).filter((mail) => mail.includes(subject));
  expect(await mailed(email)).toHaveLength(1);
  expect(await mailed(pending)).toEqual([]);
  // As a mail program posts it: without a cookie, and sent nowhere else (RFC 8058).
  const oneClick = await fetch(new URL(unsubscribe, page.url()), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    redirect: "manual",
  });
  expect(oneClick.status).toBe(200);

  const issue = await readPage(request, `/newsletter/issues/${slug}`);
  expect(issue.main).toContain(subject);
  expect(issue.main).toContain("What is new");
  expect((await readPage(request, "/newsletter/issues")).linkTo(subject)).toContain(slug);
  expect(await (await request.get("/newsletter/issues/rss.xml")).text()).toContain(slug);
  expect(await (await request.get("/sitemap/issues-1.xml")).text()).toContain(`/newsletter/issues/${slug}`);
  const list = `/admin?tab=customers&search=${encodeURIComponent(email)}&state=unsubscribed`;
  expect((await readPage(page.request, list)).main).toContain(email);
});
