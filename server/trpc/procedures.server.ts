import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { type AnyRead, requirePermissions } from "#server/access/read.server.ts";
import type { Command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind, unstorableBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowId } from "#server/core/fields.ts";
import { readableForm } from "#server/http/form-limits.ts";
import { procedure, toTrpcError } from "./trpc.server.ts";

/**
 * Starts the query of a read, which asks by itself: here as well, before the input is looked at, so that anyone who may
 * not learns nothing of what it would take. Refusals get tRPC's codes.
 */
export function reading(reads: AnyRead) {
  const [permission] = reads.permissions;
  return procedure.meta({ permission, reads }).use(async ({ ctx, next }) => {
    withTrpcErrors(() => requirePermissions(ctx, reads.permissions));
    return withTrpcError(await next());
  });
}

/** The query of a read, whose input is all that it asks for. */
export function query<Asked, Typed, Result>(
  reads: AnyRead & ((context: Context, asked: Asked) => Promise<Result>),
  input: z.ZodType<Asked, Typed>,
) {
  return reading(reads)
    .input(input)
    .query(({ ctx, input: asked }) => reads(ctx, asked as Asked));
}

/** The input of whatever is asked for by its number alone. */
export const byId = z.object({ id: rowId }).transform(({ id }) => id);

/**
 * The procedure of a command, answered with what its verb returns. The input is the value, or the form that states it.
 * The permission is asked before it is read, so that anyone who may not learns nothing of what it would take.
 */
export function mutation<Value, Typed, Result>(command: Command<Value, Typed, Result>) {
  return procedure
    .meta({ permission: command.definition.permission, command })
    .use(async ({ ctx, next }) =>
      withTrpcError(await next({ ctx: { run: withTrpcErrors(() => command.permit(ctx)) } })),
    )
    .input(z.custom<Typed | FormData>())
    .use(async ({ ctx, input, next }) => {
      const value = await readInput(command, ctx, input);
      return next({ ctx: { act: () => ctx.run(ctx, value) } });
    })
    .mutation(({ ctx }) => ctx.act());
}

async function readInput<Value, Typed, Result>(
  command: Command<Value, Typed, Result>,
  context: Context,
  input: Typed | FormData,
): Promise<Value> {
  if (input instanceof FormData) return command.readForm(context, readableForm(input));
  const read = await command.definition.input.safeParseAsync(input);
  if (read.success) return read.data;
  throw new TRPCError({ code: "BAD_REQUEST", cause: read.error });
}

function withTrpcErrors<Permitted>(ask: () => Permitted): Permitted {
  try {
    return ask();
  } catch (error) {
    throw error instanceof ShopError ? toTrpcError(error) : error;
  }
}

function withTrpcError<Result extends { ok: boolean; error?: { cause?: unknown } }>(result: Result): Result {
  if (result.ok) return result;
  const cause = result.error?.cause;
  const shopError = cause instanceof ShopError ? cause : (outageBehind(cause) ?? unstorableBehind(cause));
  if (shopError) throw toTrpcError(shopError);
  return result;
}
