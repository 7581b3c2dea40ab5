/** Every way a request can be refused. Only the table below gives them status codes. */
export type ShopErrorCode =
  | "bad_request"
  | "unauthenticated"
  | "two_factor_required"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "out_of_stock"
  | "payment_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "rate_limited"
  | "unavailable";

interface ErrorStatus {
  /** Status of an HTTP response (pages and REST). */
  http: number;
  /** Code of a tRPC response. */
  trpc:
    | "BAD_REQUEST"
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "NOT_FOUND"
    | "METHOD_NOT_SUPPORTED"
    | "CONFLICT"
    | "PAYMENT_REQUIRED"
    | "PAYLOAD_TOO_LARGE"
    | "UNSUPPORTED_MEDIA_TYPE"
    | "UNPROCESSABLE_CONTENT"
    | "TOO_MANY_REQUESTS"
    | "SERVICE_UNAVAILABLE";
}

/** One exhaustive table for pages, REST and tRPC. */
export const errorStatus: Record<ShopErrorCode, ErrorStatus> = {
  bad_request: { http: 400, trpc: "BAD_REQUEST" },
  unauthenticated: { http: 401, trpc: "UNAUTHORIZED" },
  two_factor_required: { http: 401, trpc: "UNAUTHORIZED" },
  forbidden: { http: 403, trpc: "FORBIDDEN" },
  not_found: { http: 404, trpc: "NOT_FOUND" },
  method_not_allowed: { http: 405, trpc: "METHOD_NOT_SUPPORTED" },
  conflict: { http: 409, trpc: "CONFLICT" },
  out_of_stock: { http: 409, trpc: "CONFLICT" },
  payment_failed: { http: 402, trpc: "PAYMENT_REQUIRED" },
  payload_too_large: { http: 413, trpc: "PAYLOAD_TOO_LARGE" },
  unsupported_media_type: { http: 415, trpc: "UNSUPPORTED_MEDIA_TYPE" },
  validation_failed: { http: 422, trpc: "UNPROCESSABLE_CONTENT" },
  rate_limited: { http: 429, trpc: "TOO_MANY_REQUESTS" },
  unavailable: { http: 503, trpc: "SERVICE_UNAVAILABLE" },
};

/** What a message offers to take back: by which command, the rows by their ids, and the page that shows it then. */
export interface UndoCommand {
  to: string;
  command: "audit.revertMany" | "orders.undoDispatch";
  ids: number[];
}

interface ShopErrorOptions {
  /** The form or payload fields at fault, each with its message. */
  fields?: Record<string, string[]>;
  /** For the log only; never shown to a person. */
  detail?: unknown;
  /** Extra JSON for a REST response, such as the amount the server expected. */
  extra?: Record<string, unknown>;
  /** Seconds after which trying again makes sense (rate_limited, unavailable). */
  retryAfterSeconds?: number;
  /** Of what was done before the refusal. */
  takeBack?: UndoCommand | undefined;
}

/** A refusal that the person (or script) who caused it may read. Every other error is a 500. */
export class ShopError extends Error {
  readonly code: ShopErrorCode;
  readonly fields: Record<string, string[]> | undefined;
  readonly detail: unknown;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly takeBack: UndoCommand | undefined;

  constructor(code: ShopErrorCode, message: string, options: ShopErrorOptions = {}) {
    super(message);
    this.name = "ShopError";
    this.code = code;
    this.fields = options.fields;
    this.detail = options.detail;
    this.extra = options.extra;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.takeBack = options.takeBack;
  }

  get status(): number {
    return errorStatus[this.code].http;
  }
}
