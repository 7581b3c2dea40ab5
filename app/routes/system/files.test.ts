import { expect, it } from "vitest";
import { files } from "#server/api/rest-app.server.ts";
import { routes } from "../../routes.ts";
import { loader } from "./files.ts";
import { action, loader as restLoader } from "./rest.ts";

async function ask(handler: typeof action, path: string, method = "GET"): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { method });
  return handler({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown as Response);
}

it("each file has an address, and each of these addresses a file", () => {
  const addresses = routes.filter(({ file }) => file.endsWith("/files.ts")).map(({ path }) => `/${path}`);
  expect(addresses.sort()).toEqual(Object.keys(files).sort());
});

it.each([
  ["/robots.txt", "text/plain; charset=utf-8", "public, max-age=3600"],
  ["/robots.txt/", "text/plain; charset=utf-8", "public, max-age=3600"],
  ["/blog/rss.xml", "application/rss+xml; charset=utf-8", null],
  ["/newsletter/issues/rss.xml", "application/rss+xml; charset=utf-8", null],
  ["/contact/map?load", "text/html; charset=utf-8", null],
  ["/.well-known/did.json", "application/json", "public, max-age=60"],
  ["/.well-known/gs1resolver", "application/json", "public, max-age=60"],
  ["/healthz", "text/plain", "no-store"],
])("%s is a file for everybody", async (path, type, caching) => {
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await ask(loader, path, method);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, type, caching]);
  }
});

it("what could not be made is said in plain words, without a reason", async () => {
  const request = new Request("http://127.0.0.1:3000/robots.txt");
  let reads = 0;
  Object.defineProperty(request, "headers", {
    get() {
      reads += 1;
      if (reads === 1) throw new Error("a reason");
      return new Headers();
    },
  });
  const failed = await loader({ request, params: {}, context: {} });
  expect([failed.status, failed.headers.get("content-type"), failed.headers.get("cache-control")]).toEqual([
    500,
    "text/plain; charset=utf-8",
    "no-store",
  ]);
  expect(await failed.text()).toBe("Something went wrong on our side. Please try again.");
});

it("what is missing is said in plain words, and to be asked for again", async () => {
  const missing = await ask(loader, "/media/no-such-picture.webp");
  expect(missing.status).toBe(404);
  expect(missing.headers.get("cache-control")).toBe("no-store");
  expect(await missing.text()).toBe("There is no such picture.");
  const paper = await ask(loader, "/resources/no-such-paper.pdf");
  expect([paper.status, paper.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
});

it("a webhook wants an event, whether or not its address ends with a slash", async () => {
  const read = await ask(restLoader, "/webhooks/stripe");
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  for (const path of ["/webhooks/nobody", "/webhooks/nobody/"]) {
    const response = await ask(action, path, "POST");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "There is no such provider.", code: "not_found" });
  }
});
