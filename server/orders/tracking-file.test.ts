import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableCsv } from "#server/core/csv.ts";
import { orderToPack } from "#server/testing/packing.ts";
import type { OrderToPack } from "./packing.server.ts";
import { planTracking, readTrackingFile, type TrackingRow } from "./tracking-file.ts";

const numberOf = (id: number) => `INV-170000000000${id}`;

const order = (id: number, facts: Partial<OrderToPack> = {}) =>
  orderToPack({ id, invoiceNumber: numberOf(id), ...facts, lines: [] });

const row = (line: number, reference: string, number: string): TrackingRow => ({ line, reference, number });

const standard = { id: "standard", label: "Standard" };
const parcels = (count: number) => ({
  ...standard,
  split: [{ kind: "parcel" as const, count, grams: 1000, packs: [] }],
});

describe("a carrier's file", () => {
  it.each([
    [
      "Click & Drop",
      "Order reference,Full name,Service code,Tracking number,Despatch date\nINV-1700000000001,G,TPS,AB1,",
    ],
    ["a marketplace's words", "Channel reference;Tracking Number\nINV-1700000000001;AB1"],
    ["a courier", "ConsignmentNumber,Customer Reference\nAB1,INV-1700000000001"],
    ["rows of a spreadsheet", "order\ttracking no.\nINV-1700000000001\tAB1"],
    ["two numbers of the order", "Order number,Reference,Barcode\n1001,INV-1700000000001,AB1"],
    [
      "Excel, with its blank cells",
      'ORDER REFERENCE;TRACKING NUMBER;;\r\nINV-1700000000001;="AB1";;\r\n;;;\r\n',
    ],
    ["a web page", "Order reference,Tracking number\n\uFEFFINV-1700000000001\u00a0,\u200bAB1\u200e"],
    ["Excel", "\uFEFFORDER REFERENCE,TRACKING NUMBER\r\nINV-1700000000001,AB1\r\n\r\n"],
  ])("of %s is read by the names of its columns", (_name, text) => {
    expect(readTrackingFile(text)).toEqual({ carrier: "", rows: [row(2, numberOf(1), "AB1")] });
  });

  it("names the carrier, where all of its rows name the same", () => {
    const head = "reference,tracking,carrier\n";
    expect(readTrackingFile(`${head}INV-1700000000001,1,DPD\nINV-1700000000002,2,DPD`).carrier).toBe("DPD");
    expect(readTrackingFile(`${head}INV-1700000000001,1,DPD\nINV-1700000000002,2,Evri`).carrier).toBe("");
  });

  it.each([
    ["", "Choose a file, or paste its rows."],
    ["  \n", "Choose a file, or paste its rows."],
    ["Order reference,Tracking number", "There are no rows below the header."],
    [
      "Order reference,Name\nINV-1700000000001,G",
      /^The file has no column with Tracking number\. Its columns are: Order/,
    ],
    ["Name,Tracking number\nG,AB1", /no column with the order's number/],
    ['Order reference,Tracking number\n"INV', /^The file is not readable CSV/],
    [`Reference,Tracking\n${"INV-1700000000001,1\n".repeat(501)}`, /501 rows; at most 500/],
  ])("%j is refused with the reason", (text, message) => {
    expect(() => readTrackingFile(text)).toThrow(UnreadableCsv);
    expect(() => readTrackingFile(text)).toThrow(message);
  });
});

describe("what becomes of a row", () => {
  it.each([
    ["names nothing", "", "AB1", {}, "No order is named in this row."],
    ["is another shop's", "4711", "AB1", {}, "This is no number of an order here."],
    ["names no order", numberOf(9), "AB1", {}, "No order has this number."],
    ["has no number yet", numberOf(1), "", {}, "It has no tracking number yet."],
    ["has a number beyond all", numberOf(1), "x".repeat(101), {}, /at most 100 characters/],
    [
      "was sent with it",
      numberOf(1),
      "AB1",
      { dispatchedAt: "2026-03-02T12:00:00.000Z", sentNumbers: ["AB1"] },
      /with this number before/,
    ],
    [
      "was sent with another",
      numberOf(1),
      "AB1",
      { dispatchedAt: "2026-03-02T12:00:00.000Z" },
      "It was dispatched before.",
    ],
    ["is cancelled", numberOf(1), "AB1", { status: "cancelled" }, "It is cancelled."],
    ["is reviewed", numberOf(1), "AB1", { isReviewed: true }, /under review/],
    [
      "has its money back",
      numberOf(1),
      "AB1",
      { isMoneyBack: true },
      "Its payment went back, and nobody has released it.",
    ],
    [
      "was cancelled by its customer",
      numberOf(1),
      "AB1",
      { withdrawn: "1 × Char" },
      /customer cancelled 1 × Char/,
    ],
    [
      "has a number that a spreadsheet shortened",
      numberOf(1),
      "1.55012E+13",
      {},
      "“1.55012E+13”: a spreadsheet has shortened this number",
    ],
    [
      "is named as a spreadsheet left it",
      "#######",
      "AB1",
      {},
      "“#######”: a spreadsheet's column was too narrow",
    ],
    ["waits for stock", numberOf(1), "AB1", { isBackorder: true }, /after the stock was gone/],
    ["is collected", numberOf(1), "AB1", { delivery: { id: "collection", label: "Yard" } }, /collected/],
    [
      "goes out in more than parcels",
      numberOf(1),
      "AB1",
      {
        delivery: {
          ...standard,
          loads: "1 bulk bag, 1 parcel",
          split: [...parcels(1).split, { kind: "bulk_bag", count: 1, grams: null, packs: [] }],
        },
      },
      "It goes out in 1 bulk bag, 1 parcel: dispatch each by itself.",
    ],
  ] satisfies [string, string, string, Partial<OrderToPack>, string | RegExp][])(
    "whose order %s",
    (_name, reference, number, facts, refusal) => {
      const plan = planTracking([row(2, reference, number)], [order(1, facts)]);
      expect(plan.ready).toEqual([]);
      expect(plan.rows[0]?.refusal).toMatch(refusal);
    },
  );

  it("is that its order goes out, once however often the row stands there", () => {
    const rows = [row(2, numberOf(1), "AB1"), row(3, numberOf(1), "AB1"), row(4, numberOf(2), "AB2")];
    const plan = planTracking(rows, [order(1), order(2)]);
    expect(plan.ready.map(({ id, trackingNumber }) => [id, trackingNumber])).toEqual([
      [1, "AB1"],
      [2, "AB2"],
    ]);
    expect(plan.rows.map(({ refusal }) => refusal)).toEqual(["", "The same as line 2.", ""]);
  });

  it("is nothing where another row gives its order another number, or its number another order", () => {
    const rows = [
      row(2, numberOf(1), "AB1"),
      row(3, numberOf(1), "AB2"),
      row(4, numberOf(2), "AB3"),
      row(5, numberOf(3), "AB3"),
    ];
    const plan = planTracking(rows, [order(1), order(2), order(3)]);
    expect(plan.ready).toEqual([]);
    expect(plan.rows.map(({ refusal }) => refusal)).toEqual([
      "Line 3 has another number for it.",
      "Line 2 has another number for it.",
      `${numberOf(3)} has this number too, on line 5.`,
      `${numberOf(2)} has this number too, on line 4.`,
    ]);
  });

  it("is that all parcels of an order go out together, or none of them", () => {
    const both = [row(2, `${numberOf(1)}-2`, "AB2"), row(3, `${numberOf(1)}-1`, "AB1")];
    expect(planTracking(both, [order(1, { delivery: parcels(2) })]).ready).toMatchObject([
      { trackingNumber: "AB2, AB1" },
    ]);
    const one = planTracking(both.slice(1), [order(1, { delivery: parcels(2) })]);
    expect(one.ready).toEqual([]);
    expect(one.rows[0]?.refusal).toBe("The file has no number for part 2 of it: dispatch it by itself.");
    const whole = planTracking([row(2, numberOf(1), "AB1")], [order(1, { delivery: parcels(2) })]);
    expect(whole.ready).toMatchObject([{ trackingNumber: "AB1" }]);
  });

  it("is never a parcel of an order whose load is not as it was when its labels were written", () => {
    const plan = planTracking([row(2, `${numberOf(1)}-1`, "AB1")], [order(1)]);
    expect(plan.ready).toEqual([]);
    expect(plan.rows[0]?.refusal).toContain("dispatch it by itself");
  });

  it("is never that an order goes out twice, a number goes to two, or one that may not goes out", () => {
    const cell = fc.record({
      reference: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("", "-1", "-2")),
      number: fc.constantFrom("", "A", "B", "C"),
    });
    const orders = [
      order(1),
      order(2, { delivery: parcels(2) }),
      order(3, { dispatchedAt: "2026-03-02T12:00:00.000Z" }),
      order(4, { sentNumbers: ["A"] }),
    ];
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), (cells) => {
        const rows = cells.map(({ reference: [id, place], number }, index) =>
          row(index + 2, numberOf(id) + place, number),
        );
        const { ready, rows: planned } = planTracking(rows, orders);
        const ids = ready.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain(3);
        const numbers = ready.flatMap(({ trackingNumber }) => trackingNumber.split(", "));
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.every((number) => number !== "")).toBe(true);
        for (const { order: own, refusal } of planned) {
          if (refusal === "") expect(ids).toContain(own?.id);
        }
      }),
    );
  });
});
