import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SandboxObject } from "#db/entities/index.ts";
import { StripeFailure } from "./stripe-failure.ts";

/** Stripe remembers keys for at least this long; older ones may be forgotten. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

export interface ApiAnswer {
  status: StripeFailure["status"] | 200;
  body: Record<string, unknown>;
}

const storedSchema = z.object({
  fingerprint: z.string(),
  answer: z.object({ status: z.literal([200, 402]), body: z.record(z.string(), z.unknown()) }).nullable(),
});

/**
 * Does a request once per idempotency key, within the caller's transaction: the key and what the request changed
 * are kept together or not at all. A second request with the key waits for the first and gets its answer, also when
 * that was a declined card; a request refused for its parameters leaves the key free, as Stripe does.
 * @throws StripeFailure idempotency_error when the key was used for another request
 */
export async function onceForKey(
  em: EntityManager,
  key: string,
  request: { method: string; path: string; body: string },
  answer: () => Promise<ApiAnswer>,
): Promise<ApiAnswer & { replayed: boolean }> {
  if (key.length > 255) {
    const message = "Idempotency keys must be at most 255 characters long.";
    throw new StripeFailure(400, { type: "idempotency_error", message });
  }
  const id = `idempotency_${digest(key)}`;
  const fingerprint = digest(`${request.method} ${request.path}\n${request.body}`);
  const fresh = await em.execute<{ id: string }[]>(
    `insert into sandbox_object (id, provider, kind, body) values (?, 'stripe', 'idempotency', ?::jsonb)
     on conflict (id) do nothing returning id`,
    [id, JSON.stringify({ fingerprint, answer: null })],
  );
  if (fresh.length === 0) {
    const row = await em.findOneOrFail(SandboxObject, { id });
    const stored = storedSchema.parse(row.body);
    if (stored.fingerprint !== fingerprint) {
      throw new StripeFailure(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (stored.answer) return { ...stored.answer, replayed: true };
  }
  const made = await answer();
  await em.flush();
  await em.execute("update sandbox_object set body = ?::jsonb where id = ?", [
    JSON.stringify({ fingerprint, answer: made }),
    id,
  ]);
  return { ...made, replayed: false };
}

export async function forgetOldKeys(em: EntityManager): Promise<void> {
  await em.execute(
    "delete from sandbox_object where provider = 'stripe' and kind = 'idempotency' and created_at < ?",
    [new Date(Date.now() - KEPT_MILLISECONDS)],
  );
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
