import { expect, test } from "playwright/test";
import { mayMountDisks, SmallDisk } from "#server/testing/throwaway-folder.ts";
import { type RunningShop, startShop } from "../support/web-process.ts";

/* A shop with a full disk sells nothing, shows what it has, says so, and continues once there is room. */
test.skip(!mayMountDisks(), "A small disk must be mounted, which only root may, and not in every container.");

let shop: RunningShop;
let disk: SmallDisk | undefined;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  shop = await startShop({ RATE_LIMIT_FACTOR: "1000" }, (folder) => {
    disk = new SmallDisk(folder, 280);
    return disk.folder;
  });
});
test.afterAll(() => shop.stop());

/** A request of some kilobytes, so that the database soon needs another page. */
function enquire(): Promise<Response> {
  const message = "Is there room? ".repeat(300);
  return fetch(`${shop.url}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Eve Early", email: "eve@example.com", subject: "Room", message }),
  });
}

async function untilAnswered(status: number): Promise<Response> {
  for (let left = 200; left > 0; left -= 1) {
    const response = await enquire();
    if (response.status === status) return response;
    expect([200, 503]).toContain(response.status);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing was answered ${status}.`);
}

test("a full disk @deep", async ({ page }) => {
  test.setTimeout(120_000);
  await untilAnswered(200);
  // Visit each page once, because a first visit may need another file.
  const paths = [
    "/",
    "/products",
    "/products/premium-biochar",
    "/about",
    "/qa",
    "/login",
    "/cart",
    "/api/products",
  ];
  for (const path of paths) expect((await fetch(shop.url + path)).status, path).toBe(200);

  disk?.fill();
  const refusal = await untilAnswered(503);
  expect(refusal.headers.get("retry-after")).toBe("5");
  expect(await refusal.json()).toMatchObject({
    code: "unavailable",
    message: "The shop is busy or being looked after. Nothing was lost: please try again shortly.",
  });
  for (const path of paths) expect((await fetch(shop.url + path)).status, path).toBe(200);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  await page.goto(`${shop.url}/products/premium-biochar`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  disk?.makeRoom();
  await untilAnswered(200);
});
