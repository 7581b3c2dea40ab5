import { defineEntity, p } from "@mikro-orm/core";
import { User } from "./user.ts";

/** A signed-in device. The cookie holds a random token; only its SHA-256 is stored. */
export const SessionSchema = defineEntity({
  name: "Session",
  tableName: "user_session",
  properties: {
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    tokenHash: p.string().length(64).unique("session_token_unique").hidden(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("session_user_index"),
    userAgent: p.string().length(300).default(""),
    address: p.string().length(64).default(""),
    /** It began with a passkey, which proves two factors: having the device, and its owner's finger, face or PIN. */
    byPasskey: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw("now()"),
    lastSeenAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("session_expires_index"),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
