import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import type { JsonSchema } from "#server/api/reference-text.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import {
  bodyExampleOf,
  bodySchemaOf,
  contract,
  contractOperations,
  parametersOf,
  responsesOf,
} from "#server/testing/rest-contract.ts";

/** The strict rules, and from the optional ones those that make a reference worth reading. */
const rules: Parameters<typeof createConfig>[0] = {
  extends: ["recommended-strict"],
  rules: {
    "no-invalid-schema-examples": "error",
    "no-invalid-parameter-examples": "error",
    "operation-description": "error",
    "operation-tag-defined": "error",
    "operation-singular-tag": "error",
    "parameter-description": "error",
    "no-required-schema-properties-undefined": "error",
    "component-name-unique": "error",
  },
};

it("is what the shop serves", async () => {
  const { body } = await callRest("GET", "/api/openapi.json");
  expect(body).toEqual(contract);
});

it("has an example of every request that takes something, and of every JSON answer", () => {
  for (const { name, operation } of contractOperations) {
    const required = parametersOf(operation).filter((parameter) => parameter.required);
    for (const parameter of required)
      expect(exampleOf(parameter.schema), `${name} ${parameter.name}`).toBeDefined();
    if (bodySchemaOf(operation)) expect(bodyExampleOf(operation), name).toBeDefined();
    for (const [status, { content }] of Object.entries(responsesOf(operation))) {
      const media = content?.["application/json"];
      if (!media) continue;
      const example = JSON.stringify(media.examples ?? exampleOf(media.schema));
      expect(example, `${name} ${status}`).toBeDefined();
      expect(example, `${name} ${status}: a text without an example`).not.toContain('"…"');
    }
  }
});

/** What the document shows of a schema: its own example, that of the shape it names, or of the elements of a list. */
function exampleOf(schema: JsonSchema): unknown {
  const named = schema.$ref?.split("/").at(-1) ?? "";
  const { examples, items, anyOf } = contract.components.schemas[named] ?? schema;
  return examples?.[0] ?? (items && exampleOf(items)) ?? (anyOf?.[0] && exampleOf(anyOf[0]));
}

it("passes the strict rules of a linter", { timeout: 120_000 }, async () => {
  const { body } = await callRest("GET", "/api/openapi.json");
  const problems = await lintFromString({
    source: JSON.stringify(body),
    config: await createConfig(rules),
  });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
  ).toEqual([]);
});
