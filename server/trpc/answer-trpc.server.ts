import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { outageBehind } from "#server/core/database-outage.ts";
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
