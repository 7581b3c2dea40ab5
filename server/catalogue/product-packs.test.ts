import { describe, expect, it } from "vitest";
import { findChange } from "#server/audit/changes.server.ts";
import { unknownPack } from "#server/pricing/pack-facts.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { textOf } from "#server/testing/text-of.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findSoilPacks } from "./find-products.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { productFormSchema } from "./product.schema.ts";
import { productCommands } from "./product-commands.ts";
import { exportProducts, importProducts } from "./product-file.server.ts";
import { revertProduct, updateProduct } from "./update-product.server.ts";
import { createProduct } from "./write-product.server.ts";

const context = await staffContext();

const typedPack = {
  netGrams: "12.5",
  packMillilitres: "50",
  grossGrams: "13",
  bulkDensity: "250",
  bulkDensityMeasuredOn: "2026-11-02",
  unitPriceBasis: "l",
  handling: "pallet",
  footprintLength: "1200",
  footprintWidth: "1000",
  mixedIntoSoil: "on",
  paperGrams: "40",
  wovenPlasticGrams: "310",
};

const storedPack = {
  ...unknownPack,
  netGrams: 12_500,
  packMillilitres: 50_000,
  grossGrams: 13_000,
  bulkDensity: 250,
  bulkDensityMeasuredOn: "2026-11-02",
  unitPriceBasis: "l",
  handling: "pallet",
  footprintLength: 1200,
  footprintWidth: 1000,
  mixedIntoSoil: true,
  paperGrams: 40,
  wovenPlasticGrams: 310,
};

