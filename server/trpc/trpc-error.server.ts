import { TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { WRONG_INPUT } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { errorStatus, ShopError, type TakenBackBy } from "#server/core/errors.ts";

/** What every tRPC refusal carries beside its message. */
export interface RefusalData {
  /** The shop's code, as in REST; `internal` when it is our fault. */
  reason: ShopError["code"] | "internal";
  fields: Record<string, string[]> | undefined;
  /** Takes back what was done before the refusal. */
  takeBack?: TakenBackBy | undefined;
  /** To find the log line. */
  requestId: string | undefined;
}

/** A ShopError as a tRPC error, with its code in `errorStatus`. */
export function toTrpcError(error: ShopError): TRPCError {
  return new TRPCError({ code: errorStatus[error.code].trpc, message: error.message, cause: error });
}

/** What the browser may read of an error: message, reason and fields of a refusal, nothing of anything else. */
export function describeRefusal(
  error: TRPCError,
  context: Context | undefined,
): { message: string; data: RefusalData } {
  const requestId = context?.requestId;
  const { cause } = error;
  if (cause instanceof ShopError) {
    return {
      message: cause.message,
      data: { reason: cause.code, fields: cause.fields, takeBack: cause.takeBack, requestId },
    };
  }
  if (error.code === "BAD_REQUEST" && cause instanceof ZodError) {
    const { fieldErrors } = z.flattenError(cause);
    return {
      message: WRONG_INPUT,
      data: { reason: "validation_failed", fields: fieldErrors, requestId },
    };
  }
  if (error.code === "NOT_FOUND") {
    return {
      message: "There is no such procedure.",
      data: { reason: "not_found", fields: undefined, requestId },
    };
  }
  if (error.code === "METHOD_NOT_SUPPORTED") {
    return {
      message: "This procedure is called with another method.",
      data: { reason: "method_not_allowed", fields: undefined, requestId },
    };
  }
  if (
    error.code === "BAD_REQUEST" ||
    error.code === "PARSE_ERROR" ||
    error.code === "UNSUPPORTED_MEDIA_TYPE"
  ) {
    return {
      message: "The request could not be read.",
      data: { reason: "bad_request", fields: undefined, requestId },
    };
  }
  return {
    message: "Something went wrong on our side. Please try again.",
    data: { reason: "internal", fields: undefined, requestId },
  };
}
