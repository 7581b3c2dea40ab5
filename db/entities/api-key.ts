import { defineEntity, p } from "@mikro-orm/core";
import type { Capability } from "#server/access/capabilities.ts";
import { User } from "./user.ts";

/** A script's way in. Whoever calls shows the key; only its SHA-256 is stored. Rows stay, for the audit. */
export const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_key",
  properties: {
    id: p.integer().primary(),
    name: p.string().length(100),
    tokenHash: p.string().length(64).unique("api_key_token_unique").hidden(),
    /** How the key begins, to tell keys apart; opens nothing. */
    beginning: p.string().length(20),
    permissions: p.json<Capability[]>(),
    /** The administrator who made it: it may never do more than they may now. None once their row is gone. */
    maker: () => p.manyToOne(User).nullable().deleteRule("set null").index("api_key_maker_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
