import type { JsonSchema } from "./openapi-types.ts";
import { typesOf } from "./reference-text.ts";

/** A value that a schema allows, made from the examples of its parts. */
export function sampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const resolved = resolveSchema(schema, components);
  const [example] = resolved.examples ?? [];
  if (example !== undefined) return example;
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  if (resolved.anyOf?.[0]) return sampleOf(resolved.anyOf[0], components);
  switch (typesOf(resolved)[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(resolved.properties ?? {}).map(([name, property]) => [
          name,
          sampleOf(property, components),
        ]),
      );
    case "array":
      return resolved.items ? [sampleOf(resolved.items, components)] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return resolved.minimum ?? 1;
    default:
      return resolved.format === "date-time" ? "2026-03-02T12:05:00.000Z" : "…";
  }
}

function resolveSchema(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : (components[name] ?? {});
}
