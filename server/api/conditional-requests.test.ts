import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { hasEntityTag } from "./endpoint.ts";
import { restEndpoints } from "./rest-app.server.ts";

const cookie = await cookieFor("administrator");
const examples = await exampleCalls();

async function tagAt(path: string): Promise<string> {
  return (await callRest("GET", path, { cookie })).headers.get("etag") ?? "";
}

const readsToKeep = restEndpoints.filter((row) => row.method === "GET" && hasEntityTag(row));

describe("a read", () => {
  it("answers 304 without a body while nothing changed, and says who may keep it", async () => {
    const conditions = (tag: string) => [tag, `W/${tag}`, `"other", ${tag}`, "*"];
    for (const [index, row] of readsToKeep.entries()) {
      const { path } = exampleOf(examples, row);
      const first = await callRest("GET", path, { cookie });
      const tag = first.headers.get("etag") ?? "";
      expect(tag, path).toMatch(/^"[\w-]{27}"$/);
      // A public one is everybody's to keep, any other nobody's but its reader's.
      const isPublic = row.permission === "public" || row.permission === "products.view";
      const [control, vary] = isPublic
        ? ["public, no-cache", null]
        : ["private, no-cache", "Cookie, Authorization"];
      expect([path, first.headers.get("cache-control"), first.headers.get("vary")]).toEqual([
        path,
        control,
        vary,
      ]);
      const condition = conditions(tag)[index % 4] ?? tag;
      const again = await callRest("GET", path, { cookie, headers: { "If-None-Match": condition } });
      expect([path, again.status, again.body]).toEqual([path, 304, null]);
      for (const name of ["etag", "cache-control", "vary", "link"])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    const changed = await callRest("GET", "/api/products", { headers: { "If-None-Match": '"other"' } });
    expect(changed.status).toBe(200);
  });

  it("names one customer's answer otherwise than another's", async () => {
    const tags = await Promise.all(
      ["customer", "customer"].map(async () => {
        const theirs = await callRest("GET", "/api/auth/user", { cookie: await cookieFor("customer") });
        return theirs.headers.get("etag");
      }),
    );
    expect(new Set(tags).size).toBe(2);
  });

  it("has another tag once the list goes on", async () => {
    const context = await testContext();
    const category = "Conditional";
    await makeProduct(context, { category, name: "A" });
    const path = `/api/products?category=${category}&limit=1`;
    const tag = await tagAt(path);
    await makeProduct(context, { category, name: "B" });
    const again = await callRest("GET", path, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(200);
    expect(again.headers.get("link")).toContain('rel="next"');
  });

  it("by HEAD gets the headers alone", async () => {
    const { status, headers } = await callRest("HEAD", "/api/products");
    expect([status, headers.get("etag")]).toEqual([200, await tagAt("/api/products")]);
  });

  it("that is refused, of use once, or a file is kept by nobody", async () => {
    for (const path of ["/api/nothing", "/api/products/none", "/api/auth/verify", "/api/account/export"]) {
      const { headers } = await callRest("GET", path, { cookie });
      expect([path, headers.get("cache-control"), headers.get("etag")]).toEqual([path, "no-store", null]);
    }
    expect((await callRest("GET", "/api/auth/user")).headers.get("cache-control")).toBe("no-store");
    const report = await callRest("GET", "/api/research/download", { cookie });
    expect(report.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("PUT /api/admin/products/{id} with If-Match", () => {
  const put = (id: number, json: object, tag: string) =>
    callRest("PUT", `/api/admin/products/${id}`, { cookie, json, headers: { "If-Match": tag } });

  it("takes the ETag of the product's own address, and answers with its next one", async () => {
    const { id, slug } = await makeProduct(await testContext(), { stockQuantity: 9, heldQuantity: 2 });
    const first = await put(id, { price: 11, stockQuantity: 30 }, await tagAt(`/api/products/${slug}`));
    expect(first).toMatchObject({ status: 200, body: { price: 11, stockQuantity: 30 } });
    const next = first.headers.get("etag") ?? "";
    expect(next).toBe(await tagAt(`/api/products/${slug}`));
    expect((await put(id, { price: 12 }, `W/${next}`)).status).toBe(200);
  });

  it("takes the ETag of the whole product that administrators read", async () => {
    const { id } = await makeProduct(await testContext());
    const tag = async () =>
      (await callRest("GET", `/api/admin/products/${id}`, { cookie })).headers.get("etag") ?? "";
    const read = await tag();
    expect((await put(id, { packaging: { paper: 40 } }, read)).status).toBe(200);
    expect((await put(id, { packaging: { paper: 41 } }, read)).status).toBe(409);
    expect((await put(id, { packaging: { paper: 41 } }, await tag())).status).toBe(200);
  });

  it("overwrites neither an edit nor a sale that it has not seen, and changes nothing", async () => {
    const { id, slug } = await makeProduct(await testContext(), { stockQuantity: 9 });
    const tag = await tagAt(`/api/products/${slug}`);
    await getOrm().em.fork().nativeUpdate(Product, id, { stockQuantity: 8 });
    const sold = await tagAt(`/api/products/${slug}`);
    for (const outdated of [tag, '"another"', "nonsense"]) {
      expect(await put(id, { stockQuantity: 20 }, outdated)).toMatchObject({
        status: 409,
        body: { code: "conflict" },
      });
    }
    expect(await tagAt(`/api/products/${slug}`)).toBe(sold);
    expect((await put(id, { stockQuantity: 20 }, sold)).body).toMatchObject({ stockQuantity: 20 });
    expect((await put(id, { price: 13 }, sold)).status).toBe(409);
  });

  it("asks with * only that there is something", async () => {
    const { id } = await makeProduct(await testContext());
    expect((await put(id, { price: 14 }, "*")).status).toBe(200);
    expect((await put(2_000_000_000, { price: 14 }, "*")).status).toBe(404);
  });

  it("lets only one of two editors of the same version save", async () => {
    const { id, slug } = await makeProduct(await testContext());
    const tag = await tagAt(`/api/products/${slug}`);
    const responses = await Promise.all([put(id, { price: 15 }, tag), put(id, { price: 16 }, tag)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("PUT /api/admin/settings with If-Match", () => {
  const PATH = "/api/admin/settings";
  const put = (json: object, tag: string) =>
    callRest("PUT", PATH, { cookie, json, headers: { "If-Match": tag } });

  it("refuses with 409 what was read before somebody else saved", async () => {
    const tag = await tagAt(PATH);
    expect((await put({ taxLabel: "GST" }, tag)).status).toBe(200);
    expect(await put({ taxLabel: "Sales tax" }, tag)).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect((await callRest("GET", PATH, { cookie })).body).toMatchObject({ taxLabel: "GST" });
    expect((await put({ taxLabel: "VAT" }, "*")).status).toBe(200);
  });

  it("lets only one of two editors of the same version save", async () => {
    const tag = await tagAt(PATH);
    const responses = await Promise.all([put({ taxLabel: "One" }, tag), put({ taxLabel: "Two" }, tag)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
