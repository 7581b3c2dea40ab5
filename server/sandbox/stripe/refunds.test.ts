import { expect, test } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { GOOD_CARD, payIntent, runTaskNow, runTestSandbox } from "#server/testing/sandbox.ts";

await runTestSandbox();

const stripe = () => paymentGateways().stripe.client;

async function paidIntent(amount: number, card = GOOD_CARD): Promise<string> {
  const intent = await stripe().paymentIntents.create({ amount, currency: "gbp" });
  await payIntent(intent.client_secret ?? "", card);
  return intent.id;
}

async function amountRefunded(intent: string): Promise<number | undefined> {
  const { data } = await stripe().charges.list({ payment_intent: intent });
  return data[0]?.amount_refunded;
}

test("the whole charge is refunded unless an amount is given", async () => {
  const intent = await paidIntent(2000);
  const refund = await stripe().refunds.create({ payment_intent: intent, reason: "duplicate" });
  expect(refund).toMatchObject({ object: "refund", amount: 2000, status: "succeeded", reason: "duplicate" });
  expect(await stripe().refunds.retrieve(refund.id)).toMatchObject({ payment_intent: intent });
  const { data } = await stripe().charges.list({ payment_intent: intent });
  expect(data[0]).toMatchObject({ refunded: true, amount_refunded: 2000 });
  await expect(stripe().refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
});

test("parts add up to the charge and never above it", async () => {
  const intent = await paidIntent(2000);
  await stripe().refunds.create({ payment_intent: intent, amount: 1500 });
  await expect(stripe().refunds.create({ payment_intent: intent, amount: 501 })).rejects.toThrow(
    "Refund amount (£5.01) is greater than unrefunded amount on charge (£5.00)",
  );
  await stripe().refunds.create({ payment_intent: intent, amount: 500 });
  expect(await amountRefunded(intent)).toBe(2000);
  expect(
    (await stripe().refunds.list({ payment_intent: intent })).data.map((refund) => refund.amount),
  ).toEqual([500, 1500]);
});

test("ten refunds at once stay within the charge", async () => {
  const intent = await paidIntent(1000);
  const made = await Promise.allSettled(
    Array.from({ length: 10 }, () => stripe().refunds.create({ payment_intent: intent, amount: 300 })),
  );
  expect(made.filter((result) => result.status === "fulfilled")).toHaveLength(3);
  expect(await amountRefunded(intent)).toBe(900);
});

test("an intent that was not paid has nothing to refund", async () => {
  const { id } = await stripe().paymentIntents.create({ amount: 500, currency: "gbp" });
  await expect(stripe().refunds.create({ payment_intent: id })).rejects.toThrow(
    "does not have a successful charge",
  );
  const declined = await paidIntent(500, "4000000000000002");
  await expect(stripe().refunds.create({ payment_intent: declined })).rejects.toThrow("successful charge");
});

test("a refund that fails later gives its amount back to the charge", async () => {
  const [failing, pending] = [
    await paidIntent(800, "4000000000005126"),
    await paidIntent(800, "4000000000007726"),
  ];
  const lost = await stripe().refunds.create({ payment_intent: failing });
  const slow = await stripe().refunds.create({ payment_intent: pending });
  expect([lost.status, slow.status]).toEqual(["succeeded", "pending"]);
  for (const { id } of [lost, slow]) await runTaskNow(id);
  expect((await stripe().refunds.retrieve(lost.id)).status).toBe("failed");
  expect((await stripe().refunds.retrieve(slow.id)).status).toBe("succeeded");
  expect([await amountRefunded(failing), await amountRefunded(pending)]).toEqual([0, 800]);
});
