import { expect, it } from "vitest";
import { z } from "zod";
import { BatchAllocation, Order, OrderLine, UseStatement } from "#db/entities/index.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import { returnToBatches } from "#server/batches/allocate-batches.server.ts";
import { writeOff } from "#server/batches/change-batch.server.ts";
import { exportAffectedOrders, findAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { fixedClock } from "#server/core/context.ts";
import { parseCsv } from "#server/core/csv.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { returnUnits } from "#server/orders/goods-back.server.ts";
import { lockOrder } from "#server/orders/move-order.server.ts";
import { makeAnalysis, makeBatch } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findEvidence, recordWeighbridge } from "./evidence.server.ts";
import { gradeOf, gramsBy } from "./evidence.ts";
import { placedUseSchema } from "./evidence-commands.ts";
import { exportForIsometric, exportForRegistry } from "./export-evidence.server.ts";
import { registryFiles } from "./registry-rows.ts";

const weighed = {
  use: "soil" as const,
  outwardCode: "SY8",
  appliedOn: "2026-11-20",
  truckArrivalKilograms: 18_240,
  truckDepartureKilograms: 18_200,
  applicationRate: 5_000,
  productionBatchId: "ptb_1GAFJ4C051S06E0Z",
  storageSiteId: "slc_1F3PMGVC91S0SBK3",
};
const projectId = "prj_1CTWZQGKE1S0VAXA";

/** Four orders of a batch of which 5 kg were spilt: of 10, 20, 30 and 40 kg; a use is known of the last three, a place of the last two. */
const context = await testContext({ clock: fixedClock("2026-11-24T10:00:00Z") });
const createdAt = new Date("2026-11-02T10:00:00Z");
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
const biochar = await makeProduct(context, { name: "Premium Biochar" });
const batch = await makeBatch(context, { product: biochar, madeOn: "2026-10-01" });
await makeAnalysis(context, batch, { organicCarbon: 8_240, hydrogenToCarbon: 350, water: 2_500 });
const orders: Order[] = [];
for (const kilograms of [10, 20, 30, 40]) {
  const order = await makeOrder(context, { createdAt, lines: [{ product: biochar, quantity: 1 }] });
  const em = context.em.fork();
  const orderLine = await em.findOneOrFail(OrderLine, { order: order.id });
  em.create(BatchAllocation, { batch: batch.id, orderLine, quantity: 1, grams: kilograms * 1000 });
  if (kilograms > 10) em.create(UseStatement, { order: order.id, use: "soil" });
  await em.flush();
  orders.push(order);
}
const em = context.em.fork();
await em.nativeUpdate(
  UseStatement,
  { order: orders[2]?.id ?? 0 },
  { outwardCode: "SY8", appliedOn: "2026-11-20" },
);
await writeOff(manager, { batchId: batch.id, key: "spilt", kilograms: 5, reason: "Spilt" });
await recordWeighbridge(manager, { invoiceNumber: orders[3]?.invoiceNumber ?? "", ...weighed });

it("adds up what was sold of each batch by use and grade: made is left, sold, written off and came back", async () => {
  const { batches } = await findEvidence(manager, { year: 2026 });
  const [batch] = batches;
  expect(batches).toHaveLength(1);
  expect(
    (["sale", "statement", "place", "weighbridge"] as const).map((grade) =>
      gramsBy(batches, (part) => part.grade === grade),
    ),
  ).toEqual([10_000, 20_000, 30_000, 40_000]);
  expect(batch).toMatchObject({ gramsMade: 500_000, gramsLeft: 395_000, gramsSold: 100_000 });
  expect(batch).toMatchObject({ gramsWrittenOff: 5_000, gramsReturned: 0 });
  expect((await findEvidence(manager, { year: 2025 })).batches).toEqual([]);
});

it("shows it to those who may alone", async () => {
  const packer = asUser(context, await makeUser(context, { role: "packer" }));
  await expect(findEvidence(packer, {})).toBeRefused("forbidden");
  await expect(exportForIsometric(packer, { projectId, year: 2026 })).toBeRefused("forbidden");
});

async function fileOf(registry: "csi" | "puro", year = 2026) {
  const text = await textOf(await exportForRegistry(manager, { registry, year }));
  return { text, ...parseCsv(text) };
}

