import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { listApiKeys } from "./create-api-key.server.ts";

export const apiKeysRouter = router({
  list: reading(listApiKeys).query(({ ctx }) => listApiKeys(ctx)),
});
