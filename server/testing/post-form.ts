import { noticeOf } from "#server/commands/command.ts";
import type { Command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import type { Notice } from "#server/http/notice.ts";
import { callerFor } from "#server/trpc/router.server.ts";

/** A form with these fields. */
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Posts a form to the procedure of a command, as a staff screen does. @throws what the verb throws */
export async function postForm(
  context: Context,
  command: `${string}.${string}`,
  form: FormData | Record<string, string>,
): Promise<unknown> {
  const [subject = "", name = ""] = command.split(".");
  const call: unknown = Reflect.get(Reflect.get(callerFor(context), subject), name);
  if (typeof call !== "function") throw new Error(`no procedure ${command}`);
  try {
    return await call(form instanceof FormData ? form : formOf(form));
  } catch (error) {
    throw error instanceof Error && error.cause ? error.cause : error;
  }
}

/** What the person is told once a form was posted. @throws what the verb throws */
export async function messageAfter<Value, Typed, Result>(
  { definition }: Command<Value, Typed, Result>,
  context: Context,
  form: FormData | Record<string, string>,
): Promise<Notice> {
  return noticeOf(definition, (await postForm(context, definition.name, form)) as Result);
}
