import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Order } from "#db/entities/index.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { exportForCarrier, parseCarrierExport } from "./carriers.server.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const records = z.array(z.record(z.string(), z.string()));

/** What a spreadsheet reads of the file at an address. */
async function rowsAt(search: string, reader = packer) {
  const { pieces } = await exportForCarrier(reader, parseCarrierExport(new URLSearchParams(search)));
  let text = "";
  for await (const piece of pieces) text += piece;
  return records.parse(parse(text, { bom: true, columns: true }));
}

describe("a file for a carrier", () => {
  it("has what waits, or what is ticked of it, with the weight that products have now and no money", async () => {
    const product = await makeProduct(context, { price: 43_217, grossGrams: 5350 });
    const customer = await makeUser(context, { name: '=HYPERLINK("https://evil.example")' });
    const order = await makeOrder(context, { customer, lines: [{ product, quantity: 2 }] });
    const other = await makeOrder(context);
    const cancelled = await makeOrder(context, { status: "cancelled" });
    const all = await rowsAt("carrier=click-and-drop");
    const references = all.map((row) => row["Order reference"]);
    expect(references).toEqual(expect.arrayContaining([order.invoiceNumber, other.invoiceNumber]));
    expect(references).not.toContain(cancelled.invoiceNumber);
    const [ticked, ...more] = await rowsAt(`ticked=on&order=${order.id}&order=${cancelled.id}`);
    expect(more).toEqual([]);
    expect(ticked).toMatchObject({
      "Order reference": order.invoiceNumber,
      "Full name": '\'=HYPERLINK("https://evil.example")',
      Weight: "10.7",
      Postcode: "SY8 1AA",
    });
    expect(JSON.stringify(all)).not.toMatch(/432[.,]17|43217|864[.,]34/);
    expect(await rowsAt("ticked=on")).toEqual([]);
  });

  it("for a pallet network has a row for each pallet of the delivery that was chosen", async () => {
    const { id, invoiceNumber } = await makeOrder(context);
    const packs = [{ productName: "Char", quantity: 40 }];
    const delivery = {
      ...{ id: "standard" as const, label: "Standard", price: 1000, loads: "2 half pallets" },
      split: [{ kind: "half_pallet" as const, count: 2, grams: 400_000, packs }],
    };
    await context.em.fork().nativeUpdate(Order, id, { delivery });
    expect(await rowsAt(`carrier=pallets&order=${id}`)).toMatchObject([
      { reference: `${invoiceNumber}-1`, pallet: "half", weight_kg: "400" },
      { reference: `${invoiceNumber}-2` },
    ]);
  });
});
