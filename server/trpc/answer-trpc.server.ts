import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { contextFor } from "#server/request-context.server.ts";
import { appRouter } from "./router.server.ts";
import { toTrpcError } from "./trpc-error.server.ts";

/** Answers a tRPC request; failures that are ours are logged with the request's id and shown without internals. */
export function answerTrpc(request: Request, loadContext: object): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: async () => {
      try {
        return await contextFor(request, loadContext);
      } catch (error) {
        throw error instanceof ShopError ? toTrpcError(error) : error;
      }
    },
    onError: ({ error, path, ctx }) => {
      if (error.code !== "INTERNAL_SERVER_ERROR") return;
      log("error", "tRPC procedure failed", { path, requestId: ctx?.requestId, error: error.cause ?? error });
    },
  });
}
