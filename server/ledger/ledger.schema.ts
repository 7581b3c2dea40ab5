import { z } from "zod";
import { monthSchema } from "#server/core/month.ts";

export const ledgerMonthSchema = z.object({ month: monthSchema.optional() });

const paymentId = z.number().int().positive().max(2_147_483_647);

export const finaliseAgainSchema = z.object({ paymentId });

export const refundUnmatchedSchema = z.object({
  paymentId,
  /** Pence that the person saw as still here. */
  seenLeft: z.number().int().positive(),
});
