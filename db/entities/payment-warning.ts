import { defineEntity, p } from "@mikro-orm/core";
import { warningKinds } from "#server/payments/provider-facts.ts";
import { Payment } from "./checkout.ts";
import { Order } from "./order.ts";

/** That Stripe reviews a payment, or that its card's bank calls it fraud. Never deleted. */
export const PaymentWarningSchema = defineEntity({
  name: "PaymentWarning",
  tableName: "payment_warning",
  properties: {
    id: p.integer().primary(),
    kind: p.enum(warningKinds),
    /** Stripe's id of the review or of the warning. */
    providerWarningId: p.string().length(100).unique("payment_warning_provider_id_unique"),
    payment: () => p.manyToOne(Payment).index("payment_warning_payment_index"),
    /** None when the payment bought no order. */
    order: () => p.manyToOne(Order).nullable().index("payment_warning_order_index"),
    /** Stripe's code: why it was opened or, once it is over, closed; the kind of fraud. */
    reason: p.string().length(100),
    /** A review that nobody has ended. */
    isOpen: p.boolean(),
    openedAt: p.datetime(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class PaymentWarning extends PaymentWarningSchema.class {}
PaymentWarningSchema.setClass(PaymentWarning);
