import { beforeAll, describe, expect, it } from "vitest";
import { allows } from "#server/access/permissions.ts";
import { roles } from "#server/access/roles.ts";
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
  });
}
