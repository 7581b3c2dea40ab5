import { describe, expect, it } from "vitest";
import { leftOf, placeOnLines, suggestRefund, wentOut, withdrawnText } from "./withdrawal-rules.ts";

const plain = { mixedIntoSoil: false, unsealed: false };
const sold = [
  { id: 1, productId: 10, productName: "Biochar", quantity: 3 },
  { id: 2, productId: 20, productName: "Masks", quantity: 1 },
  { id: 3, productId: 10, productName: "Biochar", quantity: 2 },
];
const all = leftOf(sold, []);

describe("what is left to be withdrawn", () => {
  it("is what was ordered less what was withdrawn and taken back, and never below nothing", () => {
    const left = leftOf(sold, [
      { lineId: 1, quantity: 2 },
      { lineId: 2, quantity: 5 },
    ]);
    expect([...left]).toEqual([
      [1, 1],
      [2, 0],
      [3, 2],
    ]);
  });
});

describe("a statement", () => {
  it("of a line keeps what was said of its state", () => {
    const stated = [{ lineId: 1, quantity: 2, mixedIntoSoil: true, unsealed: false }];
    expect(placeOnLines(stated, sold, all)).toEqual({
      lines: [
        {
          lineId: 1,
          productId: 10,
          productName: "Biochar",
          quantity: 2,
          mixedIntoSoil: true,
          unsealed: false,
        },
      ],
    });
  });

  it("of a product takes its lines in turn", () => {
    const { lines } = placeOnLines([{ productId: 10, quantity: 4, ...plain }], sold, all);
    expect(lines?.map(({ lineId, quantity }) => [lineId, quantity])).toEqual([
      [1, 3],
      [3, 1],
    ]);
  });

  it("of everything takes what is left", () => {
    const everything = [{ lineId: 3, mixedIntoSoil: true, unsealed: false }];
    const { lines } = placeOnLines({ everything }, sold, leftOf(sold, [{ lineId: 1, quantity: 3 }]));
    expect(lines?.map(({ lineId, quantity, mixedIntoSoil }) => [lineId, quantity, mixedIntoSoil])).toEqual([
      [2, 1, false],
      [3, 2, true],
    ]);
  });

  it.each([
    [
      "more than is left",
      [{ lineId: 1, quantity: 4, ...plain }],
      "At most 3 of Biochar can still be cancelled.",
    ],
    [
      "the same line twice, together more than is left",
      [
        { lineId: 1, quantity: 2, ...plain },
        { lineId: 1, quantity: 2, ...plain },
      ],
      "At most 1 of Biochar can still be cancelled.",
    ],
    ["something else", [{ lineId: 9, quantity: 1, ...plain }], "This is not in the order."],
    ["nothing", [], "Say how many of what you do not want to keep."],
  ])("of %s is answered with what is wrong", (_what, stated, refusal) => {
    expect(placeOnLines(stated, sold, all)).toMatchObject({ refusal });
  });

  it("of what is gone already says so", () => {
    const none = leftOf(sold, [{ lineId: 2, quantity: 1 }]);
    expect(placeOnLines([{ lineId: 2, quantity: 1, ...plain }], sold, none).refusal).toMatch(
      /^Nothing of Masks/,
    );
    expect(placeOnLines({ everything: [] }, sold, new Map()).refusal).toMatch(/^Nothing of this order/);
  });
});

describe("goods that are withdrawn", () => {
  const line = { id: 1, quantity: 3, dispatchedQuantity: 0 };
  it.each([
    ["have not gone out before the order has", [line], null, 3, false],
    ["have gone out with an order of before parcels", [line], "2026-01-01", 1, true],
    ["are first those that have not gone", [{ ...line, dispatchedQuantity: 1 }], null, 2, false],
    ["are some that have gone where there are more", [{ ...line, dispatchedQuantity: 1 }], null, 3, true],
  ])("%s", (_what, lines, dispatchedAt, quantity, expected) => {
    expect(wentOut([{ lineId: 1, quantity }], { lines, dispatchedAt })).toBe(expected);
  });
});

describe("the refund that follows", () => {
  const lines = [
    { id: 1, quantity: 3, lineTotal: 1000 },
    { id: 2, quantity: 1, lineTotal: 500 },
  ];

  it("is the goods' share of what was charged for them", () => {
    const facts = { lines, shippingCost: 399, refundable: 9999, isTheRest: false };
    expect(suggestRefund([{ lineId: 1, quantity: 2 }], facts)).toEqual({
      goods: 667,
      delivery: 0,
      amount: 667,
    });
  });

  it("includes delivery where nothing is kept", () => {
    const facts = { lines, shippingCost: 399, refundable: 9999, isTheRest: true };
    const all = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
    expect(suggestRefund(all, facts)).toEqual({ goods: 1500, delivery: 399, amount: 1899 });
  });

  it("is never more than the shop still has", () => {
    const facts = { lines, shippingCost: 399, refundable: 600, isTheRest: true };
    expect(suggestRefund([{ lineId: 1, quantity: 3 }], facts).amount).toBe(600);
  });
});

it("is written with what was said of its state", () => {
  const line = { productName: "Masks", quantity: 2 };
  expect(withdrawnText({ ...line, ...plain })).toBe("2 × Masks");
  expect(withdrawnText({ ...line, mixedIntoSoil: true, unsealed: true })).toBe(
    "2 × Masks (mixed into soil, unsealed)",
  );
});
