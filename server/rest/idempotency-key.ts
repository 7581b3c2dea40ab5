import { ShopError } from "#server/core/errors.ts";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** Marks an answer that was given before. */
export const REPLAYED_HEADER = "Idempotency-Replayed";

/** Long enough that nobody hits upon another's by chance; a UUID has 36 characters. */
const WELL_FORMED = /^[A-Za-z0-9._:-]{8,128}$/;

/**
 * The key of a request, bare or as a quoted string (draft-ietf-httpapi-idempotency-key-header); null without one.
 * @throws ShopError `bad_request`
 */
export function idempotencyKeyIn(headers: Headers): string | null {
  const given = headers.get(IDEMPOTENCY_HEADER);
  if (given === null) return null;
  const key = /^"(.*)"$/.exec(given.trim())?.[1] ?? given.trim();
  if (WELL_FORMED.test(key)) return key;
  throw new ShopError(
    "bad_request",
    `${IDEMPOTENCY_HEADER} must be 8 to 128 letters, digits, dots, colons, dashes or underscores, such as a UUID.`,
  );
}

/** JSON in which the same fields in another order are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
