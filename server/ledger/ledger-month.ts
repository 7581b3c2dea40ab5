import type { z } from "zod";
import { ledgerMonthSchema } from "./ledger.schema.ts";

/** The month in the page's address. */
export function ledgerMonthIn(search: URLSearchParams): z.infer<typeof ledgerMonthSchema> {
  return ledgerMonthSchema.parse(Object.fromEntries(search));
}
