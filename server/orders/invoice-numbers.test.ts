import { describe, expect, it } from "vitest";
import { CorrectionNote, Order, OrderLine, Refund } from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { makeOrder, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { acceptableNumber, issueCreditNote, promisedNumber } from "./invoices.server.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ms = now.getTime();
const HOUR = 3_600_000;

describe("the number that a client wishes for", () => {
  it.each([`INV-${ms}`, `INV-${ms - 20 * HOUR}`, `INV-${ms + HOUR}`, `INV-${ms}77`, `INV-${ms}123`])(
    "is taken when it is of now: %s",
    (requested) => {
      expect(acceptableNumber(requested, now)).toBe(requested);
    },
  );

  it.each([
    "INV-2000000000123",
    "INV-1000000000000",
    "INV-9999999999",
    `INV-${ms + 25 * HOUR}`,
    `INV-${ms - 25 * HOUR}`,
    `XINV-${ms}`,
    "",
    null,
  ])("is left when it is not: %s", (requested) => {
    expect(acceptableNumber(requested, now)).toBeNull();
  });
});

it("the number that a checkout was promised stands, however old, unless its client wishes for another of now", () => {
  const [promised, other] = [`INV-${ms - 25 * HOUR}`, `INV-${ms}`];
  expect(promisedNumber(promised, promised, now)).toBe(promised);
  expect(promisedNumber(promised, null, now)).toBe(promised);
  expect(promisedNumber(promised, "INV-2000000000123", now)).toBe(promised);
  expect(promisedNumber(promised, other, now)).toBe(other);
});

it("a refund has one credit note, however often it is asked for", async () => {
  const context = await testContext();
  const made = await makeOrder(context);
  const { id: refundId } = await refundOrder(context, made, 100);
  const issue = () =>
    inTransaction(context.em, async (em) => {
      const order = await em.findOneOrFail(Order, made.id);
      const line = await em.findOneOrFail(OrderLine, { order: made.id });
      const refund = await em.findOneOrFail(Refund, refundId);
      const nothing = { cancelled: 0, returned: 0, toStock: 0 };
      const lines = [{ lineId: line.id, quantity: 1, amount: 100, ...nothing }];
      return (await issueCreditNote(em, context, order, { reason: "Torn", lines, refund })).number;
    });
  const number = await issue();
  expect(await issue()).toBe(number);
  expect(await context.em.fork().count(CorrectionNote, { order: made.id })).toBe(1);
});
