import { describe, expect, it } from "vitest";
import { plainFailureReason } from "#server/payments/providers.server.ts";
import { asUser, makeFailedOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { countFailedOrders, dismissFailedOrder, listFailedOrders } from "./failed-orders.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

describe("failed orders", () => {
  it("are listed newest first with their reason in plain words", async () => {
    const older = await makeFailedOrder(context);
    const newer = await makeFailedOrder(context);
    const [first, second] = await listFailedOrders(manager, 2);
    expect([first?.id, second?.id]).toEqual([newer.id, older.id]);
    expect(first).toMatchObject({
      customerName: "Gwen Guest",
      totalAmount: 2000,
      errorMessage: "There was not enough money on the card.",
      attemptedAt: "2026-03-02T12:00:00.000Z",
    });
    expect(await listFailedOrders(manager, 1, newer.id)).toMatchObject([{ id: older.id }]);
  });

  it("leave the list and its count when staff put them aside", async () => {
    const { id } = await makeFailedOrder(context);
    const before = await countFailedOrders(manager);
    await dismissFailedOrder(manager, { failedOrderId: id });
    await dismissFailedOrder(manager, { failedOrderId: id });
    expect(await countFailedOrders(manager)).toBe(before - 1);
    expect((await listFailedOrders(manager, 100)).map((failed) => failed.id)).not.toContain(id);
    await expect(dismissFailedOrder(manager, { failedOrderId: 2_000_000_000 })).toBeRefused("not_found");
  });
});

it.each([
  ["insufficient_funds", "not enough money"],
  ["authentication_required", "confirm the payment"],
  ["lost_card", "only told that it was declined"],
  ["fraudulent", "only told that it was declined"],
  ["INSTRUMENT_DECLINED", "PayPal could not charge"],
])("says in plain words why a payment failed with %s", (code, words) => {
  expect(plainFailureReason(`The payment failed. (${code})`)).toContain(words);
});

it("leaves what it does not know as it was reported", () => {
  expect(plainFailureReason("It was paid in eur, not in pounds.")).toBe("It was paid in eur, not in pounds.");
  expect(plainFailureReason("Strange. (new_code)")).toBe("Strange. (new_code)");
});
