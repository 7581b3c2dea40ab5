import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import type { Context } from "#server/core/context.ts";
import { outageBehind } from "#server/core/database-outage.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { isStaff } from "#server/core/roles.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { MOST_IN_BATCH } from "./batch-limit.ts";
import { appRouter } from "./router.server.ts";
import { toTrpcError } from "./trpc.server.ts";

const ENDPOINT = "/api/trpc";
const batches = new Ceiling("procedures in a batch", MOST_IN_BATCH);

/** Answers a tRPC request; failures that are ours are logged with the request's id and shown without internals. */
export async function handleTrpc(request: Request, loadContext: object): Promise<Response> {
  // Before anything is made for it: each of thousands of paths would be looked up, answered and logged.
  if (countProcedures(request) > MOST_IN_BATCH) {
    batches.countRefusal();
    const message = `That is too much at once: a request may ask for ${MOST_IN_BATCH} procedures.`;
    return Response.json({ message, code: "payload_too_large" }, { status: 413 });
  }
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: async () => {
      try {
        return await contextOfCall(request, loadContext);
      } catch (error) {
        const refusal = error instanceof ShopError ? error : outageBehind(error);
        throw refusal ? toTrpcError(refusal) : error;
      }
    },
    onError: ({ error, path, ctx }) => {
      const { cause } = error;
      if (cause instanceof ShopError && cause.detail !== undefined)
        log("warn", "tRPC procedure refused", { path, requestId: ctx?.requestId, detail: cause.detail });
      if (error.code !== "INTERNAL_SERVER_ERROR") return;
      log("error", "tRPC procedure failed", { path, requestId: ctx?.requestId, error: error.cause ?? error });
    },
  });
}

function countProcedures({ url }: Request): number {
  return decodeURIComponent(new URL(url).pathname).split(",").length;
}

/** Everything here is for staff: anybody else is refused, and does not make the shop do so without end. */
async function contextOfCall(request: Request, loadContext: object): Promise<Context> {
  const context = await contextFor(request, loadContext);
  const { actor } = context;
  if (actor.kind !== "user" || !isStaff(actor.role)) await countAgainstLimit(context, "staff-call");
  return context;
}
