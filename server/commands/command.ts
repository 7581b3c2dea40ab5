import type { SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import type { Capability } from "#server/access/capabilities.ts";
import type { Notice } from "#server/http/notice.ts";

/**
 * Something that staff do, in one place: pages show its form and tell that it is done, the server gives it its
 * verb (`command` in `run-command.server.ts`), and tRPC procedures, plain forms and REST rows are made from it.
 */
export interface CommandDefinition<Input extends z.ZodType = z.ZodType, Result = never> {
  /** The path of its tRPC procedure, and the `intent` of its form. */
  name: `${string}.${string}`;
  permission: Capability;
  /** What it takes besides. */
  alsoNeeds?: readonly Capability[];
  input: Input;
  /** What the person is told once it is done, where it depends on what the verb returned. */
  done: string | ((result: Result) => Omit<Notice, "kind"> & Partial<Notice>);
}

/** Describes a command, keeping the types of its input. */
export function describeCommand<Input extends z.ZodType, Told = unknown>(
  definition: CommandDefinition<Input, Told>,
): CommandDefinition<Input, Told> {
  return definition;
}

/** All that a command takes. */
export function permissionsOf({
  permission,
  alsoNeeds = [],
}: CommandDefinition): [Capability, ...Capability[]] {
  return [permission, ...alsoNeeds];
}

/** What the person is told, with JavaScript and without. */
export function noticeOf<Told>({ done }: CommandDefinition<z.ZodType, Told>, result: NoInfer<Told>): Notice {
  return { kind: "success", ...(typeof done === "string" ? { title: done } : done(result)) };
}

/** A form that came back: what was typed, what is wrong with it, or why it was refused. */
export interface RefusedForm {
  /** The command's name. */
  intent: string;
  result: SubmissionResult<string[]>;
  /** What the verb said, when the fields themselves were right. */
  refusal: string | null;
  status: number;
  /** Takes back what was done all the same. */
  takeBack?: Notice["takeBack"];
}
