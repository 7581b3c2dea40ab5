import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteChange, setListening } from "#server/core/topics.ts";
import { listen } from "#server/testing/listen.ts";
import { cacheableAddresses } from "./cacheable-address.ts";
import { withPageCache } from "./page-cache.ts";
import type { PageRequest } from "./remix-application.ts";

beforeEach(() => setListening(true));
afterEach(() => setListening(false));

const MADE_NONCE = "AAAAAAAAAAAAAAAAAAAAAA==";

/** What the application can respond apart from a page that may be cached. */
type Made = Partial<{ status: number; headers: Headers; body: BodyInit }>;

const topicsAt = cacheableAddresses([
  { index: true, cacheRules: [{ topics: ["settings", "catalogue"] }] },
  { path: "products", cacheRules: [{ topics: ["settings", "catalogue"], parameters: ["page"] }] },
  { path: "products/:slug", cacheRules: [{ topics: ["catalogue"] }] },
  { path: "about", cacheRules: [{ topics: ["settings", "content"] }] },
  { path: "blog", cacheRules: [{ topics: ["content"] }] },
  {
    path: "api/*",
    cacheRules: [{ topics: ["catalogue"], paths: ["/api/products"], parameters: ["cursor"] }],
  },
]);

/** A shop that counts the requests for each page and writes the count into the page. */
async function shop(page: (request: PageRequest, turn: number) => Made | Promise<Made> = () => ({})) {
  const requests: PageRequest[] = [];
  let time = 0;
  const url = await listen(
    withPageCache(
      (request, response) => response.end(`from the application: ${request.headers.cookie ?? "nobody"}`),
      {
        topicsAt,
        respond: async (request) => {
          requests.push(request);
          const body = Buffer.from(`<p id="${requests.length}"><script nonce="${MADE_NONCE}">go();</script>`);
          const headers = new Headers({
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": `script-src 'nonce-${MADE_NONCE}'; object-src 'none'`,
          });
          const made = { status: 200, headers, body, ...(await page(request, requests.length)) };
          return new Response(made.body, made);
        },
      },
      { now: () => time },
    ),
  );
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { response, text: await response.text() };
  };
  return {
    url,
    get,
    requests,
    later: (ms: number) => {
      time += ms;
    },
  };
}

/** `go();` as Content-Security-Policy names it. */
const GO = "'sha256-bYOqbsii8BMz1hC57p5sZG4K4cMuk6QQDiwupM2aRMM='";

