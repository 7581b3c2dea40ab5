import { describe, expect, it } from "vitest";
import { CorrectionNote } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { parseCsv } from "#server/core/csv.ts";
import { invoiceSellerOf } from "#server/orders/vat-invoice.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { textOf } from "#server/testing/text-of.ts";
import { exportVatReport, findVatReport, vatCsvColumns } from "./find-vat-report.server.ts";
import { vatReportQuery } from "./vat-report.ts";

const reportOf = (query: Record<string, string>, who = manager) =>
  findVatReport(who, vatReportQuery.read(new URLSearchParams(query)));

const context = await testContext({ clock: fixedClock("2026-08-15T12:00:00Z") });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const product = await makeProduct(context, { price: 1200 });
const sell = (createdAt: string, quantity: number) =>
  makeOrder(context, { lines: [{ product, quantity }], createdAt: new Date(createdAt) });
await sell("2026-02-10T12:00:00Z", 1);
const returned = await sell("2026-04-10T12:00:00Z", 2);
const reduced = await sell("2026-07-10T12:00:00Z", 1);
const em = context.em.fork();
await em.execute("update order_line set vat_rate = 500 where order_id = ?", [reduced.id]);
const line = { position: 1, description: "", quantity: null, unitPrice: null, vatRate: 2000 };
em.create(CorrectionNote, {
  order: returned.id,
  kind: "credit",
  number: "CN-1",
  reason: "Test",
  content: {
    seller: invoiceSellerOf(context.settings),
    lines: [{ ...line, net: 2000, vat: 400, gross: 2400 }],
  },
  issuedAt: new Date("2026-07-20T12:00:00Z"),
});
await em.flush();

/** In pounds they are what they are. */
const paper = (net: number, vat: number) => ({
  net,
  vat,
  gross: net + vat,
  netInPounds: net,
  vatInPounds: vat,
});
const nothing = paper(0, 0);

describe("the VAT report", () => {
  it("sums up invoices and credit notes by rate, each in its own period", async () => {
    const { periods, whole } = await reportOf({ by: "quarter", from: "2026-01", to: "2026-08" });
    expect(periods.map(({ from, to, total }) => [from, to, total.due.vat])).toEqual([
      ["2026-01", "2026-03", 200],
      ["2026-04", "2026-06", 400],
      ["2026-07", "2026-08", 57 - 400],
    ]);
    expect(periods[2]?.rates).toEqual([
      {
        vatRate: 2000,
        sales: nothing,
        credited: paper(2000, 400),
        due: paper(-2000, -400),
      },
      {
        vatRate: 500,
        sales: paper(1143, 57),
        credited: nothing,
        due: paper(1143, 57),
      },
    ]);
    expect(whole.total.due).toEqual(paper(2143, 257));
  });

  it("has the first and the last month of a period in it", async () => {
    for (const [from, to] of [
      ["2026-05", "2026-07"],
      ["2026-07", "2026-08"],
    ] as const) {
      const { periods, whole } = await reportOf({ by: "quarter", from, to });
      expect([periods[0]?.total.due.vat, whole.total.due.vat]).toEqual([57 - 400, 57 - 400]);
    }
  });

  it("starts quarters and years with the requested month", async () => {
    const spans = async (by: string) =>
      (await reportOf({ by, from: "2025-11", to: "2026-08" })).periods.map(({ from, to }) => `${from} ${to}`);
    expect(await spans("quarter")).toEqual([
      "2025-11 2026-01",
      "2026-02 2026-04",
      "2026-05 2026-07",
      "2026-08 2026-08",
    ]);
    expect(await spans("year")).toEqual(["2025-11 2026-08"]);
    expect(await spans("month")).toHaveLength(10);
  });

  it("shows the last four calendar quarters for an invalid request", async () => {
    const { by, from, to, periods, months } = await reportOf({ by: "week", from: "2026-13", to: "soon" });
    expect({ by, from, to, periods: periods.length }).toEqual({
      by: "quarter",
      from: "2025-10",
      to: "2026-08",
      periods: 4,
    });
    expect(months.at(0)).toBe("2026-08");
    expect(months.at(-1)).toBe("2025-10");
  });

  it("takes two months the wrong way round and none of the future", async () => {
    const { from, to } = await reportOf({ from: "2027-01", to: "2026-02" });
    expect([from, to]).toEqual(["2026-02", "2026-08"]);
  });

  it("comes as a CSV file, a row for each period and rate, in pounds", async () => {
    const vatQuery = vatReportQuery.read(new URLSearchParams({ from: "2026-01", to: "2026-08" }));
    const { columns, records } = parseCsv(await textOf(exportVatReport(manager, vatQuery)));
    expect(columns).toEqual([...vatCsvColumns]);
    expect(
      records.map(({ cells: { from, to, vatRate, creditedVat, vat } }) => [
        from,
        to,
        vatRate,
        creditedVat,
        vat,
      ]),
    ).toEqual([
      ["2026-01-01", "2026-03-31", "20", "0.00", "2.00"],
      ["2026-04-01", "2026-06-30", "20", "0.00", "4.00"],
      ["2026-07-01", "2026-08-31", "20", "4.00", "-4.00"],
      ["2026-07-01", "2026-08-31", "5", "0.00", "0.57"],
    ]);
  });
});
