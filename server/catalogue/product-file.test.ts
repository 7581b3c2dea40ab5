import { describe, expect, it } from "vitest";
import { AuditEntry, PastPrice, Product } from "#db/entities/index.ts";
import { makeProduct, staffContext, withSettings } from "#server/testing/factories.ts";
import { textOf } from "#server/testing/text-of.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { checkImport, exportProducts, type ImportReport, importProducts } from "./product-file.server.ts";
import { updateProduct } from "./update-product.server.ts";

const context = await staffContext();

async function dryRun(csv: string): Promise<{ report: ImportReport; steps: number[] }> {
  const steps: number[] = [];
  for await (const { done, report } of await checkImport(context, csv)) {
    steps.push(done);
    if (report) return { report, steps };
  }
  throw new Error("no report");
}

const exported = () => textOf(exportProducts(context));

describe("the dry run", () => {
  it("names each row's errors with its line, and writes nothing", async () => {
    const { slug } = await makeProduct(context, { name: "Known" });
    const before = await databaseState();
    const { report } = await dryRun(
      [
        "slug,name,category,price,salePrice,onSale,stockQuantity,imageUrl,version",
        `${slug},Known,Testing,abc,,false,-1,,1`,
        ",Without price,Testing,,,false,1,,",
        ",Fine,Testing,12.50,,no,4,/pictures/premium-biochar.jpg,",
        ",Not reduced,Testing,10,10,yes,4,,",
        "no-such,Gone,Testing,10,,false,4,,7",
        `${slug},Again,Testing,9,,false,1,javascript:alert(1),`,
        `${slug},Fine too,Testing,9,,false,1,,`,
        `${slug},Twice,Testing,9,,false,1,,`,
      ].join("\n"),
    );
    expect(report).toMatchObject({ rows: 8, created: 1, updated: 1, unchanged: 0, errorCount: 6 });
    expect(report.errors).toEqual([
      {
        line: 2,
        name: "Known",
        messages: [
          "price “abc”: Price must be an amount of money, such as 12.50",
          "stockQuantity “-1”: stockQuantity must be a whole number",
        ],
      },
      { line: 3, name: "Without price", messages: ["Price must be an amount of money, such as 12.50"] },
      { line: 5, name: "Not reduced", messages: ["The sale price must be below the regular price"] },
      { line: 6, name: "Gone", messages: ['There is no product "no-such"'] },
      {
        line: 7,
        name: "Again",
        messages: [
          "imageUrl “javascript:alert(1)”: Enter an address that begins with https://, or choose a picture",
        ],
      },
      { line: 9, name: "Twice", messages: [`The slug "${slug}" stands on line 8 already`] },
    ]);
    expect(await databaseState()).toEqual(before);
  });

  it("reads numbers and days as a British spreadsheet saves them", async () => {
    const { slug } = await makeProduct(context);
    const change = '"1,234.50",£900,yes,"1,500",05/11/2026,300,"1,500,000"';
    await importProducts(
      context,
      `slug,price,salePrice,onSale,stockQuantity,bulkDensityMeasuredOn,bulkDensity,netGrams\n${slug},${change}`,
    );
    const em = context.em.fork();
    expect(await em.findOne(Product, { slug })).toMatchObject({
      ...{ price: 123_450, salePrice: 90_000, stockQuantity: 1500, netGrams: 1_500_000 },
      ...{ bulkDensity: 300, bulkDensityMeasuredOn: "2026-11-05" },
    });
  });

  it.each([
    [
      "price",
      '"24,99"',
      "price “24,99”: Write 24.99 with a point: a comma stands between thousands, as in 1,500",
    ],
    ["price", '"1.500,5"', "price “1.500,5”: Write 1500.5 with a point"],
    ["price", "5 kg", "price “5 kg”: Write the number alone, without “kg”"],
    ["stockQuantity", "1.5", "stockQuantity “1.5”: stockQuantity must be a whole number"],
    ["gtin", "9.506E+12", "gtin “9.506E+12”: a spreadsheet has shortened this number"],
    ["gtin", "#########", "gtin “#########”: a spreadsheet's column was too narrow"],
    [
      "bulkDensityMeasuredOn",
      "25/25/2026",
      "bulkDensityMeasuredOn “25/25/2026”: Day measured must be a date",
    ],
    [
      "bulkDensityMeasuredOn",
      "11/25/2026",
      "bulkDensityMeasuredOn “11/25/2026”: Day measured must be a date",
    ],
    ["version", "x".repeat(30), "version must be a whole number"],
  ])("refuses a row for its %s %s, with column and value", async (column, cell, message) => {
    const { report } = await dryRun(`name,${column}\nFirst,\nSecond,${cell}`);
    const { line, messages = [] } = report.errors.find(({ name }) => name === "Second") ?? {};
    expect({ line, message: messages[0] }).toEqual({ line: 3, message: expect.stringContaining(message) });
  });

  it("says how far it is, batch by batch", async () => {
    const rows = Array.from({ length: 1200 }, (_, number) => `Row ${number},Bulk,1.00`);
    const { steps, report } = await dryRun(["name,category,price", ...rows].join("\n"));
    expect(steps).toEqual([0, 500, 1000, 1200, 1200]);
    expect(report.created).toBe(1200);
  });

  it.each([
    ["an unknown column", "name,colour\nAsh,red", "Unknown columns: colour."],
    ["no column to know products by", "price\n1", "a column slug"],
    ["no rows", "name,price\n", "no rows"],
    ["a quote that never ends", 'name\n"Ash', "not readable CSV"],
    [
      "a zero byte",
      "name,category\nAsh,a\nA\0B,b",
      "Line 3, name: “A\uFFFDB” has a character that cannot be kept",
    ],
    ["half a letter", "name\nA\uD83DB", "Line 2, name: “A\uFFFDB” has letters that are lost"],
    ["letters that were lost", "name\nTerre d\uFFFDt\uFFFD", "the file is not UTF-8"],
    ["too many rows", `name\n${"x\n".repeat(20_001)}`, "at most 20000"],
  ])("refuses a file with %s", async (_what, csv, message) => {
    await expect(checkImport(context, csv)).rejects.toThrow(message);
  });
});

