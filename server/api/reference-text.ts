/** The part of JSON Schema (2020-12) that the API's schemas become in the OpenAPI document. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  contentMediaType?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ApiMediaType {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

interface ApiReference {
  $ref: string;
}

interface ApiHeader {
  description: string;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, ApiReference>;
  content?: Record<string, ApiMediaType>;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (ApiParameter | ApiReference)[];
  requestBody?: { required: boolean; content: Record<string, ApiMediaType> };
  responses: Record<string, ApiResponse | ApiReference>;
}

/** The part of an OpenAPI 3.1 document that the shop writes. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, ApiHeader>;
    parameters: Record<string, ApiParameter>;
    responses: Record<string, ApiResponse>;
    securitySchemes: Record<string, Record<string, unknown>>;
  };
}

/** What of a schema is said behind a field's type, in this order. */
const LIMITS = [
  ...(["format", "pattern", "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum"] as const),
  ...(["exclusiveMaximum", "minItems", "maxItems", "contentMediaType", "default"] as const),
];

/** A schema as a type of TypeScript, with its limits and descriptions as comments. */
export function schemaText(schema: JsonSchema, indent = ""): string {
  if (schema.$ref) return lastPart(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => schemaText(one, indent)))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = typesOf(schema).map((type) => {
    if (type === "array") return `${schema.items ? schemaText(schema.items, indent) : "unknown"}[]`;
    return type === "object" ? objectText(schema, indent) : type;
  });
  return types.join(" | ") || "unknown";
}

function objectText({ properties, required = [] }: JsonSchema, indent: string): string {
  if (!properties) return "object";
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, property]) => {
    const comment = commentOf(property);
    const mark = required.includes(name) ? "" : "?";
    return `${inner}${name}${mark}: ${schemaText(property, inner)}${comment && `  // ${comment}`}\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

/** What a schema's type does not say of its values. */
export function commentOf(schema: JsonSchema): string {
  const value = schema.anyOf?.[0] ?? schema;
  const limits = LIMITS.flatMap((name) => {
    const limit = value[name] ?? schema[name];
    return limit === undefined || limit === "" ? [] : [`${name} ${JSON.stringify(limit)}`];
  });
  return [limits.join(", "), schema.description?.replaceAll("`", "")].filter(Boolean).join(". ");
}

/** The types a schema allows, always as a list. */
export function typesOf({ type }: JsonSchema): string[] {
  return type === undefined ? [] : [type].flat();
}

/** An operation's parameters, those that it shares with others included. */
export function parametersOf({ parameters = [] }: ApiOperation, document: OpenApiDocument): ApiParameter[] {
  return parameters.map((one) => resolved(one, document.components.parameters));
}

/** An operation's responses by status, those that it shares with others included. */
export function responsesOf(
  { responses }: ApiOperation,
  document: OpenApiDocument,
): Record<string, ApiResponse> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, one]) => [status, resolved(one, document.components.responses)]),
  );
}

function resolved<Value extends object>(one: Value | ApiReference, components: Record<string, Value>): Value {
  if (!("$ref" in one)) return one;
  const component = components[lastPart(one.$ref)];
  if (!component) throw new Error(`the document has no ${one.$ref}`);
  return component;
}

function lastPart(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** The body of an operation that is JSON, where it takes one. */
export function jsonBodyOf({ requestBody }: ApiOperation): ApiMediaType | undefined {
  return requestBody?.content["application/json"];
}

/** An operation's example as a command that can be pasted, `$SHOP` and `$KEY` being set. */
export function curlOf(
  method: string,
  path: string,
  operation: ApiOperation,
  document: OpenApiDocument,
): string {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of parametersOf(operation, document)) {
    const [example] = schema.examples ?? [];
    if (example === undefined || place === "header") continue;
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === "query") query.set(name, String(example));
  }
  const [example] = jsonBodyOf(operation)?.schema.examples ?? [];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SHOP${address}${query.size > 0 ? `?${query}` : ""}"`,
    ...credentialsOf(operation, document),
    ...(example === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(" \\\n  ");
}

function credentialsOf(operation: ApiOperation, document: OpenApiDocument): string[] {
  const { security } = operation;
  const signsIn = Object.values(responsesOf(operation, document)).some(
    ({ headers }) => headers?.["Set-Cookie"],
  );
  if (signsIn) return ["-c cookies.txt"];
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return [];
  return security.some((one) => "apiKey" in one) ? ['-H "Authorization: Bearer $KEY"'] : ["-b cookies.txt"];
}
