import { expect } from "vitest";
import { z } from "zod";
import type { ApiOperation, ApiParameter, ApiResponse, JsonSchema } from "#server/api/reference-text.ts";
import * as reference from "#server/api/reference-text.ts";
import { restDocument } from "#server/api/rest-app.server.ts";

/** What the shop promises to scripts: the document that GET /api/openapi.json serves. */
export const contract = restDocument();

export interface ContractOperation {
  /** As the endpoint table names it: `POST /api/orders`. */
  name: string;
  method: string;
  path: string;
  operation: ApiOperation;
}

export const contractOperations: readonly ContractOperation[] = Object.entries(contract.paths).flatMap(
  ([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { name: `${method} ${path}`, method, path, operation };
    }),
);

/** An operation's parameters, those that it shares with others included. */
export function parametersOf(operation: ApiOperation): ApiParameter[] {
  return reference.parametersOf(operation, contract);
}

/** An operation's answers by status, those that it shares with others included. */
export function responsesOf(operation: ApiOperation): Record<string, ApiResponse> {
  return reference.responsesOf(operation, contract);
}

/** The JSON schema of an operation's body, if it takes one. */
export function bodySchemaOf({ requestBody }: ApiOperation): JsonSchema | undefined {
  return requestBody?.content["application/json"]?.schema;
}

/** The body of an operation's own example. */
export function bodyExampleOf({ requestBody }: ApiOperation): object | undefined {
  const example = requestBody?.content["application/json"]?.schema.examples?.[0];
  return typeof example === "object" && example !== null ? example : undefined;
}

/** Fails the test when an answer is not one that the document has for this method and path. */
export function expectInContract(method: string, path: string, response: Response, body: unknown): void {
  const operation = contractOperations.find((one) => one.method === method && matchesPath(one.path, path));
  if (!operation) {
    // Of a path or method that nobody has, the document promises the one shape of all refusals.
    expectValid({ $ref: "#/components/schemas/Refusal" }, body, `${method} ${path}`);
    return;
  }
  const what = `${operation.name} answered ${response.status} ${JSON.stringify(body)?.slice(0, 300)}`;
  const documented = responsesOf(operation.operation)[response.status];
  if (!documented) throw new Error(`${what}, which the document does not have`);
  expectHeaders(documented, response.headers, what);
  if (!documented.content) {
    expect(body, what).toBeNull();
    return;
  }
  const [type = "", media] = Object.entries(documented.content)[0] ?? [];
  const actual = response.headers.get("content-type");
  expect(actual, what).toBe(type === "application/json" ? `${type}; charset=utf-8` : type);
  if (media && type === "application/json") expectValid(media.schema, body, what);
}

/** Headers that mean something to a script; the others are the transport's. */
const headersToTell = new Set([
  "etag",
  "link",
  "x-list-complete",
  "retry-after",
  "set-cookie",
  "content-disposition",
  "www-authenticate",
  "idempotency-replayed",
]);

const validators = new Map<string, z.ZodType>();

function expectValid(schema: JsonSchema, value: unknown, what: string): void {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? validatorOf(schema);
  validators.set(key, validator);
  const { error } = validator.safeParse(value);
  if (error) expect.fail(`${what}: ${z.prettifyError(error)}`);
}

/** The document's schemas stand where JSON Schema itself looks for them. @throws Error for what zod does not know */
function validatorOf(schema: JsonSchema): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: contract.components.schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
}

function expectHeaders({ headers: documented = {} }: ApiResponse, actual: Headers, what: string): void {
  for (const [name, value] of actual) {
    if (!headersToTell.has(name)) continue;
    const reference = Object.entries(documented).find(([header]) => header.toLowerCase() === name)?.[1];
    const header = contract.components.headers[lastPart(reference?.$ref ?? "")];
    if (!header) throw new Error(`${what} with ${name}, which the document does not have`);
    expectValid(header.schema, header.schema.type === "integer" ? Number(value) : value, what);
  }
  if (documented.ETag) expect(actual.get("etag"), what).not.toBeNull();
}

/** Whether a path matches an operation's template, in which `{name}` is one segment that is not empty. */
function matchesPath(template: string, path: string): boolean {
  const expected = template.split("/");
  const actual = path.split("/");
  return (
    expected.length === actual.length &&
    expected.every(
      (segment, index) => segment === actual[index] || (segment.startsWith("{") && actual[index] !== ""),
    )
  );
}

function lastPart(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}