async function textOf(pieces: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

it.each(["csi", "puro"] as const)(
  "writes a row for each order's share, with nothing of a person: %s",
  async (registry) => {
    const { text, columns, records } = await fileOf(registry);
    expect(columns).toEqual(Object.keys(registryFiles[registry].columns));
    expect(records).toHaveLength(4);
    for (const order of orders) {
      for (const secret of [order.invoiceNumber, order.customerName, order.customerEmail, "1 Test Lane"]) {
        expect(text).not.toContain(secret);
      }
    }
  },
);

it("tells a registry of dry matter, carbon, matrix and evidence", async () => {
  const { records } = await fileOf("csi");
  expect(records[3]?.cells).toMatchObject({
    ...{ kilograms: "40", dry_kilograms: "30", organic_carbon_percent: "82.4", h_corg: "0.35" },
    ...{ matrix: "Soil", matrix_category: "Biological Matrix", diffuse_sink: "yes" },
    ...{ country: "GB", postcode_area: "SY8", applied_on: "2026-11-20", evidence: "Weighbridge" },
  });
  expect(records[0]?.cells).toMatchObject({ matrix: "", diffuse_sink: "no", evidence: "Sale only" });
});

it("tells a registry the day on which it was sold here, which in summer begins an hour before that of UTC", async () => {
  const soldAt = { createdAt: new Date("2026-06-30T23:30:00Z") };
  await context.em.fork().nativeUpdate(BatchAllocation, { orderLine: { order: orders[0]?.id ?? 0 } }, soldAt);
  const { records } = await fileOf("csi");
  expect(records[0]?.cells).toMatchObject({ sold_on: "2026-07-01" });
});

/**
 * `CreateBiocharApplicationRequest` of Isometric's Certify API, v0, as its OpenAPI document has it, but stricter: nothing
 * that it does not know.
 */
const id = z.string().min(20).max(37);
const quantity = z.looseObject({
  magnitude: z.number(),
  unit: z.string().min(1),
  standard_deviation: z.number().nullish(),
});
const applicationSchema = z.strictObject({
  project_id: id,
  storage_site_id: id,
  production_batch_id: id,
  average_application_rate: quantity,
  application_date: z.iso.date(),
  truck_mass_on_arrival: quantity,
  truck_mass_on_departure: quantity,
  supplier_reference_id: z.string().min(1).max(100),
  source_ids: z.array(id).optional(),
});

it("writes what came over a weighbridge as Isometric's API takes it", async () => {
  const applications = await exportForIsometric(manager, { projectId, year: 2026 });
  expect(applications).toHaveLength(1);
  expect(applicationSchema.safeParse(applications[0]).error).toBeUndefined();
  expect(applications[0]).toMatchObject({
    application_date: "2026-11-20",
    average_application_rate: { magnitude: 5, unit: "t/ha" },
    truck_mass_on_arrival: { magnitude: 18_240, unit: "kg" },
  });
  await expect(exportForIsometric(manager, { projectId: "mine", year: 2026 })).toBeRefused(
    "validation_failed",
  );
});

it("counts what came back and is not in stock again apart: in no grade, in no file, in no recall", async () => {
  const product = await makeProduct(context);
  const made = await makeBatch(context, { product, madeOn: "2024-10-01", gramsMade: 100_000 });
  const order = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
  const em = context.em.fork();
  const orderLine = await em.findOneOrFail(OrderLine, { order: order.id });
  Object.assign(orderLine, { leftQuantity: 2 });
  em.create(BatchAllocation, { batch: made.id, orderLine, quantity: 2, grams: 10_000 });
  await em.flush();
  const giveBack = (quantity: number) =>
    inTransaction(context.em, async (em) =>
      returnUnits(em, context, await lockOrder(em, order.id), [{ lineId: orderLine.id, quantity }]),
    );

  await giveBack(1);
  const [batch] = (await findEvidence(manager, { year: 2024 })).batches;
  expect(batch).toMatchObject({ gramsLeft: 90_000, gramsSold: 5_000, gramsReturned: 5_000 });
  expect((await fileOf("csi", 2024)).records[0]?.cells).toMatchObject({ kilograms: "5" });
  expect((await fileOf("puro", 2024)).records[0]?.cells).toMatchObject({ tonnes_as_delivered: "0.005" });
  expect(await findAffectedOrders(manager, made.id)).toMatchObject([{ quantity: 1, grams: 5_000 }]);
  expect(await textOf(await exportAffectedOrders(manager, made.id))).toContain(",1,5\r\n");

  await giveBack(1);
  const [returned] = (await findEvidence(manager, { year: 2024 })).batches;
  expect(returned).toMatchObject({ sold: [], gramsReturned: 10_000 });
  expect((await fileOf("csi", 2024)).records).toEqual([]);
});

/** An order of two packs of 5 kg, which left. */
async function sentOrder(madeOn: string, made: Parameters<typeof makeOrder>[1] = {}) {
  const product = await makeProduct(context);
  const from = await makeBatch(context, { product, madeOn });
  const order = await makeOrder(context, { createdAt, lines: [{ product, quantity: 2 }], ...made });
  const em = context.em.fork();
  const orderLine = await em.findOneOrFail(OrderLine, { order: order.id });
  Object.assign(orderLine, { leftQuantity: 2 });
  em.create(BatchAllocation, { batch: from.id, orderLine, quantity: 2, grams: 10_000 });
  await em.flush();
  const giveBack = () =>
    inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, order.id);
      const units = [{ lineId: orderLine.id, quantity: 2 }];
      await returnUnits(em, context, locked, units);
      await em.nativeUpdate(OrderLine, orderLine.id, { stockTaken: 2, returnedToStock: 2 });
      await returnToBatches(em, [orderLine.id]);
    });
  return { order, giveBack };
}

