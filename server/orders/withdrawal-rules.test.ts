import { describe, expect, it } from "vitest";
import { lineUnits } from "#server/testing/line-units.ts";
import { leftToWithdraw, placeOnLines, suggestRefund, withdrawnText } from "./withdrawal-rules.ts";

const plain = { mixedIntoSoil: false, unsealed: false };
const sold = [
  { id: 1, productId: 10, productName: "Biochar", quantity: 3, toSend: 3 },
  { id: 2, productId: 20, productName: "Masks", quantity: 1, toSend: 1 },
  { id: 3, productId: 10, productName: "Biochar", quantity: 2, toSend: 2 },
];
const leftBut = (gone: Record<number, number>) =>
  new Map(sold.map(({ id, quantity }) => [id, quantity - (gone[id] ?? 0)]));
const all = leftBut({});

describe("what is left to be withdrawn", () => {
  const left = (happened: Parameters<typeof lineUnits>[0], told = 0) =>
    leftToWithdraw(
      [{ ...lineUnits({ quantity: 5, ...happened }), id: 1 }],
      [{ lineId: 1, quantity: told }],
    ).get(1);

  it("is what is to be sent and what the customer has", () => {
    expect(left({})).toBe(5);
    expect(left({ leftQuantity: 3 })).toBe(5);
    expect(left({ leftQuantity: 3, cancelledQuantity: 2 })).toBe(3);
    expect(left({ leftQuantity: 3, returnedQuantity: 1 })).toBe(4);
  });

  it("is less by what was told before, and by what they were given the money back for and keep", () => {
    expect(left({ leftQuantity: 3 }, 2)).toBe(3);
    expect(left({ leftQuantity: 5, creditedQuantity: 2 })).toBe(3);
    expect(left({ leftQuantity: 2, creditedQuantity: 5, cancelledQuantity: 3 }, 5)).toBe(0);
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
          sent: 0,
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
    const { lines } = placeOnLines({ everything }, sold, leftBut({ 1: 3 }));
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
    const none = leftBut({ 2: 1 });
    expect(placeOnLines([{ lineId: 2, quantity: 1, ...plain }], sold, none).refusal).toMatch(
      /^Nothing of Masks/,
    );
    expect(placeOnLines({ everything: [] }, sold, new Map()).refusal).toMatch(/^Nothing of this order/);
  });
});

describe("goods that are withdrawn", () => {
  const sentOf = (toSend: number, quantity: number) => {
    const lines = [{ id: 1, productId: 10, productName: "Biochar", quantity: 3, toSend }];
    return placeOnLines([{ lineId: 1, quantity, ...plain }], lines, new Map([[1, 3]])).lines?.[0]?.sent;
  };

  it.each([
    ["have not gone out before the order has", 3, 3, 0],
    ["have gone out with all of it", 0, 1, 1],
    ["are first those that have not gone", 2, 2, 0],
    ["are some that have gone where there are more", 2, 3, 1],
  ])("%s", (_what, toSend, quantity, sent) => {
    expect(sentOf(toSend, quantity)).toBe(sent);
  });
});

describe("the refund that follows", () => {
  const lines = [
    { ...lineUnits({ quantity: 3, unitPrice: 333 }), id: 1 },
    { ...lineUnits({ quantity: 1, unitPrice: 500 }), id: 2 },
  ];

  it("is the price of the goods", () => {
    const facts = { lines, delivery: 399, refundable: 9999, isTheRest: false };
    expect(suggestRefund([{ lineId: 1, quantity: 2 }], facts)).toEqual({
      goods: 666,
      delivery: 0,
      amount: 666,
    });
  });

  it("includes delivery where nothing is kept", () => {
    const facts = { lines, delivery: 399, refundable: 9999, isTheRest: true };
    const all = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
    expect(suggestRefund(all, facts)).toEqual({ goods: 1499, delivery: 399, amount: 1898 });
  });

  it("is never more than the shop still has", () => {
    const facts = { lines, delivery: 399, refundable: 600, isTheRest: true };
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
