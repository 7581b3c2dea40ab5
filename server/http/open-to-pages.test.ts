import { expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withOpenToPages } from "./negotiate.ts";

async function ask(path: string, method = "GET", asked = "GET"): Promise<Response> {
  const url = await listen(withOpenToPages((_request, response) => response.end("answer")));
  const headers = { Origin: "https://verifier.example", "Access-Control-Request-Method": asked };
  return fetch(url + path, { method, headers });
}

it.each([
  "/01/09506000134352?linkType=linkset",
  "/01/09506000134352/10/A/21/S",
  "/.well-known/did.json",
  "/.well-known/gs1resolver",
  "/batches/2026-03-A",
  "/batches/2026-03-A/passport.jsonld",
  "/statements/status/1",
  "/blog/rss.xml",
  "/sitemap.xml",
  "/api/openapi.json",
])("lets pages of other sites read %s, and asks nothing of them first", async (path) => {
  const read = await ask(path);
  expect([read.headers.get("access-control-allow-origin"), await read.text()]).toEqual(["*", "answer"]);
  const before = await ask(path, "OPTIONS");
  expect([before.status, before.headers.get("access-control-allow-methods")]).toEqual([
    204,
    "GET, HEAD, OPTIONS",
  ]);
});

it.each([
  ["/account", "GET", "GET"],
  ["/api/orders", "GET", "GET"],
  ["/api/admin/batches", "GET", "GET"],
  ["/01/09506000134352", "POST", "POST"],
  ["/.well-known/did.json", "OPTIONS", "PUT"],
])("opens neither %s to %s nor after asking for %s", async (path, method, asked) => {
  const response = await ask(path, method, asked);
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
});
