import { expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withReadableAddress } from "./client-address.ts";

const shop = () => listen(withReadableAddress((_request, response) => response.end("through")));

it.each(["/", "/products/a%20b?search=%E0%A4%A", "/api/products/%F0%9F%8C%B1"])(
  "lets %s through",
  async (path) => {
    expect(await (await fetch(`${await shop()}${path}`)).text()).toBe("through");
  },
);

it.each(["/api/products/%E0%A4%A", "/api/%zz", "/api/%"])("refuses %s with JSON", async (path) => {
  const response = await fetch(`${await shop()}${path}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "bad_request" });
});

it("refuses an unreadable page address in plain words", async () => {
  const response = await fetch(`${await shop()}/products/%E0`);
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/cannot be read/);
});

it("refuses methods that nothing answers, and says which are answered", async () => {
  const response = await fetch(`${await shop()}/api/products`, { method: "PROPFIND" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toContain("GET");
  expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
});
