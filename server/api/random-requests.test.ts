import fc from "fast-check";
import { expect, it } from "vitest";
import { capabilities, roles } from "#server/core/roles.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";
import { contractOperations, parametersOf } from "#server/testing/rest-contract.ts";
import { exampleCalls } from "#server/testing/rest-examples.ts";
import { makeApiKey } from "#server/testing/users.ts";
import { databaseState, watchWrites } from "#server/testing/watch-writes.ts";

/** The same requests each time, unless these variables change them: RANDOM_REQUESTS=20000 RANDOM_SEED=$RANDOM. */
const RUNS = Number(process.env.RANDOM_REQUESTS ?? 200);
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_121);
/** Each takes less than a second; a busy machine may need longer. */
const HANG_MS = 60_000;

withSandbox();
const credentials: Record<string, string>[] = [{ Authorization: "Bearer oxb_nothing" }];

const examples = await exampleCalls();
for (const role of ["visitor", ...roles] as const) {
  const cookie = await cookieFor(role);
  credentials.push(cookie ? { Cookie: cookie } : {});
}
credentials.push((await makeApiKey({ permissions: capabilities })).headers);
const writes = await watchWrites();

/** A value from the operation's example, so that requests come close enough to be interesting. */
function bodyNear(valid: unknown): fc.Arbitrary<unknown> {
  const names = typeof valid === "object" && valid !== null ? Object.keys(valid) : [];
  const changed = fc
    .tuple(fc.constantFrom(...names, "surprise", "__proto__"), fc.oneof(fc.jsonValue(), extremes))
    .map(([name, value]) => {
      const copy = { ...(valid as object) };
      Object.defineProperty(copy, name, { value, enumerable: true });
      return copy;
    });
  const lacking = fc.subarray(names).map((left) => pick(valid, left));
  return fc.oneof(changed, lacking, fc.jsonValue(), fc.constant(valid));
}

/** Values that have broken other programs. */
const extremes = fc.constantFrom<unknown>(
  ...[
    0,
    -1,
    2 ** 31,
    2 ** 53,
    1e308,
    -0.005,
    "0x10",
    "1e9",
    "NaN",
    "\u0000",
    "\ud800",
    "\u202e",
    "%",
    "'; --",
  ],
  ...["x".repeat(10_000), "[object Object]", "constructor", [], [[]], {}, { toString: null }, null, true],
);

function pick(valid: unknown, names: string[]): object {
  return Object.fromEntries(Object.entries(valid ?? {}).filter(([name]) => names.includes(name)));
}

const parameterNames = contractOperations.flatMap(({ operation }) =>
  parametersOf(operation).flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
);

const queries = fc.dictionary(
  fc.oneof(fc.constantFrom(...new Set(parameterNames)), fc.string()),
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.integer().map(String),
    extremes.map((extreme) => JSON.stringify(extreme)),
  ),
  { maxKeys: 3 },
);

const headers = fc.dictionary(
  fc.constantFrom("If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Origin", "Range", "Cookie"),
  fc.oneof(
    fc.constantFrom("*", '""', '"a", W/"b"', "7b1d1a52-6d0e-4b57-9d1e-0a5b8f6c2d11", "session=%00"),
    fc.stringMatching(/^[!-~]{1,40}$/),
  ),
  { maxKeys: 2 },
);

const types = fc.constantFrom(
  "text/plain",
  "application/json; charset=utf-8",
  "application/merge-patch+json",
  "",
);

/** Mostly none, so that most requests differ from a good one in one place only. */
function seldom<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const requests = fc
  .record({
    row: fc.constantFrom(...contractOperations),
    otherMethod: seldom(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")),
    segment: seldom(fc.string({ unit: "binary" })),
    query: seldom(queries),
    extraHeaders: seldom(headers),
    caller: fc.nat(roles.length + 2),
    type: seldom(types),
  })
  .chain(({ row, ...rest }) => bodyNear(examples[row.name]?.json).map((json) => ({ row, ...rest, json })));

/** A wrong code is one of the few that may be tried. */
const COUNTS_WRONG_CODES = "POST /api/newsletter/confirm";

it(`answers ${RUNS} random requests of seed ${SEED} within the contract, and changes nothing when it refuses`, async () => {
  let state = await databaseState();
  let written = await writes();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { row, otherMethod, segment, query, extraHeaders, caller, type, json } = request;
      const method = otherMethod ?? row.method;
      const [example = row.path] = examples[row.name]?.path.split("?") ?? [];
      const path = segment === null ? example : example.replace(/[^/]+$/, encodeURIComponent(segment));
      const search = query ? `?${new URLSearchParams(query)}` : "";
      const reads = ["GET", "HEAD", "OPTIONS"].includes(method);
      const { status } = await callRest(method, `${path}${search}`, {
        headers: {
          ...credentials[caller],
          ...extraHeaders,
          ...(type === null ? {} : { "Content-Type": type }),
        },
        ...(reads || json === undefined ? {} : { json }),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      const now = await writes();
      if (now === written) return;
      written = now;
      const before = state;
      state = await databaseState();
      if (reads || (status >= 400 && row.name !== COUNTS_WRONG_CODES)) expect(state).toEqual(before);
    }),
    { numRuns: RUNS, seed: SEED, timeout: HANG_MS },
  );
  // The run is only worth something if it gets past the guards.
  for (const status of [200, 400, 401, 403, 404, 405, 415, 422])
    expect([...statuses.keys()]).toContain(status);
  expect(statuses.get(200)).toBeGreaterThan(RUNS / 20);
}, 300_000);
