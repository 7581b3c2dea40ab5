import { describe, expect, it } from "vitest";
import { z } from "zod";
import { capabilities } from "#server/access/capabilities.ts";
import { allows } from "#server/access/roles.ts";
import { permissionsOf } from "#server/commands/command.ts";
import { errorStatus } from "#server/core/errors.ts";
import type { JsonSchema } from "#server/rest/documentation/openapi-types.ts";
import { callRest } from "#server/testing/rest/rest-caller.ts";
import { unboundedTexts } from "#server/testing/rest/wrong-values.ts";
import { refusalCodesOf } from "./endpoint.ts";
import { restEndpoints } from "./rest-app.server.ts";

function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
}

describe("the endpoint table", () => {
  it("has each method and path once", () => {
    const names = restEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  for (const row of restEndpoints) {
    describe(`${row.method} ${row.path}`, () => {
      it("names a capability of the table, or says that it is public or for any user", () => {
        expect([...capabilities, "public", "signed-in"]).toContain(row.permission);
      });

      it("has its permission from what it does or reads, unless it is a shopper's call", () => {
        const { permission, command, reads } = row;
        const ofShoppers =
          permission === "public" || permission === "signed-in" || allows("visitor", permission);
        const advice = "give the row its command, or what it reads, in the place of a permission of its own";
        if (!ofShoppers) expect(command ?? reads, advice).toBeDefined();
        if (!command && !reads) return;
        const asked = [permission, ...(row.alsoNeeds ?? [])];
        expect(asked).toEqual(
          expect.arrayContaining(
            command ? permissionsOf(command.definition) : [...(reads?.permissions ?? [])],
          ),
        );
      });

      it("has a schema for every answer", () => {
        const responses = Object.entries(row.responses);
        expect(responses.length).toBeGreaterThan(0);
        for (const [status, { schema, description }] of responses) {
          expect(Number(status)).toBeGreaterThanOrEqual(200);
          expect(Number(status)).toBeLessThan(300);
          expect(schema.safeParse(undefined).success).toBe(false);
          expect(description).not.toBe("");
        }
      });

      it("takes a body only where a method has one, and parameters for exactly its path", () => {
        if (row.method === "GET" || row.method === "DELETE") expect(row.body).toBeUndefined();
        const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(Object.keys(row.params?.shape ?? {})).toEqual(inPath);
      });

      it("bounds every text and list that it takes", () => {
        for (const schema of [row.params, row.query, row.body]) {
          if (schema) expect(unboundedTexts(inputSchemaOf(schema))).toEqual([]);
        }
      });

      it("refuses fields that it does not know", () => {
        for (const schema of [row.query, row.body]) {
          if (schema) expect(inputSchemaOf(schema).additionalProperties).toBe(false);
        }
      });
    });
  }
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
      const refusals = refusalCodesOf(row).map((code) => String(errorStatus[code].http));
      expect(statuses).toEqual(expect.arrayContaining([...Object.keys(row.responses), ...refusals, "500"]));
    }
  });
});
