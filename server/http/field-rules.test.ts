import { expect, it } from "vitest";
import { z } from "zod";
import { fieldRulesOf } from "./field-rules.ts";

const fields = z.object({ name: z.string().max(50), note: z.string().default("") });

it("the rules of a form's fields are the same where the whole is transformed", () => {
  const rules = { name: { required: true, maxLength: 50 }, note: { required: false } };
  expect(fieldRulesOf(fields)).toEqual(rules);
  expect(fieldRulesOf(fields.transform(({ name }) => name))).toEqual(rules);
});
