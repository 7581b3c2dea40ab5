import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withDirectActions } from "./direct-actions.ts";

const echo = {
  path: /^\/api\/(?!docs$)[\w./-]+$/,
  act: async (request: Request) =>
    new Response(await request.text(), {
      status: 201,
      headers: [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["X-Seen", `${request.method} ${new URL(request.url).pathname} ${request.headers.get("x-own")}`],
      ],
    }),
};
const start = () => listen(withDirectActions((_request, response) => response.end("the router"), [echo]));

describe("a write to an address with a direct action", () => {
  it("is answered by the action, with its status, headers and body", async () => {
    const url = await start();
    const response = await fetch(`${url}/api/orders?x=1`, {
      method: "POST",
      body: "tea",
      headers: { "x-own": "yes" },
    });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("tea");
    expect(response.headers.get("x-seen")).toBe("POST /api/orders yes");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("content-length")).toBe("3");
  });

  it("goes to the router when the action is for other addresses", async () => {
    const url = await start();
    for (const path of ["/api/docs", "/api/orders%2F1", "/contact"]) {
      const response = await fetch(url + path, { method: "POST", body: "tea" });
      expect([path, await response.text()]).toEqual([path, "the router"]);
    }
  });
});

it("leaves reads to the router", async () => {
  const response = await fetch(`${await start()}/api/orders`);
  expect(await response.text()).toBe("the router");
});
