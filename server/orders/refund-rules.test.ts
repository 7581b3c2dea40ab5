import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lostOf, refundableOf, refundedOf, refundRefusal } from "./refund-rules.ts";

const status = fc.constantFrom("requested", "pending", "succeeded", "failed");

describe("refunds", () => {
  it("never add up to more than was captured, whatever is requested in whatever order", () => {
    const requests = fc.array(fc.record({ amount: fc.integer({ min: -50, max: 3000 }), status }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), requests, (captured, requested) => {
        const granted: { amount: number; status: (typeof requested)[number]["status"] }[] = [];
        for (const request of requested) {
          if (refundRefusal(request.amount, captured, granted, "gbp") === undefined) granted.push(request);
          expect(refundedOf(granted)).toBeLessThanOrEqual(captured);
          expect(refundedOf(granted) + refundableOf(captured, granted)).toBe(captured);
        }
      }),
    );
  });

  it("can always take exactly what is left", () => {
    const made = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 500 }), status }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 4001, max: 9000 }), made, (captured, refunds) => {
        const left = refundableOf(captured, refunds);
        expect(refundRefusal(left, captured, refunds, "gbp")).toBeUndefined();
        expect(refundRefusal(left + 1, captured, refunds, "gbp")).toContain("At most");
      }),
    );
  });

  it("that failed give their amount back to what can be refunded", () => {
    expect(refundableOf(1000, [{ amount: 400, status: "failed" }])).toBe(1000);
    expect(refundableOf(1000, [{ amount: 400, status: "requested" }])).toBe(600);
  });

  it("do not include what disputes have taken, each of which counts", () => {
    expect(lostOf([])).toBe(0);
    expect(lostOf([{ amountLost: 300 }, { amountLost: 0 }, { amountLost: 200 }])).toBe(500);
  });

  it("of parts of a penny, of nothing or of less are refused", () => {
    for (const amount of [0, -1, 0.5, Number.NaN])
      expect(refundRefusal(amount, 1000, [], "gbp")).toBeDefined();
  });
});
