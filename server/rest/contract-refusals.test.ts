import { beforeAll, describe, expect, it } from "vitest";
import { callRest, cookieFor, type RestResponse } from "#server/testing/rest/rest-caller.ts";
import {
  bodySchemaOf,
  type ContractOperation,
  contractOperations,
  parametersOf,
} from "#server/testing/rest/rest-contract.ts";
import { type ExampleCall, exampleCalls, exampleOf } from "#server/testing/rest/rest-examples.ts";
import { withSandbox } from "#server/testing/rest/rest-server.ts";
import { wrongTextsOf, wrongValues } from "#server/testing/rest/wrong-values.ts";
import { watchWrites } from "#server/testing/watch-writes.ts";
import { JSON_BODY_LIMIT } from "./read-input.ts";
import { restEndpoints } from "./rest-app.server.ts";

withSandbox();

let examples: Record<string, ExampleCall>;
let cookie: string | undefined;
let writes: () => Promise<number>;

beforeAll(async () => {
  examples = await exampleCalls();
  cookie = await cookieFor("administrator");
  writes = await watchWrites();
});

/** Requests that must be refused before anything is written, even if it is rolled back. */
async function refused(act: () => Promise<void>): Promise<void> {
  const before = await writes();
  await act();
  expect(await writes()).toBe(before);
}

function expectRefusal(response: RestResponse, status: number, code: string): void {
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({ code, message: expect.stringMatching(/./) });
}

function fieldsOf(response: RestResponse): string[] {
  return Object.keys((response.body as { fields?: object }).fields ?? {});
}

const json = { "Content-Type": "application/json" };

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Some hundred requests in one test: fast here, slower on a busy machine. */
const PATIENCE = { timeout: 120_000 };

for (const operation of contractOperations) {
  describe(operation.name, PATIENCE, () => {
    const { method, path: template } = operation;
    const parameters = parametersOf(operation.operation);
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const body = bodySchemaOf(operation.operation);

    it("answers other methods with 405 and says which it has", () =>
      refused(async () => {
        const { path } = exampleOf(examples, operation);
        const here = contractOperations.filter((one) => one.path === template).map((one) => one.method);
        for (const other of methods.filter((one) => !here.includes(one))) {
          const response = await callRest(other, path, { cookie });
          expectRefusal(response, 405, "method_not_allowed");
          expect(response.headers.get("allow")?.split(", ")).toEqual(
            expect.arrayContaining([...here, "OPTIONS"]),
          );
        }
        const options = await callRest("OPTIONS", path, { cookie });
        expect(options.status).toBe(204);
        expect(options.headers.get("allow")).toContain(method);
      }));

    if (inQuery.length > 0) {
      it("refuses each wrong, doubled or unknown query parameter with 422 naming it", () =>
        refused(async () => {
          const { path: example, json } = exampleOf(examples, operation);
          const [path = ""] = example.split("?");
          const wrong = inQuery.flatMap(({ name, schema }) =>
            wrongTextsOf(schema).map((text) => [name, new URLSearchParams({ [name]: text })] as const),
          );
          const doubled = inQuery.map(({ name }) => [name, `${name}=1&${name}=2`] as const);
          for (const [name, search] of [...wrong, ...doubled, ["surprise", "surprise=1"] as const]) {
            const response = await callRest(method, `${path}?${search}`, { cookie, json });
            expect.soft(response.status, String(search)).toBe(422);
            expect.soft(fieldsOf(response), String(search)).toContain(name);
          }
        }));
    }
    if (inPath.length > 0) {
      it("refuses each wrong part of its path with 422 naming it", () =>
        refused(async () => {
          const { json } = exampleOf(examples, operation);
          for (const { name, schema } of inPath) {
            for (const text of wrongTextsOf(schema).filter(Boolean)) {
              const path = template.replace(`{${name}}`, encodeURIComponent(text));
              const response = await callRest(method, path, { cookie, json });
              expect.soft(response.status, path).toBe(422);
              expect.soft(fieldsOf(response), path).toContain(name);
            }
          }
        }));
    }
    if (inQuery.length > 0 || inPath.length > 0) {
      it("refuses text that cannot be stored with 400", async () => {
        const [path = ""] = exampleOf(examples, operation).path.split("?");
        const wrong =
          inPath.length > 0 ? template.replaceAll(/\{\w+\}/g, "%00") : `${path}?${inQuery[0]?.name}=%00`;
        expectRefusal(await callRest(method, wrong, { cookie }), 400, "bad_request");
      });
    }
    if (body) {
      it("refuses each wrong field with 422 naming it", () =>
        refused(async () => {
          const { path, json: valid } = exampleOf(examples, operation);
          const wrong = wrongValues(body, valid);
          expect(wrong.length).toBeGreaterThan(0);
          for (const { what, field, value } of wrong) {
            const response = await callRest(method, path, { cookie, json: value });
            expect.soft(response.status, `${field} ${what}`).toBe(422);
            const named = fieldsOf(response).some((name) => name.startsWith(field || "body"));
            expect.soft(named, `${field} ${what}: ${JSON.stringify(response.body)}`).toBe(true);
          }
        }));

      it("refuses what is not readable JSON with 400", () =>
        refused(async () => {
          const { path } = exampleOf(examples, operation);
          for (const text of [
            "",
            "{",
            "{'a':1}",
            "\u0000",
            '{"a":"\\u0000"}',
            '{"a":"\\ud800"}',
            "[".repeat(50_000),
          ]) {
            const response = await callRest(method, path, { cookie, body: text, headers: json });
            expectRefusal(response, 400, "bad_request");
          }
        }));

      it("refuses other kinds of body with 415", () =>
        refused(async () => {
          const { path, json: valid } = exampleOf(examples, operation);
          for (const type of [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/xml",
          ]) {
            const headers = { "Content-Type": type };
            const response = await callRest(method, path, { cookie, body: JSON.stringify(valid), headers });
            expectRefusal(response, 415, "unsupported_media_type");
          }
        }));

      it("refuses a body that is too big with 413, whether or not it says so", () =>
        refused(async () => {
          const { path } = exampleOf(examples, operation);
          const text = JSON.stringify({ filler: "x".repeat(bodyLimitOf(operation)) });
          const tooShort = { ...json, "Content-Length": String(text.length) };
          expectRefusal(
            await callRest(method, path, { cookie, body: text, headers: tooShort }),
            413,
            "payload_too_large",
          );
          const untold = new Blob([text]).stream();
          expectRefusal(
            await callRest(method, path, { cookie, body: untold, headers: json }),
            413,
            "payload_too_large",
          );
        }));
    }

    if (method !== "GET") {
      it("refuses what another site made a browser send with 403", () =>
        refused(async () => {
          const example = exampleOf(examples, operation);
          const signs: Record<string, string>[] = [
            { "Sec-Fetch-Site": "cross-site" },
            { Origin: "https://elsewhere.example" },
          ];
          for (const headers of signs) {
            expectRefusal(
              await callRest(method, example.path, { cookie, ...example, headers }),
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

/** From the row, since no document says how large a body may be. */
function bodyLimitOf({ method, path }: ContractOperation): number {
  const row = restEndpoints.find((one) => one.method === method && one.path === path);
  return row?.bodyLimit ?? JSON_BODY_LIMIT;
}
