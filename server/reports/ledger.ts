import { z } from "zod";
import { describeWith } from "#server/commands/command.ts";
import { monthSchema, rowId } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { LedgerFigures } from "./read-ledger.server.ts";

/** The money received, from all providers. */
export function receivedInAll({ received }: Pick<LedgerFigures, "received">): Pence {
  return Object.values(received).reduce((sum, amount) => sum + amount, 0);
}

/** What the Reconciliation tab shows, as its address says it; what makes no sense becomes its default. */
export const ledgerQuery = listQuery(z.object({ month: monthSchema.optional().catch(undefined) }));

/** The outcome, for a person to read. */
export interface FinalisedAgain {
  matched: boolean;
  message: string;
}

const reconciling = describeWith("reconciliation.settle");

/** What staff do about payments that bought nothing. */
export const ledgerCommands = {
  finaliseAgain: reconciling(
    "ledger.finaliseAgain",
    z.object({ paymentId: rowId }).transform((input) => input.paymentId),
    ({ matched, message }: FinalisedAgain) => ({ kind: matched ? "success" : "error", title: message }),
  ),
  refundUnmatched: reconciling(
    "ledger.refundUnmatched",
    z.object({
      paymentId: rowId,
      /** Pence that the person saw as not refunded yet. */
      seenLeft: z.number().int().positive(),
    }),
    ({ status }: { status: RefundStatus }) => ({
      title: status === "pending" ? "Refund on its way" : "Refund made",
    }),
  ),
};

export type UnmatchedRefund = z.output<typeof ledgerCommands.refundUnmatched.input>;
