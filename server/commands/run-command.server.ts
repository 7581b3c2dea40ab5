import type { SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { requirePermissions } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import type { Notice } from "#server/http/notice.ts";
import { type CommandDefinition, noticeOf, permissionsOf, type RefusedForm } from "./command.ts";

type Run<Value, Result> = (context: Context, value: Value) => Promise<Result>;

/** What a plain form came to: what the verb returned, with the form emptied, or the form as it goes back. */
type FormReply<Result> =
  | { notice: Notice; returned: Result; emptied: SubmissionResult<string[]> }
  | RefusedForm;

/**
 * A command with its verb. Called as a function it asks for the permission and acts: there is no other way to the verb,
 * so that no caller can forget to ask.
 */
export interface Command<Value, Input, Result> {
  (context: Context, value: Value): Promise<Result>;
  definition: CommandDefinition<z.ZodType<Value, Input>, Result>;
  /**
   * Asks before anything of the request is read, and hands out the verb.
   * @throws ShopError `unauthenticated`, `forbidden`
   */
  permit(context: Context): Run<Value, Result>;
  /**
   * Reads its form, files and all, as the browser checks it.
   * @throws ShopError `validation_failed` with the fields at fault
   */
  readForm(context: Context, form: FormData): Promise<Value>;
  /** Does what its form asks for, as a browser without JavaScript posts it. @throws ShopError `unauthenticated`, `forbidden` */
  handleForm(context: Context, form: FormData): Promise<FormReply<Result>>;
}

/** A command of whatever types. */
export interface AnyCommand {
  definition: CommandDefinition;
  permit(context: Context): unknown;
  handleForm(context: Context, form: FormData): Promise<FormReply<unknown>>;
}

interface FormOptions<Value> {
  /** For a form whose texts are not simply the input: what to check instead, and with what. */
  read?: (context: Context, form: FormData) => Promise<{ form: FormData; schema: z.ZodType<Value> }>;
}

/** Gives a command its verb, which need not ask for the permission: nobody gets to it without. */
export function command<Value, Typed, DoneInput, Result extends DoneInput>(
  definition: CommandDefinition<z.ZodType<Value, Typed>, DoneInput>,
  run: Run<Value, Result>,
  options: FormOptions<NoInfer<Value>> = {},
): Command<Value, Typed, Result> {
  const permit = (context: Context) => {
    requirePermissions(context, permissionsOf(definition));
    return run;
  };
  const { read = async (_context, form) => ({ form, schema: definition.input }) } = options;
  const formOf = async (context: Context, submitted: FormData) => {
    const { form, schema } = await read(context, submitted);
    return [form, { schema }] as const;
  };
  return Object.assign(async (context: Context, value: Value) => permit(context)(context, value), {
    definition,
    permit,
    async readForm(context: Context, submitted: FormData): Promise<Value> {
      const submission = parseForm(...(await formOf(context, submitted)));
      if (submission.status === "success") return submission.value;
      throw new ShopError("validation_failed", WRONG_INPUT, { fields: messagesOf(submission.error) });
    },
    async handleForm(context: Context, submitted: FormData): Promise<FormReply<Result>> {
      const permitted = permit(context);
      const { form, schema } = await read(context, submitted);
      const submission = parseForm(form, { schema });
      const hideFields = [...form.keys()].filter((name) => SECRET.test(name));
      const intent = definition.name;
      if (submission.status !== "success") {
        return { intent, result: submission.reply({ hideFields }), refusal: null, status: 400 };
      }
      try {
        const returned = await permitted(context, submission.value);
        return {
          notice: noticeOf(definition, returned),
          returned,
          emptied: submission.reply({ resetForm: true }),
        };
      } catch (error) {
        if (!isForThePerson(error)) throw error;
        const result = submission.reply({ fieldErrors: error.fields ?? {}, hideFields });
        const { message, status, takeBack } = error;
        return { intent, result, refusal: message, status, ...(takeBack ? { takeBack } : {}) };
      }
    },
  });
}

/** What is said above a form where the fields say the rest. */
export const WRONG_INPUT = "Some of what was sent is missing or wrong.";

function messagesOf(error: Record<string, string[] | null> | null): Record<string, string[]> {
  return Object.fromEntries(Object.entries(error ?? {}).map(([name, messages]) => [name, messages ?? []]));
}

/** Names of fields that do not come back with the page: passwords, and codes of a second factor. */
const SECRET = /password$|(^|\.)code$/i;

/** Beside the form; a session that ended meanwhile is the page's to tell, a wrong password its field's. */
function isForThePerson(error: unknown): error is ShopError {
  if (!(error instanceof ShopError)) return false;
  return error.fields !== undefined || (error.status !== 401 && error.status !== 403);
}

/**
 * Does what a form asks for, by its `intent`: one of the commands.
 * @throws ShopError `bad_request` for a form that is none of these; `unauthenticated`, `forbidden`
 */
export function handleCommandForm(
  commands: readonly AnyCommand[],
  context: Context,
  form: FormData,
): Promise<FormReply<unknown>> {
  const command = commands.find(({ definition }) => definition.name === form.get("intent"));
  if (!command) throw new ShopError("bad_request", "This form is not known here.");
  return command.handleForm(context, form);
}
