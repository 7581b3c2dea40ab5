import { describeSchema, resolveParameter, resolveResponse, schemaName } from "./describe-schema.ts";
import type {
  ApiOperation,
  ApiParameter,
  ApiResponse,
  JsonSchema,
  OpenApiDocument,
} from "./openapi-types.ts";
import { resolveSchema, typesOf } from "./sample-of.ts";

/** What the page /api/docs shows: the OpenAPI document, arranged for reading. */
export interface Reference {
  groups: ReferenceGroup[];
  shapes: ReferenceShape[];
}

interface ReferenceGroup {
  id: string;
  name: string;
  description: string;
  operations: ReferenceOperation[];
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  whoMay: string;
  parameters: ReferenceField[];
  body: ReferenceField[];
  /** The alternatives to JSON, such as the bytes of a picture. */
  otherBodies: string[];
  curl: string;
  answers: ReferenceResponse[];
  /** Statuses with their codes: "409 conflict, out_of_stock". */
  refusals: { status: string; codes: string }[];
}

interface ReferenceResponse {
  status: string;
  description: string;
  /** Its description in words, and the name of the shape to look up, if it has one. */
  words: string;
  shape: string | null;
  fields: ReferenceField[];
  headers: string[];
  example: string;
}

export interface ReferenceField {
  name: string;
  words: string;
  /** The named shape of the value or, for a list, of its items. */
  shape: string | null;
  required: boolean;
  description: string;
}

interface ReferenceShape {
  name: string;
  fields: ReferenceField[];
  example: string;
}

const JSON_TYPE = "application/json";

export function referenceOf(document: OpenApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return {
    groups: document.tags.map(({ name, description }) => ({
      id: idOf(name),
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => describe(document, { path, method, operation })),
    })),
    shapes: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(schema, document),
      example: json(schema.examples?.[0]),
    })),
  };
}

interface Located {
  path: string;
  method: string;
  operation: ApiOperation;
}

function describe(document: OpenApiDocument, { path, method, operation }: Located): ReferenceOperation {
  const parameters = (operation.parameters ?? []).map((one) => resolveParameter(one, document));
  const body = operation.requestBody?.content[JSON_TYPE];
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolveResponse(response, document)] as const,
  );
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    whoMay: operation.description,
    parameters: parameters.map((one) => ({
      name: one.in === "header" ? `${one.name} (header)` : one.name,
      words: describeSchema(one.schema),
      shape: null,
      required: one.required === true,
      description: withDefault(one.description ?? "", one.schema),
    })),
    body: body ? fieldsOf(body.schema, document) : [],
    otherBodies: Object.keys(operation.requestBody?.content ?? {}).filter((type) => type !== JSON_TYPE),
    curl: curlOf({ path, method, operation }, parameters, responses),
    answers: responses
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => responseFor(status, response, document)),
    refusals: responses
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { description }]) => ({ status, codes: description })),
  };
}

function responseFor(status: string, response: ApiResponse, document: OpenApiDocument): ReferenceResponse {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
  const schema = media?.schema;
  const shape = schema ? shapeOf(schema) : null;
  return {
    status,
    description: response.description,
    words: schema ? describeSchema(schema) : "no body",
    shape,
    fields: schema && !shape && type === JSON_TYPE ? fieldsOf(schema, document) : [],
    headers: Object.keys(response.headers ?? {}),
    example: json(media?.example),
  };
}

/** The fields of an object, or of the objects in a list, those inside others written `items[].price`. */
function fieldsOf(schema: JsonSchema, document: OpenApiDocument, before = ""): ReferenceField[] {
  const resolved = resolveSchema(schema, document.components.schemas);
  return Object.entries(resolved.properties ?? {}).flatMap(([name, property]) => {
    const field = {
      name: before + name,
      words: isListOfObjects(property) ? "list of objects" : describeSchema(property),
      shape: shapeOf(property),
      required: resolved.required?.includes(name) ?? false,
      description: withDefault(property.description ?? "", property),
    };
    const inner = property.items && !property.items.$ref ? property.items : undefined;
    return [field, ...(inner ? fieldsOf(inner, document, `${before}${name}[].`) : [])];
  });
}

function isListOfObjects({ items }: JsonSchema): boolean {
  return items?.properties !== undefined;
}

function shapeOf(schema: JsonSchema): string | null {
  const reference = schema.$ref ?? schema.items?.$ref;
  return reference ? schemaName(reference) : null;
}

function withDefault(description: string, schema: JsonSchema): string {
  if (schema.default === undefined || schema.default === "" || typesOf(schema).includes("object"))
    return description;
  return `${description} Unless given: ${String(schema.default)}.`.trim();
}

/** The operation's example as a command that can be pasted, `$SHOP` and `$KEY` being set. */
function curlOf(
  { path, method, operation }: Located,
  parameters: readonly ApiParameter[],
  responses: readonly (readonly [string, ApiResponse])[],
): string {
  const examples = parameters.flatMap(({ name, in: place, example }) =>
    example === undefined ? [] : [{ name, place, text: String(example) }],
  );
  const filled = examples
    .filter(({ place }) => place === "path")
    .reduce((address, { name, text }) => address.replace(`{${name}}`, encodeURIComponent(text)), path);
  const query = new URLSearchParams(
    examples.filter(({ place }) => place === "query").map(({ name, text }) => [name, text]),
  );
  const body = operation.requestBody?.content[JSON_TYPE]?.example;
  const address = query.size > 0 ? `${filled}?${query}` : filled;
  return [
    method === "GET" ? `curl "$SHOP${address}"` : `curl -X ${method} "$SHOP${address}"`,
    ...(responses.some(([, { headers }]) => headers?.["Set-Cookie"])
      ? ["-c cookies.txt"]
      : credentialsOf(operation)),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${json(body).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");
}

function credentialsOf({ security }: ApiOperation): string[] {
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return [];
  return security.some((one) => "apiKey" in one) ? ['-H "Authorization: Bearer $KEY"'] : ["-b cookies.txt"];
}

function json(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}
