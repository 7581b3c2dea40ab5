import { z } from "zod";
import { rowIdFromText } from "#server/core/fields.ts";
import type { Capability } from "#server/core/roles.ts";
import type { Notice } from "#server/http/notice.ts";

/**
 * Something that staff do, in one place: pages show its form and tell that it is done, the server gives it its
 * verb (`command` in `run-command.server.ts`), and tRPC procedures and REST rows are made from it.
 */
export interface CommandDefinition<Input extends z.ZodType = z.ZodType, Result = never> {
  /** The path of its tRPC procedure. */
  name: `${string}.${string}`;
  permission: Capability;
  /** Its other options. */
  alsoNeeds?: readonly Capability[];
  input: Input;
  /** What the person is told once it is done, where it depends on what the verb returned. */
  done: string | ((result: Result) => Omit<Notice, "kind"> & Partial<Notice>);
}

/** Describes a command, keeping the types of its input. */
export function describeCommand<Input extends z.ZodType, Result = unknown>(
  definition: CommandDefinition<Input, Result>,
): CommandDefinition<Input, Result> {
  return definition;
}

/** Describes commands that take the same permissions, each by its name, its input and what is said afterwards. */
export function describeWith(permission: Capability, alsoNeeds: readonly Capability[] = []) {
  return <Input extends z.ZodType, Result = unknown>(
    name: CommandDefinition["name"],
    input: Input,
    done: CommandDefinition<Input, Result>["done"],
  ) => describeCommand<Input, Result>({ name, permission, alsoNeeds, input, done });
}

/** All that a command takes. */
export function permissionsOf({
  permission,
  alsoNeeds = [],
}: CommandDefinition): [Capability, ...Capability[]] {
  return [permission, ...alsoNeeds];
}

/** What the person is told. */
export function noticeOf<Result>(
  { done }: CommandDefinition<z.ZodType, Result>,
  result: NoInfer<Result>,
): Notice {
  return { kind: "success", ...(typeof done === "string" ? { title: done } : done(result)) };
}

/** A page of any list has fewer. */
const MOST_ROWS = 200;
/** A notice is short: the names of more rows are counted. */
const MOST_NAMES = 20;

/** The rows of a list that were ticked: one or several fields of one name. */
export function chosenRows(what: string) {
  return z
    .array(rowIdFromText, `Tick some ${what} first`)
    .min(1, `Tick some ${what} first`)
    .max(MOST_ROWS, `Tick at most ${MOST_ROWS} ${what}`)
    .transform((ids) => [...new Set(ids)]);
}

/** What is told when something was done to each of several rows: "3 orders completed". */
export function messageForMany(names: readonly string[], what: string, done: string) {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return {
    title: `${names.length} ${what}${names.length === 1 ? "" : "s"} ${done}`,
    description: more > 0 ? `${shown} and ${more} more.` : `${shown}.`,
  };
}
