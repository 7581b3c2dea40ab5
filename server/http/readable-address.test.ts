import { request as send } from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { withReadableAddress } from "./readable-address.ts";

interface Answer {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

const shop = () => listen(withReadableAddress((request, response) => response.end(`at ${request.url}`)));

/** As a client that resolves nothing by itself. */
async function ask(target: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(await shop());
  return new Promise<Answer>((resolve, reject) => {
    const sent = send({ hostname, port, path: target, ...options }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("an address that can be read in one way", () => {
  it.each([
    ["/"],
    ["/products/"],
    ["/products/a%20b?search=%E0%A4%A"],
    ["/api/products/%F0%9F%8C%B1"],
    ["/orders/INV-1/use?token=a/../b"],
    [`/a${"/a".repeat(19)}`],
    ["/.well-known/did.json"],
    ["/01/09506000134352"],
  ])("goes through as it is: %s", async (target) => {
    expect(await ask(target)).toMatchObject({ status: 200, text: `at ${target}` });
  });

  it.each([
    ["/%63heckout", "/checkout"],
    ["/products/premium%2dbiochar", "/products/premium-biochar"],
    ["/caf%c3%a9", "/caf%C3%A9"],
  ])("has one form: %s is %s", async (target, form) => {
    expect((await ask(target)).text).toBe(`at ${form}`);
  });
});

describe("an address that two layers could read in two ways", () => {
  it.each([
    ["/webhooks/../login"],
    ["/webhooks/%2e%2E/login"],
    ["/webhooks/.%2e/login"],
    ["/./sandbox/stripe"],
    ["/sandbox/."],
    ["/webhooks\\..\\login"],
    ["/login#/webhooks"],
    ["/api/%zz"],
    ["/products/%E0%A4%A"],
    ["/products?search=a%00b"],
    ["/products?_data=root"],
    ["/?x=1&%5fdata=root"],
    ["http://elsewhere.example/login"],
    ["*"],
  ])("is refused with 400: %s", async (target) => {
    expect((await ask(target)).status).toBe(400);
  });

  it.each([
    ["//login"],
    ["/products//x"],
    ["/blog/a%00b"],
    ["/blog/a%0ab"],
    ["/blog/%7F"],
    ["/blog/a%C2%85"],
  ])("has nothing there: %s", async (target) => {
    expect((await ask(target)).status).toBe(404);
  });
});

it("has nothing at more than 20 segments or 2,000 characters, whatever they are", async () => {
  for (const target of ["/a".repeat(21), `/${"a".repeat(2000)}`, "/a/".repeat(4000), "/".repeat(9000)]) {
    expect((await ask(target)).status, target.slice(0, 40)).toBe(404);
  }
});

it("lets a browser discover the routes of a page's links at once, and of no more paths than a page has", async () => {
  const discovery = (...paths: string[]) => `/__manifest?p=${paths.join("&p=")}&version=1`;
  const orders = Array.from({ length: 100 }, (_, order) => `/orders/${order}`);
  // And the one above them.
  expect((await ask(discovery(...orders.slice(1)))).status).toBe(200);
  expect((await ask(discovery(...orders))).status).toBe(400);
  expect((await ask(discovery(...orders.slice(1), ...orders.slice(1)))).status).toBe(200);
  const deep = Array.from({ length: 34 }, (_, order) => `/orders/${order}/x/y`);
  expect((await ask(discovery(...deep))).status).toBe(400);
  expect((await ask(discovery(...deep).replace("__", "%5F_"))).status).toBe(400);
  expect((await ask(discovery(`/${"a/".repeat(2000)}`))).status).toBe(400);
});

it("refuses a header too long to be taken apart", async () => {
  for (const name of ["Accept", "Accept-Encoding", "Idempotency-Key", "X-Forwarded-For", "If-None-Match"]) {
    expect((await ask("/", { headers: { [name]: `a${" ".repeat(2000)}b` } })).status, name).toBe(431);
  }
});

it("answers scripts with JSON, and people in plain words, with the headers of every response", async () => {
  const forScripts = await ask("/api/%");
  expect(JSON.parse(forScripts.text)).toMatchObject({ code: "bad_request" });
  const forPeople = await ask("/products/%E0");
  expect(forPeople.text).toMatch(/cannot be read/);
  expect(forPeople.headers).toMatchObject({ "x-content-type-options": "nosniff" });
});

it("refuses methods that nothing answers, and says which are answered", async () => {
  const response = await ask("/api/products", { method: "PROPFIND" });
  expect(response.status).toBe(405);
  expect(response.headers.allow).toContain("GET");
  expect(JSON.parse(response.text)).toMatchObject({ code: "method_not_allowed" });
});
