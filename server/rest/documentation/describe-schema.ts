import type {
  ApiParameter,
  ApiReference,
  ApiResponse,
  JsonSchema,
  OpenApiDocument,
} from "./openapi-types.ts";
import { typesOf } from "./sample-of.ts";

/** A schema in words: "text, 1 to 200 characters", "list of Order". */
export function describeSchema(schema: JsonSchema): string {
  if (schema.$ref) return schemaName(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeSchema))].join(" or ");
  if (schema.enum) return `one of ${schema.enum.map(describeValue).join(", ")}`;
  if (schema.const !== undefined) return `always ${describeValue(schema.const)}`;
  return typesOf(schema)
    .map((type) => describeType(type, schema))
    .join(" or ");
}

/** The name of the shape that a reference points to. */
export function schemaName(reference: string): string {
  return reference.replace("#/components/schemas/", "");
}

function describeType(type: string, schema: JsonSchema): string {
  switch (type) {
    case "string":
      return withLimits(describeText(schema), between(schema.minLength, schema.maxLength, "characters"));
    case "integer":
      return withLimits("whole number", range(schema));
    case "number":
      return withLimits("number", range(schema));
    case "boolean":
      return "true or false";
    case "array": {
      const elements = schema.items ? describeSchema(schema.items) : "anything";
      return withLimits(`list of ${elements}`, between(schema.minItems, schema.maxItems, "of them"));
    }
    case "null":
      return "null";
    default:
      return "object";
  }
}

function describeText({ format, pattern, contentMediaType }: JsonSchema): string {
  if (contentMediaType) return `a file of type ${contentMediaType}`;
  if (format === "date-time") return "time, ISO 8601 in UTC";
  if (format === "email") return "email address";
  if (format === "uri") return "web address";
  return pattern ? `text like ${pattern}` : "text";
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined) return `below ${exclusiveMaximum}`;
  return between(minimum, maximum, "");
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${unit}`.trim();
  if (most !== undefined) return `at most ${most} ${unit}`.trim();
  return least === undefined ? "" : `at least ${least} ${unit}`.trim();
}

function withLimits(words: string, limits: string): string {
  return limits === "" ? words : `${words}, ${limits}`;
}

function describeValue(value: unknown): string {
  return value === "" ? "an empty text" : String(value);
}

/** An operation's parameter, looked up when several operations share it. */
export function resolveParameter(one: ApiParameter | ApiReference, document: OpenApiDocument): ApiParameter {
  if ("name" in one) return one;
  const resolved = document.components.parameters[nameIn(one)];
  if (!resolved) throw new Error(`the document has no ${one.$ref}`);
  return resolved;
}

/** An operation's response, looked up when several operations share it. */
export function resolveResponse(one: ApiResponse | ApiReference, document: OpenApiDocument): ApiResponse {
  if ("description" in one) return one;
  const resolved = document.components.responses[nameIn(one)];
  if (!resolved) throw new Error(`the document has no ${one.$ref}`);
  return resolved;
}

function nameIn({ $ref }: ApiReference): string {
  return $ref.split("/").at(-1) ?? "";
}
