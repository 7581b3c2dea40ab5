import { defineEntity, p } from "@mikro-orm/core";

/** State of the payment sandbox: an object as the provider would keep it (intent, session, refund, event). */
export const SandboxObjectSchema = defineEntity({
  name: "SandboxObject",
  tableName: "sandbox_object",
  indexes: [{ name: "sandbox_object_kind_index", properties: ["provider", "kind", "createdAt"] }],
  properties: {
    /** The provider's id, such as pi_… or cs_test_…. */
    id: p.string().length(200).primary(),
    provider: p.string().length(20),
    kind: p.string().length(50),
    body: p.json<Record<string, unknown>>(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});

export class SandboxObject extends SandboxObjectSchema.class {}
SandboxObjectSchema.setClass(SandboxObject);
