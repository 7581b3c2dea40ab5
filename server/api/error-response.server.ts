import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { bearerTokenIn } from "#server/api-keys/api-key-secret.server.ts";
import { outageBehind, unstorableBehind } from "#server/core/database-outage.ts";
import { errorStatus, ShopError, type ShopErrorCode } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";

/** The JSON response to any error of an endpoint or of the app around it. */
export function errorResponse(thrown: unknown, request: Request): Response {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  const path = new URL(request.url).pathname;
  const error = outageBehind(thrown) ?? unstorableBehind(thrown) ?? libraryError(thrown) ?? thrown;
  if (error instanceof ShopError) {
    const { status, message, code, fields, extra, detail, retryAfterSeconds } = error;
    if (detail !== undefined) log("warn", "A REST request was refused", { requestId, path, code, detail });
    // What a caller may read of a refusal.
    const body = { message, code, ...(fields ? { fields } : {}), ...extra };
    return jsonResponse(status, body, {
      ...(retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {}),
      ...(status === 401 ? { "WWW-Authenticate": challengeFor(request) } : {}),
    });
  }
  log("error", "A REST request failed", { requestId, method: request.method, path, error });
  const message = "Something went wrong on our side. Please try again.";
  return jsonResponse(500, { message, code: "internal_error", requestId } satisfies ErrorBody);
}

/** The response where a file could not be made: a person in a browser reads it. */
export function failedFile(error: unknown, request: Request): Response {
  const requestId = request.headers.get("x-request-id");
  const path = new URL(request.url).pathname;
  // Anyone who left does not need it any more.
  if (!request.signal.aborted)
    log("error", "a file could not be made", { requestId, method: request.method, path, error });
  return new Response("Something went wrong on our side. Please try again.", {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/**
 * The library refuses few requests that came past the shop's own checks: content types that it alone finds unreadable.
 */
function libraryError(thrown: unknown): ShopError | undefined {
  return thrown instanceof HTTPException && thrown.status === 415 ? unsupportedMediaType() : undefined;
}

export function unsupportedMediaType(): ShopError {
  const message = "Send a JSON body with the header Content-Type: application/json.";
  return new ShopError("unsupported_media_type", message);
}

/** RFC 9110 section 15.5.2: each 401 says how to authenticate. RFC 6750 section 3.1: what was wrong with a key. */
function challengeFor(request: Request): string {
  const shown = bearerTokenIn(request.headers.get("authorization")) !== null;
  return `Bearer realm="shop"${shown ? ', error="invalid_token"' : ""}`;
}

/** JSON that nobody may cache: refusals, the responses of writes, and reads until `conditional` tags them. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}

const codes = [...Object.keys(errorStatus), "internal_error"];

/** The one shape of every refusal (docs/rules.md#rest-2). */
export const errorSchema = z
  .object({
    message: z.string().min(1).meta({ description: "What went wrong, for a person." }),
    code: z.enum(codes).meta({ description: "What went wrong, for a program." }),
    fields: z.record(z.string(), z.array(z.string())).optional().meta({
      description: "The fields at fault, each with its messages. Nested fields read `items.0.quantity`.",
    }),
    expected: z
      .number()
      .optional()
      .meta({ description: "In the shop's currency, on a 409: what the shop would charge." }),
    alreadyPaid: z
      .boolean()
      .optional()
      .meta({ description: "On a 409: a payment has gone through already." }),
    paymentIntentId: z
      .string()
      .optional()
      .meta({ description: "On a 409: the payment that has gone through." }),
    restart: z
      .boolean()
      .optional()
      .meta({ description: "On a 402 of PayPal's: the payer may approve the same order once more." }),
    requestId: z.string().optional().meta({ description: "On a 500: names the request in the shop's log." }),
  })
  .openapi("Refusal");

export type ErrorBody = z.infer<typeof errorSchema>;

/** A refusal's code, or the code of an internal error. */
export type ErrorCode = ShopErrorCode | "internal_error";

/** The reference's example of each refusal; by default it shows the code. */
const examples: Partial<Record<ErrorCode, Omit<ErrorBody, "code">>> = {
  bad_request: { message: "The body is not readable JSON." },
  unauthenticated: { message: "Please sign in to continue." },
  two_factor_required: { message: "Enter the code of your authenticator app." },
  forbidden: { message: "You don't have permission to do this." },
  not_found: { message: "Product not found" },
  conflict: { message: "This was changed since you read it. Nothing was overwritten." },
  out_of_stock: { message: "There is not enough stock of Premium Biochar." },
  payment_failed: { message: "The payment was not completed." },
  payload_too_large: { message: "The body is too large: the limit is 100 kB." },
  unsupported_media_type: {
    message: "Send a JSON body with the header Content-Type: application/json.",
  },
  validation_failed: {
    message: "Missing or not valid: email.",
    fields: { email: ["Please enter a valid email address"] },
  },
  rate_limited: { message: "Too many attempts. Please wait a minute and try again." },
  unavailable: { message: "The shop cannot be reached right now. Please try again in a moment." },
  internal_error: {
    message: "Something went wrong on our side. Please try again.",
    requestId: "0b0f1c1e-6c39-4a5e-9b0e-2f4f6f1f3a11",
  },
};

export function errorExample(code: ErrorCode): ErrorBody {
  return { message: "This cannot be done.", ...examples[code], code };
}
