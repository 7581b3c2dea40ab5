import { expect, it } from "vitest";
import { z } from "zod";
import { fieldRulesOf } from "./parse-form.ts";

const fields = z.object({ name: z.string(), note: z.string().default("") });

it("the rules of a form's fields are the same where the whole is transformed", () => {
  const transformed = fields.transform(({ name }) => name);
  for (const { name, note } of [
    fieldRulesOf(fields),
    fieldRulesOf<z.ZodType, "name" | "note">(transformed),
  ]) {
    expect(name).toMatchObject({ required: true });
    expect(note).toMatchObject({ required: false });
  }
});
