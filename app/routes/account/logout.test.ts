import { expect, it } from "vitest";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { action } from "./logout.ts";

it("signing out tells the browser to forget what it kept of private pages", async () => {
  const cookie = await cookieFor("customer");
  const request = new Request("http://127.0.0.1:3000/logout", {
    method: "POST",
    headers: { Cookie: cookie ?? "", "Sec-Fetch-Site": "same-origin" },
  });
  const response = await action({ request, params: {}, context: {} });
  expect(response.status).toBe(303);
  expect(response.headers.get("clear-site-data")).toBe('"cache"');
});
