import { describe, expect, it } from "vitest";
import { cancelByOf, clocksOf, refundAfterCancellation } from "./withdrawal-words.ts";

const dispatched = (at: string) => cancelByOf({ dispatchedAt: at, status: "completed" });

describe("the time to cancel", () => {
  it.each([
    ["in winter", "2026-11-03T10:00:00Z", "2026-11-17T23:59:59.999Z"],
    ["in summer, when the shop's day ends at 23:00 UTC", "2026-07-01T10:00:00Z", "2026-07-15T22:59:59.999Z"],
    [
      "over the end of summer time, by the clocks of its last day",
      "2026-10-20T10:00:00Z",
      "2026-11-03T23:59:59.999Z",
    ],
    ["over its beginning", "2026-03-20T10:00:00Z", "2026-04-03T22:59:59.999Z"],
    [
      "of goods that went out after midnight in summer, still yesterday in UTC",
      "2026-10-19T23:30:00Z",
      "2026-11-03T23:59:59.999Z",
    ],
    ["over the end of a year", "2026-12-24T10:00:00Z", "2027-01-07T23:59:59.999Z"],
  ])("ends with the fourteenth day after the goods went out: %s", (_when, at, end) => {
    expect(dispatched(at)).toBe(end);
  });

  it("has no end before the goods went out, nor of an order that is cancelled", () => {
    expect(cancelByOf({ dispatchedAt: null, status: "processing" })).toBeNull();
    expect(cancelByOf({ dispatchedAt: new Date(), status: "cancelled" })).toBeNull();
  });
});

it("money of an order that staff cancelled goes back within 14 days", () => {
  expect(refundAfterCancellation(new Date("2026-11-03T10:00:00Z"))).toBe("2026-11-17T23:59:59.999Z");
});

describe("once a customer has cancelled", () => {
  const submittedAt = new Date("2026-11-03T10:00:00Z");

  it("goods that never went out are refunded within 14 days of that", () => {
    expect(clocksOf({ submittedAt, wentOut: false, goodsBackAt: null })).toEqual({
      sendBackBy: null,
      refundBy: "2026-11-17T23:59:59.999Z",
    });
  });

  it("goods that went out are sent back within 14 days, and refunded within 14 days of their being back", () => {
    const sendBackBy = "2026-11-17T23:59:59.999Z";
    expect(clocksOf({ submittedAt, wentOut: true, goodsBackAt: null })).toEqual({
      sendBackBy,
      refundBy: null,
    });
    const goodsBackAt = new Date("2026-11-10T09:00:00Z");
    expect(clocksOf({ submittedAt, wentOut: true, goodsBackAt })).toEqual({
      sendBackBy,
      refundBy: "2026-11-24T23:59:59.999Z",
    });
  });
});
