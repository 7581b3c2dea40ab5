import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeliveryRule, quoteDelivery, type Tariff, type TariffColumn } from "./delivery.ts";
import { deliveryRates, isAgreedAbroad } from "./delivery-sentences.ts";
import { locate, parseZone, zoneOf } from "./delivery-zones.ts";
import {
  describeLoads,
  handlings,
  loadKinds,
  type PackSize,
  packSizeOf,
  splitIntoLoads,
  weightOf,
} from "./loads.ts";
import { quote } from "./quote.ts";
import type { PriceableLine } from "./totals.ts";

const loadColumns: TariffColumn[] = loadKinds.map((load) => ({ kind: "load", load }));

function zone(name: string, places: string, prices: (number | null)[]) {
  return { name, places, entries: parseZone(places).entries, prices };
}

/** In pounds a parcel, quarter, half and full pallet and a bulk bag, as a small haulier asks for them. */
const haulier: Tariff = {
  columns: loadColumns,
  zones: [
    zone("Mainland", "United Kingdom", [695, 4900, 5900, 7500, 7500]),
    zone("Highlands", "IV, KW1-14, PH", [1295, 7900, 9500, 12_500, 12_500]),
    zone("Islands", "HS, KW15-17, ZE", [1995, null, null, null, 19_500]),
    zone("Northern Ireland", "BT", [1495, 8900, null, 14_500, null]),
    zone("Isle of Man", "IM", [1595, null, null, null, null]),
  ],
};
const rates: DeliveryRule = { kind: "tariff", tariff: haulier };

const bag = (grossGrams: number | null, more: Partial<PackSize> = {}): PackSize => ({
  grossGrams,
  handling: "parcel",
  footprint: null,
  ...more,
});
const compost = bag(11_000);
const bulk = bag(null, { handling: "bulk_bag" });

function answerTo(packs: [PackSize, number][], postcode: string, country = "United Kingdom") {
  const lines = packs.map(([pack, quantity]) => ({ pack, quantity, lineTotal: 1000 * quantity }));
  const answer = quoteDelivery(lines, locate({ country, postcode }), rates);
  if (answer.kind !== "quoted") return answer;
  return `${answer.options[0].price}: ${describeLoads(answer.loads ?? [])}`;
}

