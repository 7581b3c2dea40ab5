import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SandboxObject } from "#db/entities/index.ts";
import { invalidRequest } from "./paypal-failure.ts";

const LONGEST = 108;
/** PayPal remembers request ids of orders for six hours. */
const KEPT_MILLISECONDS = 6 * 60 * 60 * 1000;

const storedSchema = z.object({ objectId: z.string() });

/**
 * Makes something once per PayPal-Request-Id of a path, within the caller's transaction; returns the id of what was
 * made then. A refused request leaves the id free.
 */
export async function oncePerRequestId(
  em: EntityManager,
  path: string,
  requestId: string | undefined,
  make: () => Promise<string>,
): Promise<string> {
  if (requestId === undefined) return make();
  if (requestId.length > LONGEST) throw invalidRequest("INVALID_STRING_MAX_LENGTH", "PayPal-Request-Id");
  const id = `paypal_request_${createHash("sha256").update(`${path}\n${requestId}`).digest("base64url")}`;
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [id]);
  const row = await em.findOne(SandboxObject, { id, kind: "request" });
  if (row && Date.now() - row.createdAt.getTime() < KEPT_MILLISECONDS)
    return storedSchema.parse(row.body).objectId;
  const objectId = await make();
  const now = new Date();
  await em.flush();
  await em.upsert(SandboxObject, {
    id,
    provider: "paypal",
    kind: "request",
    body: { objectId },
    createdAt: now,
    updatedAt: now,
  });
  return objectId;
}