function formOf(id: number, fields: Record<string, string>): FormData {
  const form = new FormData();
  const all = { id: String(id), seenVersion: "1", seenStock: "100", ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  return form;
}

const save = (form: FormData) => postForm(context, productCommands.update.name, form);

describe("the pack in a product's form", () => {
  it("is typed in kilograms, litres and millimetres", async () => {
    const { id } = await makeProduct(context);
    await save(formOf(id, typedPack));
    expect(await findStaffProduct(context, id)).toMatchObject(storedPack);
  });

  it("forgets what is emptied, and leaves alone what it does not show", async () => {
    const { id } = await makeProduct(context);
    await updateProduct(context, { id, change: { netGrams: 5000, paperGrams: 40, handling: "pallet" } });
    const emptied = formOf(id, { netGrams: "", paperGrams: "" });
    emptied.set("seenVersion", String((await findStaffProduct(context, id)).version));
    await save(emptied);
    expect(await findStaffProduct(context, id)).toMatchObject({
      netGrams: null,
      paperGrams: null,
      handling: "pallet",
    });
  });

  it.each([
    ["a weight that is none", { netGrams: "five" }, "netGrams"],
    ["a weight of nothing", { netGrams: "0" }, "netGrams"],
    ["half a millimetre", { footprintLength: "0.5", footprintWidth: "10" }, "footprintLength"],
    ["a way to travel that nobody knows", { handling: "balloon" }, "handling"],
    [
      "a day that is none",
      { bulkDensity: "250", bulkDensityMeasuredOn: "2026-02-30" },
      "bulkDensityMeasuredOn",
    ],
    ["a price per kilogram without a weight", { unitPriceBasis: "kg" }, "netGrams"],
    ["a price per litre without a volume", { unitPriceBasis: "l", netGrams: "5" }, "packMillilitres"],
    ["a price per m³ without a volume", { unitPriceBasis: "m3" }, "packMillilitres"],
    ["soil of which nobody knows how much", { mixedIntoSoil: "on" }, "packMillilitres"],
    ["less with its packaging than without", { netGrams: "5", grossGrams: "4.9" }, "grossGrams"],
    ["a density without a day", { bulkDensity: "250" }, "bulkDensityMeasuredOn"],
    ["a day without a density", { bulkDensityMeasuredOn: "2026-11-02" }, "bulkDensity"],
    ["half a footprint", { footprintLength: "1200" }, "footprintWidth"],
  ])("refuses %s beside its field and writes nothing", async (_, fields, field) => {
    const { id } = await makeProduct(context);
    await expect(save(formOf(id, fields))).rejects.toMatchObject({ fields: { [field]: expect.any(Array) } });
    expect(await findStaffProduct(context, id)).toMatchObject({ ...unknownPack, version: 1 });
  });

  it("comes with a new product", async () => {
    const product = { name: "New with a pack", category: "Testing", price: "12.50", stockQuantity: 1 };
    const form = productFormSchema.parse({ ...product, ...typedPack, mixedIntoSoil: true });
    const { id } = await createProduct(context, form);
    expect(await findStaffProduct(context, id)).toMatchObject(storedPack);
  });
});

describe("the pack in the product file", () => {
  const columns = "netGrams,packMillilitres,unitPriceBasis,handling,mixedIntoSoil,paperGrams";

  it("goes out, comes in as it is, and changes nothing then", async () => {
    const { id, slug } = await makeProduct(context);
    await save(formOf(id, typedPack));
    const [header = "", ...lines] = (await textOf(exportProducts(context))).split("\r\n");
    const line = lines.find((each) => each.startsWith(`${slug},`)) ?? "";
    expect(line).toContain("12500,50000,13000,250,2026-11-02,l,pallet,1200,1000,true,40,,310,,,");
    const report = await importProducts(context, `${header}\n${line}`);
    expect(report).toMatchObject({ unchanged: 1, updated: 0, errorCount: 0 });
  });

  it("changes what its columns name, makes products with it, and says what is wrong before", async () => {
    const { id, slug } = await makeProduct(context);
    await save(formOf(id, typedPack));
    const file = [
      `slug,name,category,price,${columns}`,
      `${slug},Same,Testing,20,6000,,kg,parcel,no,`,
      ",Made with a pack,Testing,5,1000,,kg,bulk_bag,yes,12",
    ].join("\n");
    expect(await importProducts(context, file)).toMatchObject({ created: 1, updated: 1, errorCount: 0 });
    expect(await findStaffProduct(context, id)).toMatchObject({
      ...storedPack,
      netGrams: 6000,
      packMillilitres: null,
      unitPriceBasis: "kg",
      handling: "parcel",
      mixedIntoSoil: false,
      paperGrams: null,
    });
    const made = await findProductBySlug(context, "made-with-a-pack");
    expect(made).toMatchObject({
      netGrams: 1000,
      handling: "bulk_bag",
      perMeasure: { amount: 5, per: "kg" },
    });
    const { errors } = await importProducts(context, `slug,netGrams,unitPriceBasis\n${slug},,kg\n`);
    expect(errors[0]?.messages).toEqual(["Enter the net weight: the price per kilogram is reckoned from it"]);
  });
});

describe("the pack in the audit", () => {
  it("says what was and what is, and is taken back", async () => {
    const { id } = await makeProduct(context);
    await updateProduct(context, { id, change: { netGrams: 5000, unitPriceBasis: "kg", paperGrams: 40 } });
    const [entry] = await auditEntriesOf(context, "products", id);
    expect(entry).toMatchObject({
      before: { netGrams: null, unitPriceBasis: "none", paperGrams: null },
      after: { netGrams: 5000, unitPriceBasis: "kg", paperGrams: 40 },
    });
    await revertProduct(context, await findChange(context, entry?.id ?? 0));
    expect(await findStaffProduct(context, id)).toMatchObject(unknownPack);
  });
});

describe("the products of the calculator", () => {
  it("are those that staff say are mixed into soil, the ninth as well, by the litres of its own pack", async () => {
    const { id } = await makeProduct(context, { name: "Ninth", stockQuantity: 5 });
    await updateProduct(context, { id, change: { netGrams: 5000, mixedIntoSoil: true } });
    const ninth = async () => (await findSoilPacks(context)).find((pack) => pack.id === id);
    expect(await ninth()).toMatchObject({ packLitres: 20, litresPerKilogram: 4, isMeasured: false });
    await updateProduct(context, {
      id,
      change: { bulkDensity: 200, bulkDensityMeasuredOn: "2026-11-02" },
    });
    expect(await ninth()).toMatchObject({ packLitres: 25, litresPerKilogram: 5, isMeasured: true });
    await updateProduct(context, { id, change: { mixedIntoSoil: false } });
    expect(await ninth()).toBeUndefined();
  });
});