const exported = async () => (await exportForIsometric(manager, { projectId, year: 2026 })).length;

it("keeps the weighbridge of anyone who is erased in each file that needs no place, and no place", async () => {
  const customer = await makeUser(context);
  const before = await exported();
  const { order } = await sentOrder("2023-10-01", { customer, status: "completed" });
  await recordWeighbridge(manager, { invoiceNumber: order.invoiceNumber, ...weighed });
  expect(await exported()).toBe(before + 1);
  await eraseTraces(context, { userId: customer.id, email: customer.email, emailIsVerified: true });
  expect(await context.em.fork().findOneOrFail(UseStatement, { order: order.id })).toMatchObject({
    ...{ outwardCode: null, storageSiteId: "", appliedOn: "2026-11-20", truckArrivalKilograms: 18_240 },
  });
  const [batch] = (await findEvidence(manager, { year: 2023 })).batches;
  expect(batch?.sold).toMatchObject([{ grade: "weighbridge", grams: 10_000 }]);
  const [row] = (await fileOf("csi", 2023)).records;
  expect(row?.cells).toMatchObject({ evidence: "Weighbridge", postcode_area: "" });
  // Isometric asks for the place.
  expect(await exported()).toBe(before);
});

it("takes nothing over a weighbridge where nothing of a batch left, and sends none of what came back", async () => {
  const before = await exported();
  const { order, giveBack } = await sentOrder("2022-10-01");
  const asked = { invoiceNumber: order.invoiceNumber, ...weighed };
  await recordWeighbridge(manager, asked);
  expect(await exported()).toBe(before + 1);
  await giveBack();
  expect(await exported()).toBe(before);
  await expect(recordWeighbridge(manager, asked)).toBeRefused("validation_failed", {
    fields: { truckDepartureKilograms: [expect.stringContaining("0 kg of batches left the yard")] },
  });
});

it("keeps the kilograms of anyone who is erased", async () => {
  const em = context.em.fork();
  await em.nativeUpdate(Order, { id: orders[2]?.id ?? 0 }, { customerEmail: "erased-9@erased.invalid" });
  await em.nativeUpdate(UseStatement, { order: orders[2]?.id ?? 0 }, { outwardCode: null, usedAs: "" });
  const { batches } = await findEvidence(manager, { year: 2026 });
  expect(gramsBy(batches, () => true)).toBe(100_000);
  expect(gramsBy(batches, ({ use }) => use === "soil")).toBe(90_000);
});

it("refuses more over the weighbridge than left the yard, beside its mass", async () => {
  const [small] = orders;
  const asked = { invoiceNumber: small?.invoiceNumber ?? "", ...weighed };
  await expect(recordWeighbridge(manager, { ...asked, truckDepartureKilograms: 12_240 })).toBeRefused(
    "validation_failed",
    { fields: { truckDepartureKilograms: [expect.stringContaining("6,000 kg were unloaded")] } },
  );
  expect(await context.em.fork().count(UseStatement, { order: small?.id ?? 0 })).toBe(0);
});

it.each([
  ["2026-11-25", "This day has not come yet"],
  ["2026-11-01", "This was before the order"],
])("refuses a weighbridge of %s beside its day", async (appliedOn, message) => {
  const { id = 0, invoiceNumber = "" } = orders[1] ?? {};
  await expect(
    recordWeighbridge(manager, { invoiceNumber, ...weighed, truckArrivalKilograms: 18_210, appliedOn }),
  ).toBeRefused("validation_failed", { fields: { appliedOn: [message] } });
  expect((await context.em.fork().findOneOrFail(UseStatement, { order: id })).appliedOn).toBeNull();
});

it("refuses a weighbridge of no order, beside its field", async () => {
  await expect(recordWeighbridge(manager, { invoiceNumber: "INV-1", ...weighed })).toBeRefused(
    "validation_failed",
    { fields: { invoiceNumber: ["There is no order with this number"] } },
  );
});

it("grades what is known by what it proves", () => {
  const known = { use: "soil", hasPlace: true, isWeighed: true } as const;
  expect(gradeOf({ use: null, hasPlace: false, isWeighed: false })).toBe("sale");
  expect(gradeOf({ ...known, use: null })).toBe("sale");
  expect(gradeOf({ use: "compost", hasPlace: false, isWeighed: false })).toBe("statement");
  // Who is erased takes the place with them.
  expect(gradeOf({ use: "compost", hasPlace: false, isWeighed: true })).toBe("weighbridge");
  expect(gradeOf({ ...known, isWeighed: false })).toBe("place");
  expect(gradeOf(known)).toBe("weighbridge");
});

it("refuses 60 kB of spaces in a postcode before it looks at them", () => {
  const before = process.cpuUsage();
  const outwardCode = `A${" ".repeat(60_000)}B`;
  expect(placedUseSchema.safeParse({ use: "soil", outwardCode }).success).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});

it("keeps the first half of a whole postcode", () => {
  expect(placedUseSchema.parse({ use: "soil", outwardCode: "sy8 1aa" }).outwardCode).toBe("SY8");
});
