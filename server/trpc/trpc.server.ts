import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z } from "zod";
import type { AnyRead } from "#server/access/read.server.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import type { Capability } from "#server/core/capabilities.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { refuseUnstorable } from "#server/core/text.ts";
import { describeRefusal, toTrpcError } from "./trpc-error.server.ts";

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
      refuseUnstorable(json, ["csv"]);
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
      const { message, data } = describeRefusal(error, ctx);
      return { ...shape, message, data: { ...shape.data, ...data } };
    },
  });

export const { router, procedure, createCallerFactory } = trpc;
