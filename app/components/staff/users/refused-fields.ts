import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const fieldsSchema = z.object({ fields: z.record(z.string(), z.array(z.string())) });

/** The fields that the server found at fault, each with its messages; none when it named none. */
export function refusedFields(error: unknown): Record<string, string[] | undefined> {
  const parsed = fieldsSchema.safeParse(error instanceof TRPCClientError ? error.data : undefined);
  return parsed.success ? parsed.data.fields : {};
}
