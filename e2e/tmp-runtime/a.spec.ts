import { expect, test } from "playwright/test";
test("opens", async ({ page, baseURL }) => { await page.goto("/"); console.log(baseURL, await page.evaluate(() => navigator.userAgent).catch(() => "nojs"), page.viewportSize()); expect(await page.title()).toBeTruthy(); });
