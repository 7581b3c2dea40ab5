import { z } from "zod";
import type { AnyRead } from "#server/access/read.server.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import type { Capability } from "#server/core/capabilities.ts";
import { appRouter } from "./router.server.ts";

/** At run time the router's procedures are one flat record by their paths, whatever its type says. */
const procedureRecord = z.record(
  z.string(),
  z.custom<{
    _def: { type: string; meta?: { permission?: Capability; reads?: AnyRead; command?: AnyCommand } };
  }>((value) => typeof value === "function"),
);

/** Every procedure of the staff's screens with its path. */
export const procedures = Object.entries(procedureRecord.parse(appRouter._def.procedures));

/** Everything that staff do. */
export const staffCommands: readonly AnyCommand[] = procedures.flatMap(
  ([, { _def }]) => _def.meta?.command ?? [],
);
