import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { OrderToPack } from "#server/orders/packing.server.ts";
import { noteOfWaiting } from "#server/orders/packing-list.ts";
import { orderToPack } from "#server/testing/packing.ts";
import { AddressLabel, DeliveryNote, PackingSlip, PalletNote } from "./packing-documents.tsx";

const sender = { storeName: "Oxbow Biochar", storeAddress: "1 Yard Lane, Ludlow" };
const driver = {
  ...{ access: "small" as const, tailLift: true, forklift: false, somebodyThere: false },
  badDays: "Fridays, and any day before nine",
};
const onPallets = orderToPack({
  delivery: {
    ...{ id: "standard", label: "Standard delivery", loads: "1 bulk bag, 1 half pallet", driver },
    split: [
      { kind: "bulk_bag", count: 1, grams: null, packs: [{ productName: "Bulk Biochar", quantity: 1 }] },
      { kind: "half_pallet", count: 1, grams: 400_500, packs: [{ productName: "Char", quantity: 40 }] },
    ],
  },
  lines: [
    { productName: "Bulk Biochar", quantity: 1 },
    { productName: "Char", quantity: 40 },
  ],
});

/** What is to be read on each sheet. */
function sheetsOf(markup: string): string[] {
  return markup
    .split("</article>")
    .slice(0, -1)
    .map((sheet) =>
      sheet
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
}

/** The delivery note of an order that waits. */
function NoteOfWaiting({ order }: { order: OrderToPack }) {
  return <DeliveryNote note={noteOfWaiting(order, "https://shop.example")} sender={sender} />;
}

describe("the batches on a delivery note", () => {
  const passport = { madeOn: "2026-03-01", feedstock: "Hardwood forestry residues" };
  const order = orderToPack({
    lines: [
      {
        quantity: 3,
        batches: {
          ...{ choices: [], needsWeight: false, refusal: null },
          proposed: [
            {
              ...{ ...passport, code: "2026-03-A", organicCarbon: 8_125, quantity: 2 },
              ...{ certificationClass: "agro_organic", certificateNumber: "EX-17" },
              path: "/01/09506000134369/10/2026-03-A",
            },
            {
              ...{ ...passport, code: "2026-03-B", organicCarbon: null, quantity: 1 },
              ...{ certificationClass: "none", certificateNumber: "", path: "/batches/2026-03-B" },
            },
          ],
        },
      },
      { productName: "Wood Vinegar" },
    ],
  });
  const markup = renderToStaticMarkup(<NoteOfWaiting order={order} />);
  const addresses = [
    "https://shop.example/01/09506000134369/10/2026-03-A",
    "https://shop.example/batches/2026-03-B",
  ];

  it("have their class and number, how they were made, what was measured, and an address", () => {
    expect(sheetsOf(markup)[0]).toContain(
      `3 Char 2 from batch 2026-03-A : EBC-AgroOrganic, number EX-17 Made on 1 Mar 2026 of Hardwood forestry residues, organic carbon 81.25% ${addresses[0]} ` +
        `1 from batch 2026-03-B Made on 1 Mar 2026 of Hardwood forestry residues, not analysed ${addresses[1]} ` +
        "1 Wood Vinegar",
    );
  });

  it("have that address as a QR code, read off its picture", async () => {
    const pictures = [...markup.matchAll(/<svg.*?<\/svg>/gs)].map(([svg]) => svg);
    const read = pictures.map(async (svg) => {
      const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
        .resize(400, 400, { kernel: "nearest" })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
    });
    expect(await Promise.all(read)).toEqual(addresses);
  });
});

describe("a pallet note", () => {
  it("is a sheet for each pallet and bulk bag, with what its driver has to know", () => {
    const [bag, pallet, ...others] = sheetsOf(
      renderToStaticMarkup(<PalletNote order={onPallets} sender={sender} />),
    );
    expect(others).toEqual([]);
    expect(bag).toContain("Pallet note INV-1700000000001-1");
    expect(bag).toContain("Load bulk bag, 1 of 2 Weight not weighed Holds 1 × Bulk Biochar");
    expect(pallet).toContain("Load half pallet, 2 of 2 Weight 400.5 kg Holds 40 × Char");
    for (const sheet of [bag, pallet]) {
      expect(sheet).toContain("1 Test Lane Ludlow SY8 1AA United Kingdom 01584 900900");
      expect(sheet).toContain(
        "Access Only a small lorry or van (7.5 t) Tail lift needed Forklift on site no",
      );
      expect(sheet).toContain("Somebody there no: call before you come");
      expect(sheet).toContain("Days that do not suit Fridays, and any day before nine");
    }
  });

  it("says so where nobody was asked, and is none for a parcel", () => {
    const older = orderToPack({ delivery: { id: "standard", label: "Standard", loads: "1 full pallet" } });
    const [sheet] = sheetsOf(renderToStaticMarkup(<PalletNote order={older} sender={sender} />));
    expect(sheet).toContain("For the driver nobody was asked: call before you come");
    expect(renderToStaticMarkup(<PalletNote order={orderToPack()} sender={sender} />)).toBe("");
  });
});

describe("an address label", () => {
  it("is a sheet for each parcel, which says which of them it is, as the carrier's file does", () => {
    const inParcels = orderToPack({
      delivery: {
        ...{ id: "standard", label: "Standard delivery", loads: "2 parcels, 1 half pallet" },
        split: [
          { kind: "parcel", count: 2, grams: 5200, packs: [{ productName: "Char", quantity: 1 }] },
          { kind: "half_pallet", count: 1, grams: 400_500, packs: [{ productName: "Char", quantity: 40 }] },
        ],
      },
    });
    const sheets = sheetsOf(renderToStaticMarkup(<AddressLabel order={inParcels} sender={sender} />));
    expect(sheets).toHaveLength(2);
    expect(sheets[0]).toContain("1 Test Lane Ludlow SY8 1AA United Kingdom");
    expect(sheets[0]).toContain("INV-1700000000001-1 Parcel 1 of 2, 5.2 kg");
    expect(sheets[1]).toContain("INV-1700000000001-2 Parcel 2 of 2, 5.2 kg");
  });

  it("names the order alone where all of it is one parcel, and is none for a pallet", () => {
    const [sheet] = sheetsOf(renderToStaticMarkup(<AddressLabel order={orderToPack()} sender={sender} />));
    expect(sheet).toMatch(/INV-1700000000001 (?!Parcel)/);
    expect(renderToStaticMarkup(<AddressLabel order={onPallets} sender={sender} />)).toBe("");
  });
});

describe("a delivery note", () => {
  it("lists what is delivered with its weight, for a name, a signature and a date", () => {
    const order = orderToPack({ lines: [{ quantity: 3, grossGrams: 1300 }], isPartSent: true });
    const [sheet, ...others] = sheetsOf(renderToStaticMarkup(<NoteOfWaiting order={order} />));
    expect(others).toEqual([]);
    expect(sheet).toMatch(/^Oxbow Biochar, 1 Yard Lane, Ludlow Delivery note INV-1700000000001 Ordered /);
    expect(sheet).toContain("Quantity Goods 3 Char Weight together 3.9 kg The rest of an order");
    expect(sheet).toMatch(/Received in good order and complete: Name Signature Date and time$/);
  });

  it("says of a parcel that went when, and how", () => {
    const waiting = noteOfWaiting(orderToPack(), "https://shop.example");
    const facts = [{ label: "Sent with", value: "DPD 17" }];
    const note = { ...waiting, sentAt: "2026-03-04T09:00:00.000Z", facts, remark: "A part of the order." };
    const [sheet] = sheetsOf(renderToStaticMarkup(<DeliveryNote note={note} sender={sender} />));
    expect(sheet).toContain("Ordered 2 Mar 2026, sent 4 Mar 2026 Delivered to Gwen Guest");
    expect(sheet).toContain("1 Char Sent with DPD 17 A part of the order. Received in good order");
  });

  it("names no weight where a pack was never weighed", () => {
    const order = orderToPack({ lines: [{ grossGrams: null }] });
    expect(renderToStaticMarkup(<NoteOfWaiting order={order} />)).not.toContain("Weight");
  });
});

it.each([
  ["slip", PackingSlip],
  ["delivery note", NoteOfWaiting],
  ["pallet note", PalletNote],
])("no %s tells of money", (_name, Paper) => {
  expect(renderToStaticMarkup(<Paper order={onPallets} sender={sender} />)).not.toMatch(/£|price|total|VAT/i);
});
