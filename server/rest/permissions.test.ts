import { beforeAll, describe, expect, it } from "vitest";
import {
  allows,
  isAmong,
  type Permission,
  type PermissionOverAny,
  permissionsOverAny,
} from "#server/access/permissions.ts";
import { roles } from "#server/access/roles.ts";
import { makeApiKey } from "#server/testing/api-keys.ts";
import { callRest, cookieFor, databaseState } from "#server/testing/rest-caller.ts";
import { type ExampleCall, exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { withSandbox } from "#server/testing/rest-sandbox.ts";
import { restEndpoints } from "./rest-app.server.ts";

withSandbox();

let examples: Record<string, ExampleCall>;

beforeAll(async () => {
  examples = await exampleCalls();
});

const callers = ["visitor", ...roles] as const;

for (const row of restEndpoints) {
  describe(`${row.method} ${row.path} (${row.permission})`, () => {
    for (const caller of callers) {
      const { permission } = row;
      const may =
        permission === "public" ||
        (permission === "signed-in" ? caller !== "visitor" : allows(caller, permission));
      it(`${may ? "lets in" : "keeps out"} a ${caller}`, async () => {
        const cookie = await cookieFor(caller);
        const { path, ...call } = exampleOf(examples, row);
        const before = await databaseState();
        const { status, body } = await callRest(row.method, path, { cookie, ...call });
        if (may) {
          expect([401, 403]).not.toContain(status);
          expect(status).toBeLessThan(500);
        } else {
          expect(status).toBe(caller === "visitor" ? 401 : 403);
          expect(body).toMatchObject({ code: caller === "visitor" ? "unauthenticated" : "forbidden" });
          expect(await databaseState()).toEqual(before);
        }
      });
    }

    it("judges an API key by its own permissions", async () => {
      const { permission, alsoNeeds = [] } = row;
      const open = permission === "public" || permission === "signed-in" ? [] : [permission];
      const needed = [...new Set([...open, ...alsoNeeds].map(overAny))];
      const { path, ...call } = exampleOf(examples, row);
      const callWith = async (permissions: readonly PermissionOverAny[]) => {
        const { headers } = await makeApiKey({ permissions });
        const before = await databaseState();
        const answer = await callRest(row.method, path, { ...call, headers });
        return { ...answer, changed: changedTables(before, await databaseState()) };
      };
      const all = permissionsOverAny("administrator");
      const lacking =
        permission === "signed-in" ? [all] : needed.map((one) => all.filter((has) => has !== one));
      for (const permissions of lacking) {
        expect(await callWith(permissions)).toMatchObject({
          status: 403,
          body: { code: "forbidden" },
          changed: [],
        });
      }
      if (permission === "signed-in") return;
      const { status } = await callWith(needed.length > 0 ? needed : ["reports.view:any"]);
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    });
  });
}

/** The permission that an API key must hold for it: keys have nothing of their own. */
function overAny(permission: Permission): PermissionOverAny {
  return permissionsOverAny("administrator").find((one) => isAmong([one], permission)) ?? "orders.view:any";
}

/** Showing a key leaves a mark on the key. */
function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => after[table] !== before[table] && table !== "public.api_key");
}
