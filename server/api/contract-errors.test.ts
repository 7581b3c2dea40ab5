import { describe, expect, it } from "vitest";
import { ShopError } from "#server/core/errors.ts";
import { LONGEST_CALL } from "#server/http/body-limit.ts";
import { callRest, cookieFor, type RestResponse, withSandbox } from "#server/testing/rest-caller.ts";
import { bodySchemaOf, contractOperations, parametersOf } from "#server/testing/rest-contract.ts";
import { exampleCalls, exampleOf } from "#server/testing/rest-examples.ts";
import { watchWrites } from "#server/testing/watch-writes.ts";
import { wrongTextsOf, wrongValues } from "#server/testing/wrong-values.ts";
import type { Endpoint } from "./endpoint.ts";
import { assertValid } from "./middleware.server.ts";
import { restEndpoints } from "./rest-app.server.ts";

withSandbox();

const examples = await exampleCalls();
const cookie = await cookieFor("administrator");
const writes = await watchWrites();

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

const rows = contractOperations.map((operation) => {
  const { method, path } = operation;
  const row = restEndpoints.find((one) => one.method === method && one.path === path);
  if (!row) throw new Error(`the endpoint table has no ${operation.name}`);
  return { operation, row };
});

const json = { "Content-Type": "application/json" };

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** One row of each kind: only what it takes differs, and how the table and the app treat it is the same for all. */
const shapes = [
  "GET /api/products",
  "GET /api/products/{slug}",
  "POST /api/contact",
  "PUT /api/admin/products/{id}",
  "DELETE /api/admin/users/{id}",
].map((name) => {
  const { operation, row } = rows.find((one) => one.operation.name === name) ?? {};
  if (!operation || !row) throw new Error(`the endpoint table has no ${name}`);
  return { operation, row };
});
const withBody = shapes.filter(({ row }) => row.body);

describe("a call with something wrong in it", () => {
  it("is refused with 422 naming the parameter when it is wrong, doubled or unknown", () =>
    refused(async () => {
      for (const { operation, row } of shapes) {
        const { path: example, json } = exampleOf(examples, row);
        const [path = ""] = example.split("?");
        const parameters = parametersOf(operation.operation);
        const wrong = parameters.flatMap(({ in: place, name, schema }) =>
          wrongTextsOf(schema).map((text): [string, string] => [
            name,
            place === "query"
              ? `${path}?${new URLSearchParams({ [name]: text })}`
              : row.path.replace(`{${name}}`, encodeURIComponent(text || " ")),
          ]),
        );
        const inQuery = parameters.filter((one) => one.in === "query");
        const more = inQuery.flatMap(({ name }): [string, string][] => [
          [name, `${path}?${name}=1&${name}=2`],
          ["surprise", `${path}?surprise=1`],
        ]);
        for (const [name, address] of [...wrong, ...more]) {
          const response = await callRest(row.method, address, { cookie, json });
          expect.soft(response.status, address).toBe(422);
          expect.soft(fieldsOf(response), address).toContain(name);
        }
      }
    }));

  it("is refused with 400 when its text cannot be stored", () =>
    refused(async () => {
      for (const { operation, row } of shapes.filter(({ row }) => row.params ?? row.query)) {
        const [inQuery] = parametersOf(operation.operation).filter((one) => one.in === "query");
        const path = row.params ? row.path.replaceAll(/\{\w+\}/g, "%00") : `${row.path}?${inQuery?.name}=%00`;
        expectRefusal(await callRest(row.method, path, { cookie }), 400, "bad_request");
      }
    }));

  it("is refused with 422 naming the field when that is wrong", () =>
    refused(async () => {
      for (const { row } of withBody) {
        const { path } = exampleOf(examples, row);
        const response = await callRest(row.method, path, { cookie, json: { surprise: 1 } });
        expectRefusal(response, 422, "validation_failed");
        expect(fieldsOf(response)).toContain("surprise");
      }
    }));

  it("is told of no more than fifty fields", async () => {
    const json = Object.fromEntries(Array.from({ length: 60 }, (_, made) => [`unknown${made}`, 1]));
    const response = await callRest("POST", "/api/contact", { json });
    expectRefusal(response, 422, "validation_failed");
    expect(fieldsOf(response)).toHaveLength(50);
  });

  it("is refused with 400 when it is not readable JSON", () =>
    refused(async () => {
      for (const { row } of withBody) {
        const { path } = exampleOf(examples, row);
        for (const text of [
          ...["", "{", "{'a':1}", "\u0000", '{"a":"\\u0000"}', '{"a":"\\ud800"}', "[".repeat(50_000)],
        ]) {
          const response = await callRest(row.method, path, { cookie, body: text, headers: json });
          expectRefusal(response, 400, "bad_request");
        }
      }
    }));

  it("is refused with 415 when its body is of another kind", () =>
    refused(async () => {
      for (const { row } of withBody) {
        const { path, json: valid } = exampleOf(examples, row);
        for (const type of [
          ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml"],
        ]) {
          const headers = { "Content-Type": type };
          for (const body of [JSON.stringify(valid), "email=a%40b.example"]) {
            const response = await callRest(row.method, path, { cookie, body, headers });
            expectRefusal(response, 415, "unsupported_media_type");
          }
        }
      }
    }));

  it("is refused with 413 when its body is too big, whether or not it says so", () =>
    refused(async () => {
      for (const { row } of withBody) {
        const { path } = exampleOf(examples, row);
        const text = JSON.stringify({ filler: "x".repeat(row.bodyLimit ?? LONGEST_CALL) });
        const said = { ...json, "Content-Length": String(text.length) };
        const untold = new Blob([text]).stream();
        for (const call of [
          { body: text, headers: said },
          { body: untold, headers: json },
        ]) {
          expectRefusal(await callRest(row.method, path, { cookie, ...call }), 413, "payload_too_large");
        }
      }
    }));
});