describe("a haulier's tariff", () => {
  it.each<[string, [PackSize, number][], string, string]>([
    ["two bags share a parcel", [[compost, 2]], "SY8 1AA", "695: 1 parcel"],
    ["a third needs another", [[compost, 3]], "SY8 1AA", "1390: 2 parcels"],
    ["what one person carries is a parcel, to the gram", [[bag(25_000), 1]], "SY8 1AA", "695: 1 parcel"],
    ["what a pallet carries fills one, to the gram", [[bag(1_000_000), 1]], "SY8 1AA", "7500: 1 full pallet"],
    ["many travel cheaper on a pallet", [[compost, 20]], "SY8 1AA", "4900: 1 quarter pallet"],
    ["weight makes the pallet larger", [[compost, 30]], "SY8 1AA", "5900: 1 half pallet"],
    [
      "a full one is followed by another",
      [[compost, 100]],
      "SY8 1AA",
      "12400: 1 full pallet, 1 quarter pallet",
    ],
    [
      "a bulk bag and two bags to Shetland",
      [
        [bulk, 1],
        [compost, 2],
      ],
      "ZE1 0AA",
      "21495: 1 bulk bag, 1 parcel",
    ],
    ["the nearest zone counts", [[compost, 1]], "KW15 1AA", "1995: 1 parcel"],
    ["up to the last district of its range", [[compost, 1]], "KW17 2AA", "1995: 1 parcel"],
    ["a missing size takes the next larger", [[bag(30_000), 10]], "BT1 1AA", "14500: 1 half pallet"],
    ["the first half of a postcode is enough", [[compost, 1]], "iv2", "1295: 1 parcel"],
    ["an island's postcode beside United Kingdom", [[compost, 1]], "IM1 1AA", "1595: 1 parcel"],
  ])("%s", (_, packs, postcode, said) => {
    expect(answerTo(packs, postcode)).toBe(said);
  });

  it("goes by the first of several zones that name a place as closely", () => {
    const zones = ["First", "Second"].map((name, index) => zone(name, "IV", [500 + index]));
    expect(zoneOf(zones, locate({ country: "GB", postcode: "IV2 3AB" }))?.name).toBe("First");
  });

  const noRate = "We have no rate for your place yet.";
  const tooLargeFor = (zoneName: string) => `We have no rate for an order of this size to ${zoneName}.`;
  const long = bag(30_000, { footprint: { length: 2400, width: 800 } });
  const wide = bag(30_000, { footprint: { length: 1100, width: 1100 } });

  it.each<[string, [PackSize, number][], string, string, string]>([
    ["where no zone is", [[compost, 1]], "JE2 3AB", "Jersey", noRate],
    ["abroad", [[compost, 1]], "10115", "Germany", noRate],
    ["of Forces Post Offices", [[compost, 1]], "BFPO 57", "UK", noRate],
    ["where nothing large enough goes", [[bag(30_000), 1]], "ZE1 0AA", "UK", tooLargeFor("Islands")],
    [
      "of unknown weight",
      [[bag(null), 1]],
      "SY8 1AA",
      "UK",
      "We have not weighed everything in this order yet.",
    ],
    [
      "of a bulk bag, whose weight nobody asks, where none is brought",
      [[bulk, 1]],
      "BT1 1AA",
      "UK",
      tooLargeFor("Northern Ireland"),
    ],
    [
      "where nothing large enough goes, though a line of nothing was not weighed",
      [
        [bag(30_000), 1],
        [bag(null), 0],
      ],
      "ZE1 0AA",
      "UK",
      tooLargeFor("Islands"),
    ],
    ["larger than a pallet", [[long, 1]], "SY8 1AA", "UK", tooLargeFor("Mainland")],
    [
      "wider than a pallet on both sides, though no longer",
      [[wide, 1]],
      "SY8 1AA",
      "UK",
      tooLargeFor("Mainland"),
    ],
  ])("has no price %s", (_, packs, postcode, country, reason) => {
    expect(answerTo(packs, postcode, country)).toEqual({ kind: "ask_us", reason });
  });

  it.each([
    ["without a postcode", ""],
    ["with half of one that is none", "hello"],
  ])("asks for the postcode %s", (_, postcode) => {
    expect(answerTo([[compost, 1]], postcode)).toEqual({ kind: "needs_postcode" });
  });

  it("knows Northern Ireland and the Isle of Man by their names too", () => {
    expect(answerTo([[compost, 1]], "", "Northern Ireland")).toBe("1495: 1 parcel");
    expect(answerTo([[compost, 1]], "", "Isle of Man")).toBe("1595: 1 parcel");
  });

  it("sends by parcel what would cost the same on a pallet", () => {
    const same = { ...haulier, zones: [zone("Mainland", "United Kingdom", [700, 700, 700, 700, 700])] };
    const lines = [{ pack: compost, quantity: 1, lineTotal: 1000 }];
    expect(quoteDelivery(lines, locate({ country: "GB" }), { kind: "tariff", tariff: same })).toMatchObject({
      loads: [{ kind: "parcel" }],
    });
  });

  it("costs nothing for nothing, wherever that is", () => {
    expect(quoteDelivery([], locate({ country: "United Kingdom" }), rates)).toMatchObject({
      kind: "quoted",
      options: [{ id: "standard", price: 0 }],
    });
  });

  it("asks for no postcode where all of the country costs the same", () => {
    const flat: DeliveryRule = { kind: "tariff", tariff: { ...haulier, zones: haulier.zones.slice(0, 1) } };
    const lines = [{ pack: compost, quantity: 1, lineTotal: 1000 }];
    expect(quoteDelivery(lines, locate({ country: "United Kingdom" }), flat)).toMatchObject({
      kind: "quoted",
    });
  });
});

describe("bands of weight", () => {
  const bands: DeliveryRule = {
    kind: "tariff",
    tariff: {
      columns: [2000, 10_000, 25_000].map((upTo) => ({ kind: "weight", upTo })),
      zones: [zone("United Kingdom", "United Kingdom", [399, 699, 1099])],
    },
  };
  it.each([
    [2000, 399],
    [2001, 699],
    [25_000, 1099],
    [25_001, "ask_us"],
  ])("%i grams cost %s", (grossGrams, price) => {
    const lines = [{ pack: bag(grossGrams), quantity: 1, lineTotal: 1 }];
    const answer = quoteDelivery(lines, locate({ country: "GB" }), bands);
    expect(answer.kind === "quoted" ? answer.options[0].price : answer.kind).toBe(price);
  });
});

describe("a price of a whole order's weight", () => {
  const byWeight = (prices: (number | null)[]): DeliveryRule => ({
    kind: "tariff",
    tariff: {
      columns: [
        { kind: "weight", upTo: 25_000 },
        { kind: "load", load: "full_pallet" },
      ],
      zones: [zone("United Kingdom", "United Kingdom", prices)],
    },
  });
  const answer = (pack: PackSize, rule: DeliveryRule) =>
    quoteDelivery([{ pack, quantity: 1, lineTotal: 1 }], locate({ country: "GB" }), rule);

  it("says what the order travels as", () => {
    expect(answer(compost, byWeight([500, null]))).toMatchObject({ loads: [{ kind: "parcel" }] });
  });

  it("asks what a bulk bag weighs, and not where the zone has none", () => {
    const reason = "We have not weighed everything in this order yet.";
    expect(answer(bulk, byWeight([500, null]))).toEqual({ kind: "ask_us", reason });
    const none = "We have no rate for an order of this size to United Kingdom.";
    expect(answer(bulk, byWeight([null, 7500]))).toEqual({ kind: "ask_us", reason: none });
  });
});

