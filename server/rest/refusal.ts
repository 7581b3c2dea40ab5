import { z } from "@hono/zod-openapi";
import { errorDoors, type ShopError } from "#server/core/errors.ts";

const codes = [...Object.keys(errorDoors), "internal_error"];

/** The one shape of every refusal (docs/rules.md#rest-2). */
export const refusalSchema = z
  .object({
    message: z.string().min(1).meta({ description: "What went wrong, for a person." }),
    code: z.enum(codes).meta({ description: "What went wrong, for a program." }),
    fields: z.record(z.string(), z.array(z.string())).optional().meta({
      description: "The fields at fault, each with its messages. Nested fields read `items.0.quantity`.",
    }),
    expected: z.number().optional().meta({ description: "In pounds, on a 409: what the shop would charge." }),
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

export type Refusal = z.infer<typeof refusalSchema>;

/** What a caller may read of a refusal. */
export function refusalBody(error: ShopError): Refusal & Record<string, unknown> {
  return {
    message: error.message,
    code: error.code,
    ...(error.fields ? { fields: error.fields } : {}),
    ...error.extra,
  };
}

/** What a caller may read of a failure of ours: nothing but the name under which the log holds it. */
export function failureBody(requestId: string): Refusal {
  return {
    message: "Something went wrong on our side. Please try again.",
    code: "internal_error",
    requestId,
  };
}
