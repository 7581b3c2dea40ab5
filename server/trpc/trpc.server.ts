import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError, z } from "zod";
import type { AnyRead } from "#server/access/read.server.ts";
import { type AnyCommand, WRONG_INPUT } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { errorStatus, ShopError, type UndoCommand } from "#server/core/errors.ts";
import type { Capability } from "#server/core/roles.ts";
import { assertStorable } from "#server/core/text.ts";

/** What JSON cannot say and inputs of ours hold. Others, such as typed arrays of any length, are made of a few letters. */
const types = new Set(["undefined", "Date"]);

const inputSchema = z.object({ json: z.unknown(), meta: z.object({ values: z.unknown() }).optional() });
type Input = Parameters<typeof superjson.deserialize>[0];

/**
 * superjson for what staff send: of its types only those in use, and none that makes a list longer than it was sent
 * (docs/security.md, "Packages").
 */
export const inputTransformer = {
  serialize: (value: unknown) => superjson.serialize(value),
  deserialize: (sent: Input): unknown => {
    try {
      const { json, meta } = inputSchema.parse(sent);
      if (!areKnownTypes(meta?.values)) throw new Error("a type that no input has");
      fixLengths(json);
      // The text of a file that somebody imports.
      assertStorable(json, ["csv"]);
      return superjson.deserialize(sent, { inPlace: true });
    } catch (cause) {
      if (cause instanceof ShopError) throw toTrpcError(cause);
      throw new TRPCError({ code: "BAD_REQUEST", cause });
    }
  },
};

/** superjson's tree of types: `[type, children]`, or the children by their names. */
function areKnownTypes(tree: unknown): boolean {
  if (tree === undefined) return true;
  if (typeof tree !== "object" || tree === null) return false;
  if (!Array.isArray(tree)) return Object.values(tree).every(areKnownTypes);
  const [type, children, ...more] = tree;
  return types.has(type) && areKnownTypes(children) && more.length === 0;
}

function fixLengths(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) Object.preventExtensions(value);
  for (const part of Object.values(value)) fixLengths(part);
}

/** What every procedure says about itself; a test walks all of them. */
interface ProcedureMeta {
  permission: Capability;
  /** Of a query: what it reads. */
  reads?: AnyRead;
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
      const { message, data } = describeError(error, ctx);
      return { ...shape, message, data: { ...shape.data, ...data } };
    },
  });

export const { router, procedure, createCallerFactory } = trpc;

/** What every tRPC refusal carries beside its message. */
interface ErrorData {
  /** The shop's code, as in REST; `internal` when it is our fault. */
  reason: ShopError["code"] | "internal";
  fields: Record<string, string[]> | undefined;
  /** Takes back what was done before the refusal. */
  takeBack?: UndoCommand | undefined;
  /** To find the log line. */
  requestId: string | undefined;
}

/** A ShopError as a tRPC error, with its code in `errorStatus`. */
export function toTrpcError(error: ShopError): TRPCError {
  return new TRPCError({ code: errorStatus[error.code].trpc, message: error.message, cause: error });
}

/** tRPC's own refusals, in the shop's words. */
const ownErrors: Partial<Record<TRPCError["code"], [ErrorData["reason"], string]>> = {
  NOT_FOUND: ["not_found", "There is no such procedure."],
  METHOD_NOT_SUPPORTED: ["method_not_allowed", "This procedure is called with another method."],
  BAD_REQUEST: ["bad_request", "The request could not be read."],
  PARSE_ERROR: ["bad_request", "The request could not be read."],
  UNSUPPORTED_MEDIA_TYPE: ["bad_request", "The request could not be read."],
};
const OUR_FAULT = ["internal", "Something went wrong on our side. Please try again."] as const;

/** What the browser may read of an error: message, reason and fields of a refusal, nothing of anything else. */
function describeError(
  { code, cause }: TRPCError,
  context: Context | undefined,
): { message: string; data: ErrorData } {
  const requestId = context?.requestId;
  if (cause instanceof ShopError) {
    const { message, code: reason, fields, takeBack } = cause;
    return { message, data: { reason, fields, takeBack, requestId } };
  }
  if (code === "BAD_REQUEST" && cause instanceof ZodError) {
    const fields: Record<string, string[]> = z.flattenError(cause).fieldErrors;
    return { message: WRONG_INPUT, data: { reason: "validation_failed", fields, requestId } };
  }
  const [reason, message] = ownErrors[code] ?? OUR_FAULT;
  return { message, data: { reason, fields: undefined, requestId } };
}
