import { describe, expect, it } from "vitest";
import type { PackedDelivery } from "#server/checkout/delivery-choice.ts";
import { orderToPack } from "#server/testing/packing.ts";
import {
  type CarrierFile,
  carrierFileOf,
  loadReference,
  outgoingPallets,
  readLoadReference,
} from "./carrier-files.ts";
import type { OrderToPack } from "./packing.server.ts";

/** The rows of a file by the names of their columns. */
function rowsOf(carrier: CarrierFile, ...orders: OrderToPack[]) {
  const { columns, rows } = carrierFileOf(carrier, orders);
  return rows.map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
}

const char = (quantity: number) => ({ productName: "Char", quantity });
const standard = { id: "standard", label: "Standard delivery" };
const twoParcels: PackedDelivery = {
  ...standard,
  loads: "2 parcels",
  split: [
    { kind: "parcel", count: 1, grams: 22_000, packs: [char(2)] },
    { kind: "parcel", count: 1, grams: 11_000, packs: [char(1)] },
  ],
};
const driver = {
  access: "small" as const,
  tailLift: true,
  forklift: false,
  somebodyThere: false,
  badDays: "Fridays",
};
const mixed: PackedDelivery = {
  ...standard,
  loads: "1 bulk bag, 1 half pallet, 1 parcel",
  driver,
  split: [
    { kind: "bulk_bag", count: 1, grams: null, packs: [{ productName: "Bulk", quantity: 1 }] },
    { kind: "half_pallet", count: 1, grams: 400_500, packs: [char(40)] },
    { kind: "parcel", count: 1, grams: 1300, packs: [{ productName: "Vinegar", quantity: 1 }] },
  ],
};

describe("the file for Click & Drop", () => {
  it("has what Royal Mail asks for in its own words, the weight in kg, and no money", () => {
    const order = orderToPack({
      customerPhone: "+44 (0)7700 900-123",
      lines: [
        { quantity: 2, grossGrams: 5350 },
        { quantity: 1, grossGrams: 250 },
      ],
    });
    expect(rowsOf("click-and-drop", order)).toEqual([
      {
        "Order reference": "INV-1700000000001",
        Date: "02/03/26",
        "Full name": "Gwen Guest",
        "Address Line 1": "1 Test Lane",
        "Address Line 2": "",
        "Address Line 3": "",
        City: "Ludlow",
        Postcode: "SY8 1AA",
        Country: "United Kingdom",
        Phone: "07700900123",
        Email: "gwen@example.com",
        Weight: "10.95",
        "Package Size": "Parcel",
        "Service code": "",
        "Special instructions": "",
      },
    ]);
  });

  it("has a row for each parcel, with a reference and a weight of its own", () => {
    const rows = rowsOf("click-and-drop", orderToPack({ delivery: twoParcels }));
    expect(rows).toMatchObject([
      { "Order reference": "INV-1700000000001-1", Weight: "22", "Special instructions": "Standard delivery" },
      { "Order reference": "INV-1700000000001-2", Weight: "11" },
    ]);
  });

  it("spreads a long address over its three lines, and loses none of it", () => {
    const { shippingAddress } = orderToPack();
    const address = "Flat 2, The Old Mill\nMill Street, Lower End";
    const order = orderToPack({ shippingAddress: { ...shippingAddress, address } });
    expect(rowsOf("click-and-drop", order)).toMatchObject([
      {
        "Address Line 1": "Flat 2",
        "Address Line 2": "The Old Mill",
        "Address Line 3": "Mill Street, Lower End",
      },
    ]);
  });

  it.each([
    ["2026-07-31T23:30:00.000Z", "01/08/26"],
    ["2026-12-31T23:30:00.000Z", "31/12/26"],
  ])("dates an order of %s with the day in London, %s", (createdAt, day) => {
    expect(rowsOf("click-and-drop", orderToPack({ createdAt }))).toMatchObject([{ Date: day }]);
  });

  it.each([
    ["UK", "GB", "United Kingdom"],
    ["England", null, "United Kingdom"],
    ["Deutschland", null, "Germany"],
    ["Shropshire", null, "United Kingdom"],
    ["Atlantis", null, "Atlantis", "12345"],
  ])("names the country %s in full", (country, countryCode, name, postcode = "SY8 1AA") => {
    const { shippingAddress } = orderToPack();
    const order = orderToPack({ shippingAddress: { ...shippingAddress, country, countryCode, postcode } });
    expect(rowsOf("click-and-drop", order)).toMatchObject([{ Country: name }]);
  });

  it.each([
    ["01584 900 900", "01584900900"],
    ["+4407700900123", "07700900123"],
    ["0044 (0) 7700 900123", "07700900123"],
    ["44 7700 900123", "07700900123"],
    ["+33 1 23 45 67 89", "0033123456789"],
    ["tel:+447700900123", "07700900123"],
    ["(home, 2nd floor) 01584 900900", "01584900900"],
    ["07700 900123 & 01584 900900", "07700900123"],
    ["07700 900123 01584 900900", "07700900123"],
    ["Mob: 07700\u2013900\u00a0123", "07700900123"],
    ["\u202d+44 7700 900123\u202c", "07700900123"],
    ["０７７００ ９００１２３", "07700900123"],
    ["+44 ( 0 ) 7700 900123", "07700900123"],
    ["[01584] 900900", "01584900900"],
    ["01584/900900", "01584900900"],
    ["01584/900900 / 07700 900123", "01584900900"],
    ["+49 30/901820", "004930901820"],
    ["900900, after six", "900900"],
    ["", ""],
  ])("writes the phone number %j as %j, which no spreadsheet takes for a formula", (customerPhone, phone) => {
    expect(rowsOf("click-and-drop", orderToPack({ customerPhone }))).toMatchObject([{ Phone: phone }]);
  });

  it.each([
    ["is reviewed", { isReviewed: true }],
    ["is collected", { delivery: { id: "collection", label: "Collection" } }],
    ["goes on a pallet", { delivery: { ...standard, loads: "1 full pallet" } }],
  ])("has no row for an order that %s", (_name, order) => {
    expect(rowsOf("click-and-drop", orderToPack(order))).toEqual([]);
  });
});

