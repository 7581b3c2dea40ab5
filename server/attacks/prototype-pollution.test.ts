import { parseWithZod } from "@conform-to/zod/v4";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { shopCookie } from "#server/http/cookies.server.ts";
import { readNotice } from "#server/http/notice.server.ts";
import { readNewsletterCookie } from "#server/newsletter/newsletter-cookie.server.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { answerTrpc } from "#server/trpc/answer-trpc.server.ts";

/* Names that would reach the prototype of every object, through each reader of what strangers send. */

afterEach(() => {
  expect("polluted" in {}).toBe(false);
  expect("polluted" in []).toBe(false);
});

const bodies = [
  '{"__proto__": {"polluted": true}}',
  '{"constructor": {"prototype": {"polluted": true}}}',
  '{"name": "Mallory", "email": "m@example.com", "subject": "Hello", "message": "Long enough text", "__proto__": {"polluted": true}}',
];

it.each(bodies)("JSON to REST: %s is refused as a field that is not there", async (body) => {
  const headers = { "Content-Type": "application/json" };
  for (const [method, path] of [
    ["POST", "/api/contact"],
    ["POST", "/api/orders"],
    ["POST", "/api/auth/register"],
    ["PUT", "/api/admin/settings"],
  ] as const) {
    const cookie = await cookieFor("administrator");
    const { status } = await callRest(method, path, { body, headers, cookie });
    expect(status, path).toBe(422);
  }
});

it.each([
  { json: {}, meta: { values: { "__proto__.polluted": ["Date"] } } },
  { json: { a: "1" }, meta: { values: { "constructor.prototype.polluted": ["number"] } } },
  { json: { a: "1" }, meta: { values: {}, referentialEqualities: { a: ["__proto__.polluted"] } } },
  { json: { a: [["__proto__", true]] }, meta: { values: { a: ["map"], "a.__proto__.polluted": ["set"] } } },
])("superjson to tRPC: %j is refused", async (input) => {
  const address = `http://127.0.0.1:3000/api/trpc/users.list?input=${encodeURIComponent(JSON.stringify(input))}`;
  const headers = { cookie: (await cookieFor("administrator")) ?? "" };
  const read = await answerTrpc(new Request(address, { headers }), {});
  expect(read.status).toBeLessThan(500);
  const write = await answerTrpc(
    new Request("http://127.0.0.1:3000/api/trpc/users.verify", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(input),
    }),
    {},
  );
  expect(write.status).toBeGreaterThanOrEqual(400);
  expect(write.status).toBeLessThan(500);
});

it("superjson to tRPC: text that is no JSON, or has a broken plan, is refused and is no failure of ours", async () => {
  const headers = { cookie: (await cookieFor("administrator")) ?? "", "content-type": "application/json" };
  for (const body of [
    "{",
    '"text"',
    "[]",
    "null",
    '{"json":{"id":1},"meta":{"values":{"id":["nonsense"]}}}',
  ]) {
    const request = new Request("http://127.0.0.1:3000/api/trpc/users.verify", {
      method: "POST",
      headers,
      body,
    });
    const { status } = await answerTrpc(request, {});
    expect(status, body).toBeGreaterThanOrEqual(400);
    expect(status, body).toBeLessThan(500);
  }
});

it("forms: names with dots and brackets make fields of the form alone", () => {
  const form = new FormData();
  form.set("__proto__.polluted", "yes");
  form.set("__proto__[polluted]", "yes");
  form.set("constructor.prototype.polluted", "yes");
  form.set("a.__proto__.polluted", "yes");
  form.set("name", "Mallory");
  const submission = parseWithZod(form, { schema: z.object({ name: z.string() }) });
  expect(submission.status === "success" && submission.value).toEqual({ name: "Mallory" });
});

it("cookies that nobody signed: are read as what they should be, or not at all", async () => {
  const planted = '{"__proto__": {"polluted": true}, "kind": "success", "title": "Hello"}';
  for (const name of ["notice", "newsletter"]) {
    const cookie = `${name}=${Buffer.from(planted).toString("base64")}`;
    const request = new Request("http://shop.test/", { headers: { cookie } });
    await readNotice(request);
    await readNewsletterCookie(request);
    expect(shopCookie(name, { maxAge: 1 }).isSigned).toBe(false);
  }
});
