import { defineEntity, p } from "@mikro-orm/core";
import { correctionKinds, type IssuedNote } from "#server/orders/invoices/correction-note.ts";
import { Order } from "./order.ts";
import { Refund } from "./refund.ts";

/**
 * A paper that corrects an invoice that was issued: a credit note takes something of it back, a debit note takes a
 * credit note back. Written once, on the day it counts for VAT, and never changed or deleted.
 */
export const CorrectionNoteSchema = defineEntity({
  name: "CorrectionNote",
  tableName: "correction_note",
  checks: [
    {
      name: "correction_note_debit_reverses",
      expression: "(kind = 'debit') = (reverses_id is not null)",
    },
  ],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("correction_note_order_index"),
    /** The money that went back, or came back; none where an order was cancelled before anybody paid. */
    refund: () =>
      p.manyToOne(Refund).nullable().deleteRule("no action").index("correction_note_refund_index"),
    kind: p.enum(correctionKinds),
    /** Of the gapless series of its kind: OXB-CN-000012, OXB-DN-000003. */
    number: p.string().length(30).unique("correction_note_number_unique"),
    /** The credit note that a debit note takes back: at most one does. */
    reverses: () =>
      p
        .oneToOne(CorrectionNote)
        .owner()
        .nullable()
        .deleteRule("no action")
        .unique("correction_note_reverses_unique"),
    /** Read by the customer. */
    reason: p.string().length(300),
    content: p.json<IssuedNote>(),
    /** Of a refund that the bank sent back before debit notes were issued: it counts nowhere. Never set any more. */
    isVoid: p.boolean().default(false),
    issuedAt: p.datetime(),
  },
});

export class CorrectionNote extends CorrectionNoteSchema.class {}
CorrectionNoteSchema.setClass(CorrectionNote);
