import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./create-api-key.server.ts";

export const apiKeysRouter = router({
  create: mutation(createApiKey),
  revoke: mutation(revokeApiKey),
  list: reading(listApiKeys).query(({ ctx }) => listApiKeys(ctx)),
});