describe("the loads of an order", () => {
  const kinds = (packs: [PackSize, number][], parcels = true) =>
    splitIntoLoads(
      packs.map(([pack, quantity]) => ({ pack, quantity })),
      { parcels },
    )?.map(({ kind, grams }) => [kind, grams]);

  it("leave out lines of nothing", () => {
    expect(kinds([[bag(null), 0]])).toEqual([]);
    expect(weightOf([{ quantity: 0, pack: bag(null) }])).toBe(0);
  });

  it("are parcels only for packs that are to go by parcel, however they lie", () => {
    expect(kinds([[bag(10_000, { handling: "pallet" }), 1]])).toEqual([["quarter_pallet", 10_000]]);
    expect(kinds([[bag(10_000, { footprint: { length: 2400, width: 800 } }), 1]])).toEqual([
      ["parcel", 10_000],
    ]);
    expect(kinds([[bag(10_000), 1]], false)).toEqual([["quarter_pallet", 10_000]]);
  });

  it("are pallets up to their weight and their floor, to the gram and the millimetre, either way round", () => {
    expect(kinds([[bag(250_000), 1]])).toEqual([["quarter_pallet", 250_000]]);
    expect(kinds([[bag(500_000), 1]])).toEqual([["half_pallet", 500_000]]);
    for (const footprint of [
      { length: 1200, width: 1000 },
      { length: 1000, width: 1200 },
    ]) {
      expect(kinds([[bag(30_000, { footprint }), 1]])).toEqual([["quarter_pallet", 30_000]]);
    }
  });

  it("are filled from the heaviest pack on", () => {
    expect(
      kinds([
        [bag(5000), 2],
        [bag(20_000), 1],
      ]),
    ).toEqual([
      ["parcel", 25_000],
      ["parcel", 5000],
    ]);
  });

  it("weigh what all packs do together, unless nobody has weighed one", () => {
    const three = { quantity: 3, pack: compost };
    expect(weightOf([three])).toBe(33_000);
    expect(weightOf([three, { quantity: 1, pack: bag(null) }])).toBeNull();
  });

  it("have no floor where only one side of it is known", () => {
    const sides = { grossGrams: 1000, handling: "parcel" as const, footprintLength: 100 };
    expect(packSizeOf({ ...sides, footprintWidth: null }).footprint).toBeNull();
    expect(packSizeOf({ ...sides, footprintWidth: 50 }).footprint).toEqual({ length: 100, width: 50 });
  });
});

describe("places that are not served", () => {
  const home: DeliveryRule = { ...rates, served: { countries: ["United Kingdom"], northernIreland: false } };
  it.each([
    ["Jersey", "JE2 3AB", "We deliver to Great Britain only."],
    ["United Kingdom", "je2 3ab", "JE2 3AB is in Jersey. We deliver to Great Britain only."],
    ["United Kingdom", "BT1 1AA", "BT1 1AA is in Northern Ireland. We deliver to Great Britain only."],
    ["Germany", "10115", "We deliver to Great Britain only."],
  ])("%s %s is told why", (country, postcode, reason) => {
    const answer = quoteDelivery([{ quantity: 1, lineTotal: 1 }], locate({ country, postcode }), home);
    expect(answer).toEqual({ kind: "not_served", reason });
  });
});

const packSizes = fc.record({
  grossGrams: fc.option(fc.integer({ min: 1, max: 1_100_000 }), { freq: 15, nil: null }),
  handling: fc.constantFrom(...handlings),
  footprint: fc.constant(null),
});
const orderLines = fc.array(
  fc.record({
    unitPrice: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    vatRate: fc.constantFrom(0, 500, 2000),
    pack: packSizes,
  }),
  { minLength: 1, maxLength: 6 },
);
const columns: TariffColumn[] = [
  ...loadColumns,
  ...[1000, 30_000, 2_000_000].map((upTo) => ({ kind: "weight" as const, upTo })),
];
const tariffs = fc
  .array(
    fc.array(fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null }), { minLength: 8, maxLength: 8 }),
    {
      minLength: 3,
      maxLength: 3,
    },
  )
  .map(
    ([uk = [], islands = [], elsewhere = []]): DeliveryRule => ({
      kind: "tariff",
      tariff: {
        columns,
        zones: [
          zone("UK", "United Kingdom", uk),
          zone("Islands", "ZE", islands),
          zone("IE", "Ireland", elsewhere),
        ],
      },
    }),
  );
