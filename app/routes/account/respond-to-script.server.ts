import { z } from "zod";
import type { PasskeyResult } from "#app/lib/passkey-steps.ts";
import { ShopError } from "#server/core/errors.ts";
import { storableValue } from "#server/core/text.ts";

interface ScriptResult {
  answer: PasskeyResult;
  /** `Set-Cookie` values. */
  cookies: string[];
}

/** Responds to a passkey script: refusals are JSON with their status. */
export async function respondToScript(work: () => Promise<ScriptResult>): Promise<Response> {
  try {
    const { answer: outcome, cookies } = await work();
    const headers = new Headers({ "Cache-Control": "no-store" });
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return Response.json(outcome, { headers });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const refused: PasskeyResult = {
      refused: { message: error.message, ...(error.fields ? { fields: error.fields } : {}) },
    };
    return Response.json(refused, { status: error.status, headers: { "Cache-Control": "no-store" } });
  }
}

/** What devices sign takes two thousand characters. */
const LONGEST_JSON = 20_000;

/** A form field that holds JSON of this schema. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(LONGEST_JSON)
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text, storableValue);
      } catch {
        check.addIssue({ code: "custom", message: "This is not what a browser sends." });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