describe("the file for a pallet network", () => {
  it("has a row for each pallet and bulk bag with the driver's answers; parcels are in the other file", () => {
    const order = orderToPack({ delivery: mixed });
    expect(rowsOf("pallets", order)).toEqual([
      {
        reference: "INV-1700000000001-1",
        name: "Gwen Guest",
        address_1: "1 Test Lane",
        address_2: "",
        town: "Ludlow",
        postcode: "SY8 1AA",
        country: "United Kingdom",
        phone: "01584900900",
        email: "gwen@example.com",
        pallet: "full",
        weight_kg: "",
        tail_lift: "yes",
        forklift: "no",
        access: "Only a small lorry or van (7.5 t)",
        notes: "Bulk bag; 1 × Bulk; Call before you come; Not on: Fridays",
      },
      expect.objectContaining({
        reference: "INV-1700000000001-2",
        pallet: "half",
        weight_kg: "400.5",
        notes: "40 × Char; Call before you come; Not on: Fridays",
      }),
    ]);
    expect(rowsOf("click-and-drop", order)).toMatchObject([
      { "Order reference": "INV-1700000000001", Weight: "1.3" },
    ]);
  });

  it("has one row of unknown size for the rest of an order of which a part has gone", () => {
    const order = orderToPack({ delivery: { ...standard, loads: "2 half pallets" }, isPartSent: true });
    expect(rowsOf("pallets", order)).toMatchObject([
      { reference: order.invoiceNumber, pallet: "", weight_kg: "1" },
    ]);
    expect(outgoingPallets(order)).toHaveLength(1);
  });
});

describe("the reference of a load", () => {
  it.each([
    [1, 1, { invoiceNumber: "INV-1700000000001", place: null }],
    [2, 3, { invoiceNumber: "INV-1700000000001", place: 2 }],
  ])("%i of %i is read back as it was", (place, count, read) => {
    const reference = loadReference("INV-1700000000001", place, count);
    expect(readLoadReference(` ${reference.toLowerCase()} `)).toEqual(read);
  });

  it.each([
    "",
    "1700000000001",
    "INV-1",
    "INV-1700000000001-",
    "INV-1700000000001-2-3",
    "INV-1700000000001x",
  ])("is not %j", (reference) => {
    expect(readLoadReference(reference)).toBeNull();
  });
});
