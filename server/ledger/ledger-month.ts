import type { z } from "zod";
import { ledgerMonthSchema } from "./ledger.schema.ts";

/** The month and the currency that the address of the page asks for. */
export function ledgerMonthIn(search: URLSearchParams): z.infer<typeof ledgerMonthSchema> {
  return ledgerMonthSchema.parse(Object.fromEntries(search));
}
