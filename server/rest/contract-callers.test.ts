import { beforeAll, describe, expect, it } from "vitest";
import { type Capability, capabilities } from "#server/access/capabilities.ts";
import { allows, type Role, roles } from "#server/access/roles.ts";
import { makeApiKey } from "#server/testing/api-keys.ts";
import { freshExamples } from "#server/testing/rest/fresh-examples.ts";
import { callRest, cookieFor } from "#server/testing/rest/rest-caller.ts";
import { type ContractOperation, contractOperations } from "#server/testing/rest/rest-contract.ts";
import { callOf, type ExampleCall, exampleCalls, exampleOf } from "#server/testing/rest/rest-examples.ts";
import { withSandbox } from "#server/testing/rest/rest-server.ts";
import { watchWrites } from "#server/testing/watch-writes.ts";
import type { Endpoint } from "./endpoint.ts";
import { restEndpoints } from "./rest-app.server.ts";

withSandbox();

const PASSWORD = "a long enough password";
const callers = ["visitor", ...roles, "key that may", "key that may all else"] as const;
type Caller = (typeof callers)[number];

let examples: Record<string, ExampleCall>;
let writes: () => Promise<number>;

beforeAll(async () => {
  examples = await exampleCalls();
  writes = await watchWrites();
});

/** The permissions of a row as a key has them. */
function permissionsOf({ permission, alsoNeeds = [] }: Endpoint): Capability[] {
  const own = permission === "public" || permission === "signed-in" ? [] : [permission];
  return [...own, ...alsoNeeds];
}

async function credentialsOf(caller: Caller, row: Endpoint): Promise<Record<string, string>> {
  const needed = permissionsOf(row);
  if (caller === "key that may") return (await makeApiKey({ permissions: needed })).headers;
  if (caller === "key that may all else") {
    const permissions = capabilities.filter((one) => !needed.includes(one));
    return (await makeApiKey({ permissions })).headers;
  }
  // Only a change of password requires it, and each check costs a slow hash.
  const knowsPassword = row.path === "/api/auth/change-password";
  const cookie = await cookieFor(caller, knowsPassword ? { password: PASSWORD } : {});
  return cookie ? { Cookie: cookie } : {};
}

/** The status that the table gives a caller without permission; none for one with it. */
function refusalFor(caller: Caller, { permission, alsoNeeds = [] }: Endpoint): number | undefined {
  if (permission === "public") return undefined;
  if (caller === "key that may") return permission === "signed-in" ? 403 : undefined;
  if (caller === "key that may all else") return 403;
  const may = (role: Role | "visitor") =>
    permission === "signed-in"
      ? role !== "visitor"
      : [permission, ...alsoNeeds].every((one: Capability) => allows(role, one));
  if (may(caller)) return undefined;
  return caller === "visitor" ? 401 : 403;
}

async function validCall(operation: ContractOperation): Promise<ExampleCall> {
  const fresh = freshExamples[operation.name];
  return fresh ? callOf(operation, await fresh()) : exampleOf(examples, operation);
}

describe.each(contractOperations.map((operation) => [operation.name, operation] as const))(
  "%s",
  (_name, operation) => {
    const { method, path } = operation;
    const row = restEndpoints.find((one) => one.method === method && one.path === path);
    if (!row) throw new Error(`the endpoint table has no ${method} ${path}`);

    it.each(callers.map((caller) => [caller, refusalFor(caller, row) ?? "a success"] as const))(
      "answers a %s with %s",
      async (caller, expected) => {
        const headers = await credentialsOf(caller, row);
        const { path: address, json } = await validCall(operation);
        const before = await writes();
        const { status, body } = await callRest(method, address, { headers, json });
        if (expected === "a success") {
          const advice = "server/testing/rest/rest-examples.ts: what its example names must be there";
          expect([200, 201, 202], `${JSON.stringify(body)} (${advice})`).toContain(status);
        } else {
          expect(status).toBe(expected);
          expect(body).toMatchObject({ code: status === 401 ? "unauthenticated" : "forbidden" });
          expect(await writes()).toBe(before);
        }
      },
    );

    const needed = permissionsOf(row);
    if (needed.length > 1) {
      it("lets in no key that lacks one of the permissions it needs", async () => {
        const { path: address, json } = exampleOf(examples, operation);
        for (const lacking of new Set(needed)) {
          const { headers } = await makeApiKey({ permissions: needed.filter((one) => one !== lacking) });
          const before = await writes();
          expect(await callRest(method, address, { headers, json })).toMatchObject({ status: 403 });
          expect(await writes()).toBe(before);
        }
      });
    }

    it("documents which calls need no sign-in, and which accept a key", () => {
      const { security } = operation.operation;
      const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
      expect(isOpen).toBe(refusalFor("visitor", row) === undefined);
      expect(security.length === 0 || security.some((one) => "apiKey" in one)).toBe(
        refusalFor("key that may", row) === undefined,
      );
    });
  },
);
