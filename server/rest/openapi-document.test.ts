import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { callRest } from "#server/testing/rest-caller.ts";

/** The strict rules, and of those that no ruleset has the ones that make a reference worth reading. */
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

it("passes the strict rules of a linter", async () => {
  const { body } = await callRest("GET", "/api/openapi.json");
  const problems = await lintFromString({
    source: JSON.stringify(body),
    config: await createConfig(rules),
  });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
  ).toEqual([]);
});
