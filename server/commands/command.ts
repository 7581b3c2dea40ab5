import type { z } from "zod";
import type { Capability } from "#server/core/capabilities.ts";
import type { Notice } from "#server/http/notice.ts";

/**
 * Something that staff do, in one place: pages show its form and tell that it is done, the server gives it its
 * verb (`command` in `run-command.server.ts`), and tRPC procedures and REST rows are made from it.
 */
export interface CommandDefinition<Input extends z.ZodType = z.ZodType, Result = never> {
  /** The path of its tRPC procedure. */
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

/** What the person is told. */
export function noticeOf<Told>({ done }: CommandDefinition<z.ZodType, Told>, result: NoInfer<Told>): Notice {
  return { kind: "success", ...(typeof done === "string" ? { title: done } : done(result)) };
}
