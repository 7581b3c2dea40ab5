import { initTRPC } from "@trpc/server";
import superjson from "superjson";
import type { Capability } from "#server/access/capabilities.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { inputTransformer } from "./input-transformer.ts";
import { describeRefusal } from "./trpc-error.server.ts";

/** What every procedure says about itself; a test walks all of them. */
interface ProcedureMeta {
  permission: Capability;
  /** Of a mutation: what it is made from. */
  command?: AnyCommand;
}

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer: { input: inputTransformer, output: superjson },
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { message, data } = describeRefusal(error, ctx);
      return { ...shape, message, data: { ...shape.data, ...data } };
    },
  });

export const { router, procedure, createCallerFactory } = trpc;