const places = fc.constantFrom(
  { country: "United Kingdom", postcode: "SY8 1AA" },
  { country: "GB", postcode: "ZE1 0AA" },
  { country: "Ireland" },
);

describe("by any tariff", () => {
  const quoted = (lines: PriceableLine[], deliveryRule: DeliveryRule, place: { country: string }) =>
    quote(lines, place, { deliveryRule, vatMode: "fraction", currency: "gbp", zeroRatesExports: false });

  it("a further line, or more of one, never lowers the total, and never finds a price where there was none", () => {
    fc.assert(
      fc.property(orderLines, orderLines, fc.nat(50), tariffs, places, (few, more, extra, rule, place) => {
        const first = few.map((line, index) =>
          index === 0 ? { ...line, quantity: line.quantity + extra } : line,
        );
        const small = quoted(few, rule, place);
        const large = quoted([...more, ...first], rule, place);
        if (large.unquoted) return;
        expect(small.unquoted).toBeUndefined();
        expect(large.total).toBeGreaterThanOrEqual(small.total);
        expect(large.shipping).toBeGreaterThanOrEqual(small.shipping);
      }),
      { numRuns: 1000 },
    );
  });

  it("the order of the lines changes nothing", () => {
    fc.assert(
      fc.property(orderLines, tariffs, places, (lines, rule, place) => {
        const { subtotal, vat, vatDue, shipping, total } = quoted(lines, rule, place);
        const totals = { subtotal, vat, vatDue, shipping, total };
        expect(quoted([...lines].reverse(), rule, place)).toMatchObject(totals);
      }),
    );
  });

  it("every pack travels once, in a load that it fits", () => {
    fc.assert(
      fc.property(orderLines, tariffs, places, (lines, deliveryRule, place) => {
        const asked = lines.map((line) => ({ ...line, lineTotal: line.unitPrice * line.quantity }));
        const answer = quoteDelivery(asked, locate(place), deliveryRule);
        if (answer.kind !== "quoted" || !answer.loads) return;
        for (const [index, { quantity }] of lines.entries()) {
          const packs = answer.loads.flatMap((load) => load.packs).filter(({ line }) => line === index);
          expect(packs.reduce((sum, pack) => sum + pack.quantity, 0)).toBe(quantity);
        }
        const limits = {
          parcel: 25_000,
          quarter_pallet: 250_000,
          half_pallet: 500_000,
          full_pallet: 1_000_000,
        };
        for (const { kind, grams } of answer.loads) {
          if (kind !== "bulk_bag") expect(grams).toBeLessThanOrEqual(limits[kind]);
        }
      }),
    );
  });
});

const saved = {
  kind: "one_rule",
  enabled: true,
  freeFrom: 10_000,
  standard: 999,
  express: 0,
  fallsWithValue: false,
} as const;

const cases: [name: string, rule: DeliveryRule, uk: string[]][] = [
  ["the built-in rule", { kind: "as_specified" }, ["under £45.00: £10.99", "£45.00 or more: Free"]],
  ["a saved rule", saved, ["under £100.00: £9.99", "£100.00 or more: Free"]],
  [
    "a charge that falls with the value",
    { ...saved, fallsWithValue: true },
    ["under £100.00: from £9.99, less the more you buy", "£100.00 or more: Free"],
  ],
  ["delivery that is switched off", { ...saved, enabled: false }, ["any value: Free"]],
  [
    "express beside it",
    { ...saved, express: 1999 },
    ["under £100.00: £9.99", "£100.00 or more: Free", "any value: £19.99"],
  ],
];

it.each(cases)("%s, and other countries as the checkout charges them", (_, rule, uk) => {
  const rates = deliveryRates(rule, "GBP").map(({ order, cost }) => `${order}: ${cost}`);
  expect(rates).toEqual([...uk, "any value: Free"]);
});

describe("what the checkout says of other countries", () => {
  const places = (countries: string[]) => ({ countries, northernIreland: true });

  it.each([
    [{ kind: "as_specified" }, true],
    [{ kind: "one_rule", served: places([]) }, true],
    [{ kind: "one_rule", served: places(["United Kingdom", "Ireland"]) }, true],
    [{ kind: "one_rule", served: places(["United Kingdom"]) }, false],
    [{ kind: "tariff", served: places([]) }, false],
  ] as const)("%j: delivery there is agreed afterwards: %s", (rule, expected) => {
    expect(isAgreedAbroad(rule)).toBe(expected);
  });
});
