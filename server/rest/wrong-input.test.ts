import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { callRest, cookieFor, databaseState, type RestAnswer } from "#server/testing/rest-caller.ts";
import { type ExampleCall, exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { withSandbox } from "#server/testing/rest-sandbox.ts";
import { type JsonSchema, wrongValues } from "#server/testing/wrong-values.ts";
import { JSON_BODY_LIMIT } from "./read-json-body.ts";
import { restEndpoints } from "./rest-app.server.ts";

withSandbox();

let examples: Record<string, ExampleCall>;
let cookie: string | undefined;

beforeAll(async () => {
  examples = await exampleCalls();
  cookie = await cookieFor("administrator");
});

/** Does what must be refused, and holds the database to what it was. */
async function refused(act: () => Promise<void>): Promise<void> {
  const before = await databaseState();
  await act();
  expect(await databaseState()).toEqual(before);
}

function expectRefusal(answer: RestAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/./) });
}

function fieldsOf(answer: RestAnswer): string[] {
  return Object.keys((answer.body as { fields?: object }).fields ?? {});
}

const json = { "Content-Type": "application/json" };

for (const row of restEndpoints) {
  describe(`${row.method} ${row.path}`, () => {
    it("answers other methods with 405 and says which it has", () =>
      refused(async () => {
        const { path } = exampleOf(examples, row);
        const here = restEndpoints
          .filter((other) => other.path === row.path)
          .map(({ method }) => String(method));
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
          (other) => !here.includes(other),
        )) {
          const answer = await callRest(method, path, { cookie });
          expectRefusal(answer, 405, "method_not_allowed");
          expect(answer.headers.get("allow")?.split(", ")).toEqual(
            expect.arrayContaining([...here, "OPTIONS"]),
          );
        }
        const options = await callRest("OPTIONS", path, { cookie });
        expect(options.status).toBe(204);
        expect(options.headers.get("allow")).toContain(row.method);
      }));

    const { query, params, body } = row;
    if (query) {
      it("refuses each wrong query parameter with 422 naming it", () =>
        refused(async () => {
          const [path = ""] = exampleOf(examples, row).path.split("?");
          for (const [name, value] of wrongQueries(z.toJSONSchema(query, { io: "input" }) as JsonSchema)) {
            const answer = await callRest("GET", `${path}?${name}=${encodeURIComponent(value)}`, { cookie });
            expect.soft(answer.status, `${name}=${value}`).toBe(422);
            expect.soft(fieldsOf(answer)).toEqual([name]);
          }
          for (const name of Object.keys(query.shape)) {
            const twice = await callRest("GET", `${path}?${name}=1&${name}=2`, { cookie });
            expect.soft(twice.status, `${name} twice`).toBe(422);
          }
        }));
    }
    if (query || params) {
      it("refuses text that cannot be stored with 400", async () => {
        const [path = ""] = exampleOf(examples, row).path.split("?");
        const wrong = params ? row.path.replaceAll(/\{\w+\}/g, "%00") : `${path}?search=%00`;
        expectRefusal(await callRest(row.method, wrong, { cookie }), 400, "bad_request");
      });
    }
    if (body) {
      it("refuses each wrong field with 422 naming it", () =>
        refused(async () => {
          const { path, json: valid } = exampleOf(examples, row);
          const schema = z.toJSONSchema(body, { io: "input" }) as JsonSchema;
          const wrong = wrongValues(schema, valid);
          expect(wrong.length).toBeGreaterThan(0);
          for (const { what, field, value } of wrong) {
            const answer = await callRest(row.method, path, { cookie, json: value });
            expect.soft(answer.status, `${field} ${what}`).toBe(422);
            const named = fieldsOf(answer).some((name) => name.startsWith(field || "body"));
            expect.soft(named, `${field} ${what}: ${JSON.stringify(answer.body)}`).toBe(true);
          }
        }));

      it("refuses what is not readable JSON with 400", () =>
        refused(async () => {
          const { path } = exampleOf(examples, row);
          for (const text of [
            "",
            "{",
            "{'a':1}",
            "\u0000",
            '{"a":"\\u0000"}',
            '{"a":"\\ud800"}',
            "[".repeat(50_000),
          ]) {
            const answer = await callRest(row.method, path, { cookie, body: text, headers: json });
            expectRefusal(answer, 400, "bad_request");
          }
        }));

      it("refuses other kinds of body with 415", () =>
        refused(async () => {
          const { path, json: valid } = exampleOf(examples, row);
          for (const type of [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/xml",
          ]) {
            const headers = { "Content-Type": type };
            const answer = await callRest(row.method, path, { cookie, body: JSON.stringify(valid), headers });
            expectRefusal(answer, 415, "unsupported_media_type");
          }
        }));

      it("refuses a body that is too big with 413, whether or not it says so", () =>
        refused(async () => {
          const { path } = exampleOf(examples, row);
          const text = JSON.stringify({ filler: "x".repeat(row.bodyLimit ?? JSON_BODY_LIMIT) });
          const told = { ...json, "Content-Length": String(text.length) };
          expectRefusal(
            await callRest(row.method, path, { cookie, body: text, headers: told }),
            413,
            "payload_too_large",
          );
          const untold = new Blob([text]).stream();
          expectRefusal(
            await callRest(row.method, path, { cookie, body: untold, headers: json }),
            413,
            "payload_too_large",
          );
        }));
    }

    if (row.method !== "GET") {
      it("refuses what another site made a browser send with 403", () =>
        refused(async () => {
          const example = exampleOf(examples, row);
          const signs: Record<string, string>[] = [
            { "Sec-Fetch-Site": "cross-site" },
            { Origin: "https://elsewhere.example" },
          ];
          for (const headers of signs) {
            expectRefusal(
              await callRest(row.method, example.path, { cookie, ...example, headers }),
              403,
              "forbidden",
            );
          }
        }));
    }
  });
}

describe("an address that no row has", () => {
  it("is answered with 404, whatever the method", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/products/a/b",
      "/api/products/",
      "/api/%2e%2e",
      "/api/__proto__",
    ]) {
      expectRefusal(await callRest("GET", path), 404, "not_found");
      expectRefusal(await callRest("POST", path, { json: {} }), 404, "not_found");
    }
  });
});

function wrongQueries(schema: JsonSchema): [string, string][] {
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, string][] => {
    const values: string[] = [];
    if (property.type === "integer") {
      values.push("", "abc", "1.5", String((property.minimum ?? 0) - 1), String((property.maximum ?? 0) + 1));
    }
    if (property.enum) values.push("", "nonsense");
    else if (property.maxLength) values.push("x".repeat(property.maxLength + 1));
    return values.map((value) => [name, value]);
  });
  return [...wrong, ["surprise", "1"]];
}
