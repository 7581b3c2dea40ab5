import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteChange, setListening } from "#server/core/topics.ts";
import { listen } from "#server/testing/listen.ts";
import { cacheableAddresses } from "./cacheable-address.ts";
import { formFor, withNegotiation } from "./negotiate.ts";
import { withPageCache } from "./page-cache.ts";

describe("the form for a client", () => {
  it.each([
    [undefined, "page"],
    ["", "page"],
    ["*/*", "page"],
    ["text/*", "page"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "page"],
    ["application/ld+json", "linkedData"],
    ["application/linkset+json", "linkset"],
    ["application/*", "linkedData"],
    ["application/ld+json;q=0.5, application/linkset+json;q=0.9", "linkset"],
    ["application/linkset+json;q=0.2, text/html;q=0.3, application/ld+json;q=0.1", "page"],
    ["application/ld+json, text/html;q=0.9", "linkedData"],
    ["text/html;q=0, */*", "linkedData"],
    ["application/json, text/plain, */*", "page"],
    ["APPLICATION/LD+JSON", "linkedData"],
    ["image/png", undefined],
    ["application/json", "linkset"],
    ["application/json, application/ld+json;q=0.1", "linkedData"],
    ["text/html;q=0", undefined],
  ])("that accepts %j is %s", (accept, form) => {
    expect(formFor(accept)).toBe(form);
  });
});

beforeEach(() => setListening(true));
afterEach(() => setListening(false));

/** A shop of batches whose answers name the address and count how often they were made. */
async function shop() {
  let made = 0;
  const topicsAt = cacheableAddresses([
    { path: "batches/:code", cacheRules: [{ topics: ["batches"] }] },
    { path: "batches/:code/passport.jsonld", cacheRules: [{ topics: ["batches"] }] },
    { path: "batches/:code/linkset.json", cacheRules: [{ topics: ["batches"] }] },
  ]);
  const url = await listen(
    withNegotiation(
      withPageCache((request, response) => response.end(`${request.method} ${request.url}`), {
        topicsAt,
        respond: async ({ url: address = "" }) => {
          made += 1;
          const nonce = "AAAAAAAAAAAAAAAAAAAAAA==";
          const isPage = !/\.json(ld)?$/.test(address);
          return new Response(`<p>${made} ${address}</p>`, {
            headers: isPage
              ? {
                  "content-type": "text/html; charset=utf-8",
                  "content-security-policy": `script-src 'nonce-${nonce}'`,
                  vary: "Accept",
                }
              : { "content-type": "application/ld+json", vary: "Accept" },
          });
        },
      }),
    ),
  );
  return async (path: string, accept?: string, method = "GET") => {
    const response = await fetch(url + path, { method, headers: accept === undefined ? {} : { accept } });
    return { response, text: await response.text() };
  };
}

describe("the address of a batch", () => {
  it("has each form in memory for itself, and tells caches that what is accepted decides", async () => {
    const get = await shop();
    const page = await get("/batches/2026-03-A", "text/html");
    const linkedData = await get("/batches/2026-03-A", "application/ld+json");
    const linkset = await get("/batches/2026-03-A", "application/linkset+json");
    expect(page.text).toBe("<p>1 /batches/2026-03-A</p>");
    expect(linkedData.text).toBe("<p>2 /batches/2026-03-A/passport.jsonld</p>");
    expect(linkset.text).toBe("<p>3 /batches/2026-03-A/linkset.json</p>");
    for (const { response } of [page, linkedData, linkset]) {
      expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding, Cookie");
    }
    expect(linkedData.response.headers.get("content-location")).toBe("/batches/2026-03-A/passport.jsonld");
    // All from memory now.
    for (const [accept, text] of [
      ["text/html", page.text],
      ["application/ld+json", linkedData.text],
      ["application/linkset+json", linkset.text],
      ["*/*", page.text],
    ]) {
      expect((await get("/batches/2026-03-A", accept)).text).toBe(text);
    }
    noteChange("batches");
    expect((await get("/batches/2026-03-A", "application/ld+json")).text).toContain("<p>4 ");
  });

  it("answers HEAD in the same form", async () => {
    const get = await shop();
    const { response } = await get("/batches/2026-03-A", "application/linkset+json", "HEAD");
    expect(response.headers.get("content-location")).toBe("/batches/2026-03-A/linkset.json");
  });

  it("says to anyone who takes none of its forms which there are", async () => {
    const get = await shop();
    const { response, text } = await get("/batches/2026-03-A", "image/png");
    expect([response.status, response.headers.get("vary")]).toEqual([406, "Accept"]);
    expect(text).toContain("application/linkset+json");
  });

  it.each([
    "/batches",
    "/batches/2026-03-A.data?_routes=x",
    "/batches/2026-03-A/passport.jsonld",
    "/products",
  ])("alone is answered so, not %s", async (path) => {
    const get = await shop();
    expect((await get(path, "image/png")).response.status).toBe(200);
  });
});
