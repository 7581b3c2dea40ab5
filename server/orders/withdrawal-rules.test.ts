import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { lineUnits } from "#server/testing/packing.ts";
import { readWithdrawalForm } from "./submit-withdrawal.server.ts";
import { placeOnLines, suggestRefund, withdrawableOf, withdrawnText } from "./withdrawal-rules.ts";
import {
  cancelByOf,
  clocksOf,
  refundAfterCancellation,
  withdrawalTexts,
  wordingOf,
} from "./withdrawal-texts.ts";

const plain = { mixedIntoSoil: false, unsealed: false };
const line = (lineId: number, productId: number, productName: string, quantity: number) => ({
  ...{ lineId, productId, productName, quantity, toSend: quantity, left: quantity },
});
const all = [line(1, 10, "Biochar", 3), line(2, 20, "Masks", 1), line(3, 10, "Biochar", 2)];
const allBut = (gone: Record<number, number>) =>
  all.map((each) => ({ ...each, left: each.quantity - (gone[each.lineId] ?? 0) }));

describe("what is left to be withdrawn", () => {
  const left = (happened: Parameters<typeof lineUnits>[0], told = 0) =>
    withdrawableOf(
      [{ ...lineUnits({ quantity: 5, ...happened }), id: 1, productName: "Biochar", product: { id: 10 } }],
      [{ lineId: 1, quantity: told }],
    )[0]?.left;

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
    expect(placeOnLines(stated, all)).toEqual({
      lines: [
        {
          lineId: 1,
          productId: 10,
          productName: "Biochar",
          quantity: 2,
          sent: 0,
          back: 0,
          mixedIntoSoil: true,
          unsealed: false,
        },
      ],
    });
  });

  it("of a product takes its lines in turn", () => {
    const { lines } = placeOnLines([{ productId: 10, quantity: 4, ...plain }], all);
    expect(lines?.map(({ lineId, quantity }) => [lineId, quantity])).toEqual([
      [1, 3],
      [3, 1],
    ]);
  });

  it("of everything takes what is left", () => {
    const everything = [{ lineId: 3, mixedIntoSoil: true, unsealed: false }];
    const { lines } = placeOnLines({ everything }, allBut({ 1: 3 }));
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
  ])("of %s is answered with what is wrong", (_what, stated, error) => {
    expect(placeOnLines(stated, all)).toMatchObject({ error });
  });

  it("of what is gone already says so", () => {
    const none = allBut({ 2: 1 });
    expect(placeOnLines([{ lineId: 2, quantity: 1, ...plain }], none).error).toMatch(/^Nothing of Masks/);
    expect(placeOnLines({ everything: [] }, allBut({ 1: 3, 2: 1, 3: 2 })).error).toMatch(
      /^Nothing of this order/,
    );
  });
});

describe("goods that are withdrawn", () => {
  const sentOf = (toSend: number, quantity: number) => {
    const lines = [{ ...line(1, 10, "Biochar", 3), toSend }];
    return placeOnLines([{ lineId: 1, quantity, ...plain }], lines).lines[0]?.sent;
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

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readWithdrawalForm(form);
}

describe("the form on which a customer cancels", () => {
  it("states the units of each line with what was said of them, and knows its fields", () => {
    const key = randomUUID();
    const typed = { key, "quantity.7": " 2\u200e ", "quantity.8": "", "quantity.9": "1", "unsealed.9": "on" };
    const { statement, errors, fieldOf, typed: shown } = read({ ...typed, reason: " Too much " });
    expect(statement).toEqual([
      { lineId: 7, quantity: 2, mixedIntoSoil: false, unsealed: false },
      { lineId: 9, quantity: 1, mixedIntoSoil: false, unsealed: true },
    ]);
    expect([errors, fieldOf(1)]).toEqual([{}, "quantity.9"]);
    expect(shown).toMatchObject({ key, reason: "Too much", fields: { "unsealed.9": "on" } });
  });

  it("states everything whatever stands in the quantities", () => {
    const { statement, errors } = read({ what: "everything", "quantity.7": "x", "mixedIntoSoil.7": "on" });
    expect(statement).toEqual({ everything: [{ lineId: 7, mixedIntoSoil: true, unsealed: false }] });
    expect(errors).toEqual({});
  });

  it.each(["-1", "1.5", "10000", "two", "1e1", "0x2", "1,5"])(
    "says beside its field that %s is no number of units",
    (quantity) => {
      const { statement, errors } = read({ "quantity.7": quantity });
      expect(errors).toEqual({ "quantity.7": ["Enter a whole number, such as 1"] });
      expect(statement).toEqual([]);
    },
  );

  it("has a key of its own where none was sent, and takes no endless reason", () => {
    expect(read({ key: "mine" }).typed.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(read({ reason: "a".repeat(500) }).errors).toEqual({});
    expect(read({ reason: "a".repeat(501) }).errors).toEqual({ reason: [expect.any(String)] });
  });
});

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

const place = (countryCode: string | null, country: string) => ({
  ...{ name: "Gwen Guest", address: "1 Test Lane", city: "Somewhere", postcode: "1" },
  ...{ countryCode, country },
});
const uk = place("GB", "United Kingdom");

it.each([
  ["in the United Kingdom", uk, uk, "uk"],
  ["in Germany", place("DE", "Germany"), place("DE", "Germany"), "eu"],
  ["in Germany, sent to somebody in the United Kingdom", place("DE", "Germany"), uk, "eu"],
  ["in the United Kingdom, sent to Ireland", uk, place("IE", "Ireland"), "eu"],
  ["somewhere that only its name says", place(null, "France"), uk, "eu"],
  ["in Norway", place("NO", "Norway"), place("NO", "Norway"), "uk"],
  ["somewhere unknown", place(null, "Middle of nowhere"), uk, "uk"],
] as const)("a buyer %s reads the words of the law there", (_where, billingAddress, shippingAddress, law) => {
  expect(wordingOf({ billingAddress, shippingAddress })).toBe(law);
});

it("the European Union's two steps are called as its directive says", () => {
  expect(withdrawalTexts.eu.link.toLowerCase()).toBe("withdraw from contract here");
  expect(withdrawalTexts.eu.confirm.toLowerCase()).toBe("confirm withdrawal");
});
