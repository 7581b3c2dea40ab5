import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { listApiKeys } from "./create-api-key.server.ts";

export const apiKeysRouter = router({
  list: permitted("apiKeys.view").query(({ ctx }) => listApiKeys(ctx)),
});
