import type { z } from "zod";
import { requirePermissions } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError, type UndoCommand } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { type CommandDefinition, permissionsOf } from "./command.ts";

type Run<Value, Result> = (context: Context, value: Value) => Promise<Result>;

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
}

/** A command of whatever types. */
export interface AnyCommand {
  definition: CommandDefinition;
  permit(context: Context): unknown;
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
  return Object.assign(async (context: Context, value: Value) => permit(context)(context, value), {
    definition,
    permit,
    async readForm(context: Context, submitted: FormData): Promise<Value> {
      const { form, schema } = await read(context, submitted);
      const submission = parseForm(form, { schema });
      if (submission.status === "success") return submission.value;
      throw new ShopError("validation_failed", WRONG_INPUT, { fields: messagesOf(submission.error) });
    },
  });
}

/** What is said above a form where the fields say the rest. */
export const WRONG_INPUT = "Some of what was sent is missing or wrong.";

function messagesOf(error: Record<string, string[] | null> | null): Record<string, string[]> {
  return Object.fromEntries(Object.entries(error ?? {}).map(([name, messages]) => [name, messages ?? []]));
}

interface ChosenRow {
  /** What a person calls it. */
  name: string;
  /** Of the form: where its refusal stands. */
  field: string;
  /** The single command on this row, in a transaction of its own. */
  run: () => Promise<unknown>;
}

/**
 * Runs a command for each chosen row, each for itself: one that is refused keeps none of the others back. Returns the
 * names of those that it was done for. @throws ShopError `conflict` with the reason of each that was refused, when there
 * are any; `not` says what they are not: "dispatched". It takes along how to take back what was done to the others.
 */
export async function runForEach(
  rows: readonly ChosenRow[],
  not: string,
  takeBack: () => UndoCommand | undefined = () => undefined,
): Promise<string[]> {
  const did: string[] = [];
  const fields: Record<string, string[]> = {};
  const reasons: string[] = [];
  for (const { name, field, run } of rows) {
    try {
      await run();
      did.push(name);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      const reason = `${name}: ${error.message}`;
      fields[field] = [...(fields[field] ?? []), field.includes(".") ? error.message : reason];
      reasons.push(reason);
    }
  }
  if (reasons.length === 0) return did;
  const notDone = reasons.length === 1 ? `One was not ${not}.` : `${reasons.length} were not ${not}.`;
  const done = did.length > 0 ? ` Done: ${did.join(", ")}.` : "";
  throw new ShopError("conflict", `${notDone}${done}`, { fields, takeBack: takeBack() });
}
