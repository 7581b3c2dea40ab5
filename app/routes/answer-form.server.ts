import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { PasskeyResult } from "#app/lib/passkey-steps.ts";
import { ShopError, type ShopErrorCode } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { storableValue } from "#server/core/text.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import type { Notice } from "#server/http/notice.ts";

interface AskedForm<Schema extends z.ZodType> {
  form: FormData;
  schema: Schema;
  /** Passwords: the form comes back without them. */
  hideFields?: string[];
  /** Codes that were tried: they come back where they were mistyped, and not once they were refused. */
  usedUp?: string[];
  /** The title of a refusal. */
  failed: string;
}

/** Refusals of what was typed: the page is one with a mistake in it, whatever the same would be to a script. */
const mistakes: readonly ShopErrorCode[] = [
  "unauthenticated",
  "two_factor_required",
  "conflict",
  "validation_failed",
];

/** Does what a form asks. Where something in it is wrong, or it is refused, its page comes back with what was typed. */
export async function answerForm<Schema extends z.ZodType, Answer>(
  { form, schema, hideFields = [], usedUp = [], failed }: AskedForm<Schema>,
  work: (value: z.output<Schema>) => Promise<Answer>,
) {
  const submission = parseForm(form, { schema });
  if (submission.status !== "success") {
    return data({ result: submission.reply({ hideFields }), refusal: null }, 400);
  }
  try {
    return await work(submission.value);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const hidden = [...hideFields, ...usedUp];
    const result = submission.reply({ hideFields: hidden, fieldErrors: error.fields ?? {} });
    const refusal = { title: failed, message: error.message };
    return data({ result, refusal }, mistakes.includes(error.code) ? 400 : error.status);
  }
}

/** Leads on to a page that tells what was done. */
export async function goOn(
  to: string,
  notice: Omit<Notice, "kind"> & Partial<Pick<Notice, "kind">>,
  cookies: readonly string[] = [],
) {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", await noticeHeader({ kind: "success", ...notice }));
  return redirect(to, { status: 303, headers });
}

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
