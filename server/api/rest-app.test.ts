import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "#server/api/reference-text.ts";
import { permissionsOf } from "#server/commands/command.ts";
import { errorStatus } from "#server/core/errors.ts";
import { allows, capabilities } from "#server/core/roles.ts";
import { bodyLimit } from "#server/http/body-limit.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { unboundedTexts } from "#server/testing/wrong-values.ts";
import { type Endpoint, errorCodesOf } from "./endpoint.ts";
import { restEndpoints } from "./rest-app.server.ts";

function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
}

/** The rows that have a fault. */
const rowsWhere = (isWrong: (row: Endpoint) => boolean): string[] =>
  restEndpoints.filter(isWrong).map(({ method, path }) => `${method} ${path}`);

describe("the endpoint table", () => {
  it("has each method and path once", () => {
    const names = restEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("promises no row a longer body than comes through in front of it", () => {
    const key = { authorization: "Bearer oxb_x" };
    const example = (path: string) => path.replaceAll(/\{\w+\}/g, "1");
    const isShort = ({ path, bodyLimit: promised = 0 }: Endpoint) => promised > bodyLimit(example(path), key);
    expect(rowsWhere(isShort)).toEqual([]);
  });

  it("names for each row a capability, or says that it is public or for any user", () => {
    const known: string[] = [...capabilities, "public", "signed-in"];
    expect(rowsWhere(({ permission }) => !known.includes(permission))).toEqual([]);
  });

  it("takes the permission of each row from what it does or reads, unless it is a shopper's call", () => {
    const advice = "give the row its command, or what it reads, in the place of a permission of its own";
    const ofStaff = ({ permission }: Endpoint) =>
      permission !== "public" && permission !== "signed-in" && !allows("visitor", permission);
    expect(
      rowsWhere((row) => ofStaff(row) && !row.command && !row.reads),
      advice,
    ).toEqual([]);
    const asksTooLittle = ({ command, reads, permission, alsoNeeds = [] }: Endpoint) => {
      const needed = command ? permissionsOf(command.definition) : (reads?.permissions ?? []);
      return needed.some((one) => one !== permission && !alsoNeeds.includes(one));
    };
    expect(rowsWhere(asksTooLittle)).toEqual([]);
  });

  it("has a schema and words for every answer", () => {
    const isWrong = ({ responses }: Endpoint) =>
      Object.keys(responses).length === 0 ||
      Object.entries(responses).some(
        ([status, { schema, description }]) =>
          !/^2\d\d$/.test(status) || schema.safeParse(undefined).success || description === "",
      );
    expect(rowsWhere(isWrong)).toEqual([]);
  });

  it("takes a body only where a method has one, and parameters for exactly the path", () => {
    expect(rowsWhere(({ method, body }) => body !== undefined && /^(GET|DELETE)$/.test(method))).toEqual([]);
    const inPath = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      rowsWhere(({ path, params }) => Object.keys(params?.shape ?? {}).join() !== inPath(path).join()),
    ).toEqual([]);
  });

  it("bounds every text and list that it takes", () => {
    const isOpen = ({ params, query, body }: Endpoint) =>
      [params, query, body].some((schema) => schema && unboundedTexts(inputSchemaOf(schema)).length > 0);
    expect(rowsWhere(isOpen)).toEqual([]);
  });

  it("refuses fields that it does not know", () => {
    const takesAny = ({ query, body }: Endpoint) =>
      [query, body].some((schema) => schema && inputSchemaOf(schema).additionalProperties !== false);
    expect(rowsWhere(takesAny)).toEqual([]);
  });
});

describe("GET /api/openapi.json", () => {
  interface Document {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  }

  async function readDocument(): Promise<Document> {
    const { status, body } = await callRest("GET", "/api/openapi.json");
    expect(status).toBe(200);
    return body as Document;
  }

  it("describes every row with its answers and refusals, and nothing else", async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toBe("3.1.0");
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(restEndpoints.map(({ method, path }) => `${method} ${path}`).sort());
    for (const row of restEndpoints) {
      const statuses = Object.keys(paths[row.path]?.[row.method.toLowerCase()]?.responses ?? {});
      const refusals = errorCodesOf(row).map((code) => String(errorStatus[code].http));
      expect(statuses).toEqual(expect.arrayContaining([...Object.keys(row.responses), ...refusals, "500"]));
    }
  });
});
