import { beforeAll, describe, expect, it } from "vitest";
import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { refundsAtProvider, runTestSandbox } from "#server/testing/sandbox.ts";
import { paymentOf, type UnfinishedPayment, waysToPay } from "#server/testing/unfinished-payments.ts";
import { syncRefunds } from "./settle-refund.server.ts";

runTestSandbox();

let context: Context;

beforeAll(async () => {
  context = await payingContext({ actor: { kind: "system" } });
});

const fresh = () => context.em.fork();
const atProvider = ({ paymentId }: UnfinishedPayment) => refundsAtProvider(paymentId).map(({ id }) => id);
const rowsOf = async (paid: UnfinishedPayment) =>
  fresh().find(Refund, { payment: (await paymentOf(context, paid)).id });

describe.each(waysToPay)("a refund that was made in the dashboard, of a payment %s,", (_, pay) => {
  it("is written down and applied in one, or not at all", async () => {
    const paid = await pay(context);
    await paid.comeBack();
    await paid.refundThere(1000);
    const [providerRefundId = ""] = atProvider(paid);
    await fresh().execute(
      "alter table outbox_email add constraint no_refund_mail check (template <> 'order-refunded') not valid",
    );
    await expect(syncRefunds(context, paid.paymentId)).rejects.toThrow();
    expect(await rowsOf(paid)).toEqual([]);
    await fresh().execute("alter table outbox_email drop constraint no_refund_mail");
    await syncRefunds(context, paid.paymentId);
    expect(await rowsOf(paid)).toMatchObject([{ providerRefundId, status: "succeeded" }]);
  });
});
