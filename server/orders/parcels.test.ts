import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parcelError, parcelSentence, unitsOf, weightOfUnits } from "./parcels.ts";

const line = (id: number, quantity: number, leftQuantity = 0, cancelledQuantity = 0) => ({
  ...{ id, quantity, leftQuantity, cancelledQuantity },
  productName: `Product ${id}`,
});

describe("a parcel", () => {
  it.each([
    ["nothing", [], "Enter how many of what goes into this parcel."],
    ["a line of another order", [{ lineId: 9, quantity: 1 }], "This order has no such line."],
    ["more than is left", [{ lineId: 1, quantity: 4 }], "Only 3 of Product 1 are left to be sent."],
    ["what has gone", [{ lineId: 2, quantity: 1 }], "Product 2 has been sent already."],
    [
      "a line twice",
      [
        { lineId: 1, quantity: 2 },
        { lineId: 1, quantity: 2 },
      ],
      "Name each line once.",
    ],
    ["what is left", [{ lineId: 1, quantity: 3 }], undefined],
  ])("of %s", (_name, parcel, refusal) => {
    expect(parcelError(parcel, [line(1, 5, 2), line(2, 1, 1)])).toBe(refusal);
  });

  it.each([
    ["the only unit, which was cancelled", line(1, 1, 0, 1), 1, false],
    ["two units of which one was cancelled", line(1, 2, 0, 1), 2, false],
    ["the other of them", line(1, 2, 0, 1), 1, true],
  ])("of %s", (_name, sold, quantity, isAllowed) => {
    expect(parcelError([{ lineId: 1, quantity }], [sold]) === undefined).toBe(isAllowed);
  });
});

describe("the timeline's sentence", () => {
  const parcel = { carrier: "DPD", trackingNumber: "T1" };
  const [char, compost] = ["Char", "Compost"].map((productName) => ({ productName, quantity: 1 }));
  it.each([
    [1, [char], [], "Dispatched with DPD, tracking number T1"],
    [
      1,
      [char],
      [compost],
      "Parcel 1 dispatched with DPD, tracking number T1: 1 × Char. Still to come: 1 × Compost",
    ],
    [
      2,
      [compost],
      [],
      "Parcel 2 dispatched with DPD, tracking number T1: 1 × Compost. Nothing is left to come",
    ],
  ])("of parcel %i", (number, contents, rest, sentence) => {
    const lines = contents.flatMap((each) => (each ? [each] : []));
    const stillToCome = rest.flatMap((each) => (each ? [each] : []));
    expect(parcelSentence({ ...parcel, number, lines, stillToCome })).toBe(sentence);
  });
});

describe("what goes into a parcel", () => {
  it("weighs what its packs weigh, and nothing known where one of them was never weighed", () => {
    const pack = (quantity: number, grossGrams: number | null) => ({ quantity, grossGrams });
    expect(weightOfUnits([pack(2, 5200), pack(1, 900)])).toBe(11_300);
    expect(weightOfUnits([pack(2, 5200), pack(1, null)])).toBeNull();
    expect(weightOfUnits([pack(2, 5200), pack(0, null)])).toBe(10_400);
    expect(weightOfUnits([])).toBeNull();
  });
});

describe("units of products", () => {
  it("come from the first line of their product as far as something of it is left, then from the next", () => {
    const left = [
      { lineId: 1, productId: 5, quantity: 2 },
      { lineId: 2, productId: 6, quantity: 9 },
      { lineId: 3, productId: 5, quantity: 4 },
    ];
    const named = (quantity: number) =>
      unitsOf([{ productId: 5, quantity }], left).map((units) => [units.lineId, units.quantity]);
    expect(named(1)).toEqual([[1, 1]]);
    expect(named(5)).toEqual([
      [1, 2],
      [3, 3],
    ]);
  });

  it("come from the lines of an order without losing or adding any", () => {
    const lines = fc.array(
      fc.record({ productId: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 0, max: 5 }) }),
      { maxLength: 6 },
    );
    const wanted = fc.array(
      fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(lines, wanted, (sold, products) => {
        const left = sold.map((each, index) => ({ ...each, lineId: index + 1 }));
        const units = unitsOf(products, left);
        const ordered = products.filter(({ productId }) => left.some((each) => each.productId === productId));
        const known = units.filter(({ lineId }) => lineId > 0);
        const sum = (counted: readonly { quantity: number }[]) =>
          counted.reduce((total, { quantity }) => total + quantity, 0);
        expect(sum(known)).toBe(sum(ordered));
        expect(known.length < units.length).toBe(ordered.length < products.length);
      }),
    );
  });
});
