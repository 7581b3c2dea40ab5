import { defineEntity, p } from "@mikro-orm/core";

/**
 * A request that carried an Idempotency-Key: in progress while `status` is null, afterwards with the answer that its
 * repetitions get. Neither the key nor the body is stored as it came.
 */
export const IdempotentRequestSchema = defineEntity({
  name: "IdempotentRequest",
  tableName: "idempotent_request",
  properties: {
    id: p.integer().primary(),
    /** HMAC of the caller and the key. */
    keyHash: p.string().length(64).unique("idempotent_request_key_unique"),
    /** HMAC of what was asked: another request under the same key is refused. */
    fingerprint: p.string().length(64),
    /** Names who works on it now; whoever takes over after a crash draws a new one. */
    claim: p.uuid(),
    claimedAt: p.datetime(),
    status: p.smallint().nullable(),
    /** As it was sent, byte for byte. */
    body: p.text().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("idempotent_request_created_index"),
  },
});

export class IdempotentRequest extends IdempotentRequestSchema.class {}
IdempotentRequestSchema.setClass(IdempotentRequest);