describe("every row", () => {
  it("answers other methods with 405 and says which it has", () =>
    refused(async () => {
      for (const { row } of rows) {
        const { path } = exampleOf(examples, row);
        const here = restEndpoints.filter((one) => one.path === row.path).map(({ method }) => method);
        const other = methods.find((one) => !here.some((method) => method === one)) ?? "PROPFIND";
        const response = await callRest(other, path, { cookie });
        expectRefusal(response, 405, "method_not_allowed");
        expect(response.headers.get("allow")?.split(", ")).toEqual(
          expect.arrayContaining([...here, "OPTIONS"]),
        );
        const options = await callRest("OPTIONS", path, { cookie });
        expect(options.status).toBe(204);
        expect(options.headers.get("allow")).toContain(row.method);
      }
    }));

  it("refuses what another site made a browser send with 403", () =>
    refused(async () => {
      const signs = [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://elsewhere.example" }];
      for (const [index, { row }] of rows.filter(({ row }) => row.method !== "GET").entries()) {
        const { path, json } = exampleOf(examples, row);
        const [headers = {}] = signs.slice(index % signs.length);
        expectRefusal(await callRest(row.method, path, { cookie, json, headers }), 403, "forbidden");
      }
    }));

  it("names each field and parameter that its document says is wrong", () => {
    const accepted: string[] = [];
    for (const { operation, row } of rows) {
      const { path, json: valid } = exampleOf(examples, row);
      const { searchParams, pathname } = new URL(path, "http://127.0.0.1:3000");
      const params = paramsOf(row.path, pathname);
      const schema = bodySchemaOf(operation.operation);
      const wrong: [field: string, what: string, call: Partial<Call>][] = [
        ...(schema ? wrongValues(schema, valid) : []).map(
          ({ field, what, value }): [string, string, object] => [field || "body", what, { json: value }],
        ),
        ...parametersOf(operation.operation).flatMap(({ name, in: place, schema: shape }) =>
          wrongTextsOf(shape).map((text): [string, string, object] => [
            name,
            `is ${text.slice(0, 20)}`,
            place === "query"
              ? { search: new URLSearchParams({ [name]: text }) }
              : { params: { ...params, [name]: text } },
          ]),
        ),
        ...Object.keys(row.query?.shape ?? {}).map((name): [string, string, object] => [
          name,
          "is there twice",
          { search: new URLSearchParams(`${name}=1&${name}=2`) },
        ]),
      ];
      for (const [field, what, changed] of wrong) {
        const fields = wrongFieldsOf(row, { params, search: searchParams, json: valid, ...changed });
        if (!fields.some((name) => name.startsWith(field))) {
          accepted.push(`${operation.name}: ${field} ${what}, told ${fields.join(" ")}`);
        }
      }
    }
    expect(accepted).toEqual([]);
  });
});

interface Call {
  params: Record<string, string>;
  search: URLSearchParams;
  json: unknown;
}

/** The values of a path's `{names}`. */
function paramsOf(template: string, path: string): Record<string, string> {
  const values = path.split("/");
  return Object.fromEntries(
    template
      .split("/")
      .flatMap((part, index) => (part.startsWith("{") ? [[part.slice(1, -1), values[index] ?? ""]] : [])),
  );
}

/** The fields that a row's schemas would not take, without the way there and the row's own work. */
function wrongFieldsOf(row: Endpoint, { params, search, json: value }: Call): string[] {
  const query = Object.fromEntries(
    [...search.keys()].map((name) => {
      const [first, ...more] = search.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
  const results = [row.params?.safeParse(params), row.query?.safeParse(query), row.body?.safeParse(value)];
  return results.flatMap((result) => {
    try {
      assertValid(result ?? { success: true });
      return [];
    } catch (refusal) {
      return refusal instanceof ShopError ? Object.keys(refusal.fields ?? {}) : [];
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
