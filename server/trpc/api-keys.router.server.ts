import { createApiKey, listApiKeys, revokeApiKey } from "#server/api-keys/create-api-key.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const apiKeysRouter = router({
  create: mutation(createApiKey),
  revoke: mutation(revokeApiKey),
  list: reading(listApiKeys).query(({ ctx }) => listApiKeys(ctx)),
});
