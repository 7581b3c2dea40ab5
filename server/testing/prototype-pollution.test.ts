import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { parseForm } from "#server/core/parse-form.ts";
import { readNotice, shopCookie } from "#server/http/cookies.server.ts";
import { readNewsletterCookie } from "#server/newsletter/subscribe.server.ts";
import { someFor } from "#server/testing/hostile-texts.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";
import { bodySchemaOf, contractOperations } from "#server/testing/rest-contract.ts";
import { exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { appRouter, handleTrpc } from "#server/trpc/router.server.ts";

/* Names that would reach the prototype of every object, through each reader of what strangers send. */

withSandbox();

afterEach(() => {
  expect("polluted" in {}).toBe(false);
  expect("polluted" in []).toBe(false);
});

/** A row's valid body with a name in it, at each place where it has an object, as text: `JSON.stringify` would drop it. */
function pollutedBodies(valid: unknown, named: string): string[] {
  if (typeof valid !== "object" || valid === null) return [];
  const inside = Object.entries(valid).flatMap(([name, value]) =>
    pollutedBodies(value, named).map((text) =>
      JSON.stringify({ ...valid, [name]: 0 }).replace(`"${name}":0`, () => `"${name}":${text}`),
    ),
  );
  if (Array.isArray(valid)) return pollutedBodies(valid[0], named).map((text) => `[${text}]`);
  const own = JSON.stringify(valid).replace(
    /^\{/,
    () => `{${named}${Object.keys(valid).length > 0 ? "," : ""}`,
  );
  return [own, ...inside];
}

const names = ['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}'];

it("JSON to REST: no row takes such a field, and none is led astray by one deep in its body", async () => {
  const examples = await exampleCalls();
  const cookie = await cookieFor("administrator");
  const withBodies = contractOperations.filter(({ operation }) => bodySchemaOf(operation));
  expect(withBodies.length).toBeGreaterThan(15);
  for (const operation of withBodies) {
    const { path, json } = exampleOf(examples, operation);
    for (const named of names) {
      for (const [place, body] of pollutedBodies(json, named).entries()) {
        const headers = { "Content-Type": "application/json" };
        const { status } = await callRest(operation.method, path, { body, headers, cookie });
        expect(status, `${operation.name} ${body}`).toBeLessThan(500);
        if (place === 0 && !Array.isArray(json)) expect(status, `${operation.name} ${body}`).toBe(422);
      }
    }
  }
}, 60_000);

const plans = [
  { json: {}, meta: { values: { "__proto__.polluted": ["Date"] } } },
  { json: { a: "1" }, meta: { values: { "constructor.prototype.polluted": ["number"] } } },
  { json: { a: "1" }, meta: { values: {}, referentialEqualities: { a: ["__proto__.polluted"] } } },
  { json: { a: [["__proto__", true]] }, meta: { values: { a: ["map"], "a.__proto__.polluted": ["set"] } } },
];

it("superjson to tRPC: no procedure takes such a plan, and none does anything by it", async () => {
  const headers = { cookie: (await cookieFor("administrator")) ?? "", "content-type": "application/json" };
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  );
  const before = await databaseState();
  for (const [place, [path, { _def }]] of procedures.entries()) {
    for (const plan of someFor(place, plans)) {
      const address = `http://127.0.0.1:3000/api/trpc/${path}`;
      const text = JSON.stringify(plan);
      const request =
        _def.type === "query"
          ? new Request(`${address}?input=${encodeURIComponent(text)}`, { headers })
          : new Request(address, { method: "POST", headers, body: text });
      const { status } = await handleTrpc(request, {});
      expect(status, `${path} ${text}`).toBeLessThan(500);
      if (_def.type === "mutation") expect(status, `${path} ${text}`).toBeGreaterThanOrEqual(400);
    }
  }
  expect(await databaseState()).toEqual(before);
}, 60_000);

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
    const { status } = await handleTrpc(request, {});
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
  const submission = parseForm(form, { schema: z.object({ name: z.string() }) });
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
