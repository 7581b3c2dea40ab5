import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allows, type Capability, capabilities, roles } from "#server/core/roles.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";
import { type ContractOperation, contractOperations } from "#server/testing/rest-contract.ts";
import {
  callOf,
  type ExampleCall,
  exampleCalls,
  exampleOf,
  freshExamples,
} from "#server/testing/rest-examples.ts";
import { makeApiKey } from "#server/testing/users.ts";
import { watchWrites } from "#server/testing/watch-writes.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { restAppOf, restEndpoints } from "./rest-app.server.ts";

withSandbox();

const PASSWORD = "a long enough password";

const examples = await exampleCalls();
const writes = await watchWrites();

/** The permissions of a row as a key has them. */
function permissionsOf({ permission, alsoNeeds = [] }: Endpoint): Capability[] {
  const own = permission === "public" || permission === "signed-in" ? [] : [permission];
  return [...own, ...alsoNeeds];
}

type Headers = Record<string, string>;

const keys = new Map<string, Headers>();

/** The headers of a key with these permissions: the same one for the same permissions. */
async function keyWith(permissions: readonly Capability[]): Promise<Headers> {
  const name = permissions.join(" ");
  const headers = keys.get(name) ?? (await makeApiKey({ permissions })).headers;
  keys.set(name, headers);
  return headers;
}

const allBut = (lacking: Capability) => keyWith(capabilities.filter((one) => one !== lacking));

describe("a call", () => {
  const rowOf = (path: string, needs: Pick<Endpoint, "alsoNeeds"> & { permission: Endpoint["permission"] }) =>
    defineEndpoint({
      ...{ method: "GET", path, summary: "Answers", ...needs },
      responses: { 200: { description: "An answer", schema: z.null() } },
      answer: async () => ({ status: 200, body: null }),
    });
  const app = restAppOf([
    rowOf("/api/public", { permission: "public" }),
    rowOf("/api/signed-in", { permission: "signed-in" }),
    rowOf("/api/one", { permission: "orders.view" }),
    rowOf("/api/several", { permission: "orders.view", alsoNeeds: ["customers.view"] }),
  ]);
  const ok = 200;

  /** Of a visitor and of each role. */
  const peopleMay = (needed: readonly Capability[]) => [
    401,
    ...roles.map((role) => (needed.every((one) => allows(role, one)) ? ok : 403)),
  ];

  it.each([
    // Visitor and roles, a key with the permissions, a key with all but one.
    ["/api/public", [ok, ...roles.map(() => ok), ok, ok]],
    ["/api/signed-in", [401, ...roles.map(() => ok), 403, 403]],
    ["/api/one", [...peopleMay(["orders.view"]), ok, 403]],
    ["/api/several", [...peopleMay(["orders.view", "customers.view"]), ok, 403]],
  ])("%s is answered to whoever has what it needs", async (path, expected) => {
    const cookies = await Promise.all(roles.map((role) => cookieFor(role)));
    const callers: Headers[] = [
      {},
      ...cookies.map((cookie = "") => ({ Cookie: cookie })),
      await keyWith(["orders.view", "customers.view"]),
      await allBut(path === "/api/several" ? "customers.view" : "orders.view"),
    ];
    const answers = callers.map((headers) =>
      app.fetch(new Request(`http://127.0.0.1:3000${path}`, { headers }), { loadContext: {} }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(expected);
  });

  it("with a key has nobody's cart, whatever cookie comes with it", async () => {
    const cookies = restAppOf([
      defineEndpoint({
        ...{ method: "GET", path: "/api/cookies", summary: "Answers", permission: "public" },
        responses: { 200: { description: "Its cookies", schema: z.string().nullable() } },
        answer: async ({ request }) => ({ status: 200, body: request.headers.get("cookie") }),
      }),
    ]);
    const ask = async (headers: Headers): Promise<unknown> => {
      const asked = new Request("http://127.0.0.1:3000/api/cookies", { headers });
      return (await cookies.fetch(asked, { loadContext: {} })).json();
    };
    expect(await ask({ Cookie: "cart=1" })).toBe("cart=1");
    expect(await ask({ ...(await keyWith([])), Cookie: "cart=1" })).toBeNull();
  });
});

const rows = contractOperations.map((operation) => {
  const { method, path } = operation;
  const row = restEndpoints.find((one) => one.method === method && one.path === path);
  if (!row) throw new Error(`the endpoint table has no ${method} ${path}`);
  return { operation, row };
});

/** The callers who may do least and still may: a visitor, a customer, or the first role with what the row needs; and a key. */
async function leastCallers(row: Endpoint): Promise<[string, Headers][]> {
  if (row.permission === "public") return [["visitor", {}]];
  const role = roles.find((one) => permissionsOf(row).every((needed) => allows(one, needed)));
  // Only a change of password requires it, and each check costs a slow hash.
  const knowsPassword = row.path === "/api/auth/change-password";
  const cookie = await cookieFor(role ?? "visitor", knowsPassword ? { password: PASSWORD } : {});
  const person: [string, Headers] = [String(role), { Cookie: cookie ?? "" }];
  return row.permission === "signed-in" ? [person] : [person, ["key", await keyWith(permissionsOf(row))]];
}

async function validCall(operation: ContractOperation): Promise<ExampleCall> {
  const fresh = freshExamples[operation.name];
  return fresh ? callOf(operation, await fresh()) : exampleOf(examples, operation);
}

describe("every row", { timeout: 60_000 }, () => {
  it("does what its example asks for, for the least that may", async () => {
    const failed: string[] = [];
    for (const { operation, row } of rows) {
      for (const [caller, headers] of await leastCallers(row)) {
        const { path, json } = await validCall(operation);
        const { status, body } = await callRest(row.method, path, { headers, json });
        if (![200, 201, 202].includes(status))
          failed.push(`${operation.name} to a ${caller}: ${status} ${JSON.stringify(body)}`);
      }
    }
    const advice = "server/testing/rest-examples.ts: what its example names must be there";
    expect(failed, advice).toEqual([]);
  });

  it("is closed to a key that lacks one of the permissions, and writes nothing", async () => {
    const open: string[] = [];
    // Made first, with a user for each.
    await Promise.all(capabilities.map(allBut));
    const before = await writes();
    for (const { operation, row } of rows) {
      const { path, json } = exampleOf(examples, operation);
      const lacking = row.permission === "signed-in" ? capabilities.slice(0, 1) : permissionsOf(row);
      for (const permission of lacking) {
        const headers = await allBut(permission);
        const { status, body } = await callRest(row.method, path, { headers, json });
        const isRefused = status === 403 && Reflect.get(Object(body), "code") === "forbidden";
        if (!isRefused) open.push(`${operation.name} without ${permission}: ${status}`);
      }
    }
    expect(open).toEqual([]);
    expect(await writes()).toBe(before);
  });

  it("says in its document whether it needs a sign-in, and accepts a key", () => {
    const untrue = rows.filter(({ operation, row: { permission } }) => {
      const { security } = operation.operation;
      const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
      const takesKeys = security.length === 0 || security.some((one) => "apiKey" in one);
      const mayVisit =
        permission === "public" || (permission !== "signed-in" && allows("visitor", permission));
      return isOpen !== mayVisit || takesKeys !== (permission !== "signed-in");
    });
    expect(untrue.map(({ operation }) => operation.name)).toEqual([]);
  });
});
