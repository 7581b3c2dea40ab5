import type { SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import type { Capability } from "#server/access/capabilities.ts";

/**
 * Something that staff do, as every door knows it: pages show its form and tell that it is done, the server gives it
 * its verb (`command` in `run-command.server.ts`), and tRPC procedures, plain forms and REST rows are made from it.
 */
export interface CommandDefinition<Input extends z.ZodType = z.ZodType> {
  /** The path of its tRPC procedure, and the `intent` of its form. */
  name: `${string}.${string}`;
  permission: Capability;
  /** What it takes besides. */
  alsoNeeds?: readonly Capability[];
  input: Input;
  /** What the person is told once it is done. */
  done: string;
}

/** Describes a command, keeping the types of its input. */
export function describeCommand<Input extends z.ZodType>(
  definition: CommandDefinition<Input>,
): CommandDefinition<Input> {
  return definition;
}

/** A form that came back: what was typed, what is wrong with it, or why it was refused. */
export interface RefusedForm {
  /** The command's name. */
  intent: string;
  result: SubmissionResult<string[]>;
  /** What the verb said, when the fields themselves were right. */
  refusal: string | null;
  status: number;
}
