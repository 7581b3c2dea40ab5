import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { roles } from "#server/access/roles.ts";
import { callRest, cookieFor, databaseState } from "#server/testing/rest-caller.ts";
import { type ExampleCall, exampleCalls } from "#server/testing/rest-examples.ts";
import { withSandbox } from "#server/testing/rest-sandbox.ts";
import { restEndpoints } from "./rest-app.server.ts";

const RUNS = 200;

withSandbox();

let examples: Record<string, ExampleCall>;
const cookies: (string | undefined)[] = [];

beforeAll(async () => {
  examples = await exampleCalls();
  for (const role of ["visitor", ...roles] as const) cookies.push(await cookieFor(role));
});

/** Something from the row's own example, so that requests come near enough to be interesting. */
function bodyNear(valid: unknown): fc.Arbitrary<unknown> {
  const names = typeof valid === "object" && valid !== null ? Object.keys(valid) : [];
  const changed = fc
    .tuple(fc.constantFrom(...names, "surprise", "__proto__"), fc.jsonValue())
    .map(([name, value]) => {
      const copy = { ...(valid as object) };
      Object.defineProperty(copy, name, { value, enumerable: true });
      return copy;
    });
  return fc.oneof(changed, fc.jsonValue(), fc.constant(valid));
}

const queries = fc.dictionary(
  fc.oneof(fc.constantFrom("limit", "cursor", "search", "category", "sort"), fc.string()),
  fc.oneof(fc.string({ unit: "binary" }), fc.integer().map(String)),
  { maxKeys: 3 },
);

/** Mostly nothing, so that most requests differ from a good one in one place only. */
function seldom<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const requests = fc
  .record({
    row: fc.constantFrom(...restEndpoints.map(({ method, path }) => `${method} ${path}`)),
    method: seldom(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")),
    segment: seldom(fc.string({ unit: "binary" })),
    query: fc.option(queries, { freq: 2 }),
    caller: fc.nat(roles.length),
    type: seldom(
      fc.constantFrom("text/plain", "application/json; charset=utf-8", "application/merge-patch+json", ""),
    ),
  })
  .chain(({ row, ...rest }) => bodyNear(examples[row]?.json).map((json) => ({ row, ...rest, json })));

it(`answers ${RUNS} random requests without a failure of its own, and none that it refuses changes anything`, async () => {
  let state = await databaseState();
  await fc.assert(
    fc.asyncProperty(requests, async ({ row, method, segment, query, caller, type, json }) => {
      const [ownMethod = "", template = ""] = row.split(" ");
      const sent = method ?? ownMethod;
      const [example = template] = examples[row]?.path.split("?") ?? [];
      const path = segment === null ? example : example.replace(/[^/]+$/, encodeURIComponent(segment));
      const search = query ? `?${new URLSearchParams(query)}` : "";
      const reads = sent === "GET" || sent === "HEAD";
      const { status } = await callRest(sent, `${path}${search}`, {
        cookie: cookies[caller],
        headers: type === null ? {} : { "Content-Type": type },
        ...(reads || json === undefined ? {} : { json }),
      });
      const before = state;
      state = await databaseState();
      expect(status).toBeLessThan(500);
      if (reads || status >= 400) expect(state).toEqual(before);
    }),
    { numRuns: RUNS },
  );
}, 120_000);