describe("a visitor without a cookie", () => {
  it("gets a page that was made once, the same bytes as everybody, its scripts named by their hashes", async () => {
    const { get, requests } = await shop();
    const visits = [await get("/products"), await get("/products"), await get("/products")];
    expect(requests).toHaveLength(1);
    for (const { response, text } of visits) {
      expect(text).toBe('<p id="1"><script>go();</script>');
      expect(response.headers.get("content-security-policy")).toBe(`script-src ${GO}; object-src 'none'`);
    }
  });

  it("runs no script that did not carry the page's nonce, and needs no hash for data and files", async () => {
    const { get } = await shop(() => ({
      body: Buffer.from(
        [
          "<script>intruder();</script>",
          `<script type="application/ld+json" nonce="${MADE_NONCE}">{}</script>`,
          `<script nonce="${MADE_NONCE}" src="/own.js"></script>`,
          `<script nonce="${MADE_NONCE}">go();</script>`,
        ].join(""),
      ),
    }));
    const { response } = await get("/products");
    expect(response.headers.get("content-security-policy")).toBe(`script-src ${GO}; object-src 'none'`);
  });

  it("asks for nothing again that it has, by a strong tag for each encoding", async () => {
    const { get } = await shop();
    const tagOf = async (encoding: string) =>
      (await get("/about", { "accept-encoding": encoding })).response.headers.get("etag") ?? "";
    const tags = [await tagOf("br"), await tagOf("gzip"), await tagOf("identity")];
    expect(new Set(tags).size).toBe(3);
    const again = await get("/about", { "accept-encoding": "br", "if-none-match": `"old", ${tags[0]}` });
    expect([again.response.status, again.text]).toEqual([304, ""]);
    const other = await get("/about", { "accept-encoding": "gzip", "if-none-match": tags[0] ?? "" });
    expect(other.response.status).toBe(200);
  });

  it("may be answered by a cache that many share for as long as the shop keeps the page, unless a cookie comes", async () => {
    const { get } = await shop();
    const { headers } = (await get("/about")).response;
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate, s-maxage=10");
    expect(headers.get("vary")).toBe("Accept-Encoding, Cookie");
  });

  it("gets it compressed or not, as the browser takes it", async () => {
    const { url, get } = await shop();
    const plain = await fetch(`${url}/about`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toContain('<p id="1">');
    const { response, text } = await get("/about", { "accept-encoding": "gzip, br" });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(text).toContain('<p id="1">');
    const gzip = await get("/about", { "accept-encoding": "gzip" });
    expect(gzip.response.headers.get("content-encoding")).toBe("gzip");
    expect(gzip.text).toBe(text);
  });

  it("waits with all others for the one page that is being made", async () => {
    let finish = () => {};
    const made = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { get, requests } = await shop(async () => {
      await made;
      return {};
    });
    const visits = Array.from({ length: 20 }, () => get("/"));
    await expect.poll(() => requests.length).toBe(1);
    finish();
    for (const { text } of await Promise.all(visits)) expect(text).toContain('<p id="1">');
    expect(requests).toHaveLength(1);
  });

  it("gets another page at another address, query or host", async () => {
    const { get, requests } = await shop();
    for (const path of ["/products", "/products?page=2", "/products?page=2", "/products/a", "/products.data"])
      await get(path);
    expect(requests.map(({ url }) => url)).toEqual([
      "/products",
      "/products?page=2",
      "/products/a",
      "/products.data",
    ]);
  });

  it("gets a 304 when it has the current page", async () => {
    const tagged = { headers: new Headers({ "content-type": "application/json", etag: 'W/"one"' }) };
    const { get } = await shop(() => ({ ...tagged, body: Buffer.from("[]") }));
    expect((await get("/api/products")).text).toBe("[]");
    const { response, text } = await get("/api/products", { "if-none-match": 'W/"one"' });
    expect([response.status, text]).toEqual([304, ""]);
  });
});

describe("a page is made again", () => {
  it("as soon as something changes that it is made of, and only then", async () => {
    const { get, requests } = await shop();
    await get("/products");
    noteChange("content");
    await get("/products");
    expect(requests).toHaveLength(1);
    noteChange("catalogue");
    expect((await get("/products")).text).toContain('<p id="2">');
    noteChange("settings");
    expect((await get("/products")).text).toContain('<p id="3">');
  });

  it("when something changed while it was being made", async () => {
    const { get, requests } = await shop((_request, turn) => {
      if (turn === 1) noteChange("catalogue");
      return {};
    });
    await get("/products");
    await get("/products");
    expect(requests).toHaveLength(2);
  });

  it("after some seconds at the latest", async () => {
    const { get, requests, later } = await shop();
    await get("/blog");
    later(9_999);
    await get("/blog");
    expect(requests).toHaveLength(1);
    later(1);
    await get("/blog");
    expect(requests).toHaveLength(2);
  });

  it("for everybody by the application while changes are not heard", async () => {
    const { get, requests } = await shop();
    await get("/products");
    setListening(false);
    expect((await get("/products")).text).toBe("from the application: nobody");
    setListening(true);
    expect((await get("/products")).text).toContain('<p id="2">');
    expect(requests).toHaveLength(2);
  });
});

describe("nothing of a person is kept", () => {
  it.each([
    ["any cookie", "/products", { cookie: "cart=x" }],
    ["a cookie that nobody knows yet", "/", { cookie: "invented=1" }],
    ["a key", "/api/products", { authorization: "Bearer key" }],
    ["an address that is one's own", "/account", {}],
    ["a cart", "/cart", {}],
    ["an order", "/order-confirmation?t=x", {}],
    ["a form's page", "/newsletter", {}],
    ["a person's API call", "/api/auth/user", {}],
    ["a sign-in page", "/login", {}],
  ])("%s: the application answers", async (_what, path, headers) => {
    const { get, requests } = await shop();
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await get(path, headers)).text).toMatch(/^from the application/);
    }
    expect(requests).toHaveLength(0);
  });

  it("the page is made for a request that tells nothing of the visitor", async () => {
    const { get, requests } = await shop();
    await get("/products", {
      "user-agent": "Somebody's",
      "accept-language": "cy",
      referer: "https://elsewhere.example/",
      "x-client-address": "192.0.2.7",
      "x-forwarded-for": "192.0.2.7",
    });
    // The client's address serves the limits: a search counts under the visitor who made it.
    expect(Object.keys(requests[0]?.headers ?? {})).toEqual(["host", "x-client-address"]);
  });

  it.each([
    ["sets a cookie", { headers: { "set-cookie": "cart=1" } }],
    ["must not be stored", { headers: { "cache-control": "private, no-store" } }],
    ["differs by something else", { headers: { vary: "Accept-Language" } }],
    ["is a refusal", { status: 404 }],
    ["is a redirect", { status: 302 }],
    ["is a page without a nonce", { headers: { "content-security-policy": "default-src 'self'" } }],
  ])("an answer that %s is given to nobody else", async (_what, change) => {
    const { get, requests } = await shop((_request, turn) => ({
      ...("status" in change ? { status: change.status } : {}),
      headers: new Headers({
        "content-type": "text/html",
        "content-security-policy": `script-src 'nonce-${MADE_NONCE}'`,
        ...("headers" in change ? change.headers : {}),
        "x-turn": String(turn),
      }),
    }));
    for (let turn = 0; turn < 2; turn += 1) {
      const { response, text } = await get("/products");
      expect(text).toBe("from the application: nobody");
      expect(response.headers.get("x-turn")).toBeNull();
    }
    expect(requests).toHaveLength(2);
  });

  it("a page that could not be made is the application's to explain", async () => {
    const { get } = await shop(() => Promise.reject(new Error("no database")));
    expect((await get("/products")).text).toBe("from the application: nobody");
  });
});

it("forgets the oldest pages when there are too many", async () => {
  let made = 0;
  const body = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join(" "));
  const url = await listen(
    withPageCache(
      (_request, response) => response.end(),
      {
        topicsAt,
        respond: async () => {
          made += 1;
          return new Response(body, { headers: { "content-type": "application/json" } });
        },
      },
      { mostBytes: 40_000 },
    ),
  );
  const get = async (page: number) => (await fetch(`${url}/api/products?cursor=${page + 1}`)).arrayBuffer();
  for (let page = 0; page < 9; page += 1) await get(page);
  const before = made;
  await get(8);
  expect(made).toBe(before);
  await get(0);
  expect(made).toBe(before + 1);
});
