import type { RequestListener } from "node:http";
import { expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withClientAddress } from "./client-address.ts";

const tell: RequestListener = (request, response) => response.end(JSON.stringify(request.headers));

async function ask(trustProxy: boolean, headers: Record<string, string>): Promise<Record<string, string>> {
  const url = await listen(withClientAddress(tell, { trustProxy }));
  return (await fetch(url, { headers })).json();
}

it("is the socket's address", async () => {
  const headers = await ask(false, {});
  expect(headers["x-client-address"]).toBe("127.0.0.1");
});

it("is never what a client says it is", async () => {
  const headers = await ask(false, { "x-client-address": "9.9.9.9", "x-forwarded-for": "8.8.8.8" });
  expect(headers["x-client-address"]).toBe("127.0.0.1");
  expect(headers).not.toHaveProperty("x-forwarded-for");
});

it("is what a trusted proxy added last", async () => {
  const headers = await ask(true, { "x-forwarded-for": "6.6.6.6, ::ffff:203.0.113.7" });
  expect(headers["x-client-address"]).toBe("203.0.113.7");
});

it("is the proxy's own address when that added nothing usable", async () => {
  const headers = await ask(true, { "x-forwarded-for": "unknown" });
  expect(headers["x-client-address"]).toBe("127.0.0.1");
});