describe("an import", () => {
  it("makes, changes and leaves products, keeps past prices and writes all of it down", async () => {
    const changed = await makeProduct(context, { name: "Ash", price: 2000 });
    const same = await makeProduct(context, { name: "Birch", price: 2000 });
    const report = await importProducts(
      context,
      [
        "slug,name,category,price,isNew",
        `${changed.slug},Ash,Testing,21.50,yes`,
        `${same.slug},Birch,Testing,20.00,no`,
        ",Imported Cedar,Testing,5,no",
        ",Imported Cedar,Testing,6,no",
      ].join("\n"),
    );
    expect(report).toMatchObject({ created: 2, updated: 1, unchanged: 1, errorCount: 0 });
    expect(await findStaffProduct(context, changed.id)).toMatchObject({
      price: 2150,
      isNew: true,
      version: 2,
    });
    expect(await findStaffProduct(context, same.id)).toMatchObject({ version: 1 });
    const em = context.em.fork();
    expect(await em.find(PastPrice, { product: changed.id })).toMatchObject([{ price: 2000 }]);
    const cedars = await em.find(Product, { name: "Imported Cedar" }, { orderBy: { price: "asc" } });
    expect(cedars.map(({ slug, price }) => [slug, price])).toEqual([
      ["imported-cedar", 500],
      ["imported-cedar-2", 600],
    ]);
    expect(await em.findOne(AuditEntry, { subjectId: String(changed.id) })).toMatchObject({
      action: "imported",
      before: { price: 2000, isNew: false },
      after: { price: 2150, isNew: true },
    });
    expect(await em.count(AuditEntry, { subjectId: cedars.map(({ id }) => String(id)) })).toBe(2);
  });

  it("writes nothing at all when one row is wrong", async () => {
    const { id, slug } = await makeProduct(context, { price: 2000 });
    const report = await importProducts(context, `slug,price\n${slug},30\n,1`);
    expect(report.errorCount).toBe(1);
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 2000, version: 1 });
  });

  it("says the currency of its prices, and is refused once the shop trades in another", async () => {
    const { id, slug } = await makeProduct(context, { price: 2100 });
    const file = await exported();
    expect(file.split("\r\n")[0]).toMatch(/,currency$/);
    expect(file).toMatch(new RegExp(`^${slug},.*,GBP\r?$`, "m"));
    const euros = withSettings(context, { currency: "EUR" });
    const { errors, errorCount, rows } = await importProducts(euros, file);
    expect(errorCount).toBe(rows);
    expect(errors[0]?.messages).toEqual(["Its prices are in GBP, and the shop trades in EUR"]);
    // A file that does not say is taken as the shop's own.
    expect(await importProducts(euros, `slug,price,currency\n${slug},22,`)).toMatchObject({ updated: 1 });
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 2200 });
    expect((await importProducts(context, `slug,price,currency\n${slug},23,YEN`)).errors).toMatchObject([
      { messages: ["currency “YEN”: currency must be one of GBP, EUR, USD"] },
    ]);
  });

  it("takes a product back to the store's rate where the cell is empty, and leaves it without the column", async () => {
    const { id, slug } = await makeProduct(context, { taxRate: 500 });
    await importProducts(context, `slug,price\n${slug},21`);
    expect(await findStaffProduct(context, id)).toMatchObject({ taxRate: 500, price: 2100 });
    await importProducts(context, `slug,taxRate\n${slug},`);
    expect(await findStaffProduct(context, id)).toMatchObject({ taxRate: null });
  });

  async function soldSinceExport() {
    const { id, slug } = await makeProduct(context, { stockQuantity: 10 });
    await context.em.fork().execute("update product set stock_quantity = 7 where id = ?", [id]);
    const fileOf = (count: number) => `slug,stockQuantity,stockWhenExported,version\n${slug},${count},10,1`;
    return { id, fileOf };
  }

  it.each([
    [20, 17],
    [9, 6],
    // What is in stock by now is a new count all the same.
    [7, 4],
  ])("adds a change of stock to what was sold since the export: a count of %i", async (count, stock) => {
    const { id, fileOf } = await soldSinceExport();
    expect(await importProducts(context, fileOf(count))).toMatchObject({ updated: 1, errorCount: 0 });
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: stock, version: 2 });
    // The change is not added a second time.
    expect(await importProducts(context, fileOf(count))).toMatchObject({ errorCount: 1 });
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: stock, version: 2 });
  });

  it("leaves a product alone that was only sold since the export, as often as the file comes", async () => {
    const { id, fileOf } = await soldSinceExport();
    for (const _time of ["first", "second"]) {
      const report = await importProducts(context, fileOf(10));
      expect(report).toMatchObject({ updated: 0, unchanged: 1, errorCount: 0 });
    }
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 7, version: 1 });
  });

  it.each([",1", ","])(
    "takes a count once, however often its file comes: with version %j",
    async (version) => {
      const { id, slug } = await makeProduct(context, { stockQuantity: 10 });
      const file = `slug,stockQuantity,stockWhenExported,version\n${slug},7,10${version}`;
      expect(await importProducts(context, file)).toMatchObject({ updated: 1 });
      expect(await importProducts(context, file)).toMatchObject({ updated: 0, unchanged: 1, errorCount: 0 });
      expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 7 });
    },
  );

  it("refuses a count below what was sold since the export", async () => {
    const { id, fileOf } = await soldSinceExport();
    expect((await importProducts(context, fileOf(2))).errors).toMatchObject([
      { messages: ["More was sold since this file was exported than the new stock leaves"] },
    ]);
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 7, version: 1 });
  });

  it("does not overwrite what was edited since the export", async () => {
    const { id, slug } = await makeProduct(context);
    await updateProduct(context, { id, change: { name: "Edited meanwhile" } });
    const { errors } = await importProducts(context, `slug,price,version\n${slug},1,1`);
    expect(errors[0]?.messages).toEqual([
      "The product was changed since this file was exported: export it again",
    ]);
  });

  it("makes one product when the same file is imported twice at once", async () => {
    const csv = "slug,name,category,price\nraced-product,Raced,Testing,5";
    await Promise.all([importProducts(context, csv), importProducts(context, csv)]);
    expect(await context.em.fork().count(Product, { name: "Raced" })).toBe(1);
  });
});

it("families and packs go out in the file and come back from it, and a file without them leaves them", async () => {
  const { id, slug } = await makeProduct(context, { family: "Filed", packLabel: "1 kg" });
  expect(await exported()).toMatch(new RegExp(`${slug},.*,Filed,1 kg,`));
  await importProducts(context, `slug,price\n${slug},11`);
  expect(await findStaffProduct(context, id)).toMatchObject({ family: "Filed", packLabel: "1 kg" });
  await importProducts(context, `slug,family,packLabel\n${slug},Filed anew,2 kg`);
  expect(await findStaffProduct(context, id)).toMatchObject({ family: "Filed anew", packLabel: "2 kg" });
  const { errors } = await importProducts(context, `slug,packLabel\n${slug},`);
  expect(errors).toMatchObject([{ messages: ["Say which pack it is, such as 5 kg"] }]);
  await importProducts(context, `slug,family,packLabel\n${slug},,`);
  expect(await findStaffProduct(context, id)).toMatchObject({ family: null, packLabel: null });
});
