import { describe, expect, it } from "vitest";
import { OrderLine, Product } from "#db/entities/index.ts";
import { makeAnalysis, makeBatch } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { findSentNotes } from "./packing.server.ts";
import { undoDispatch } from "./parcels.server.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const fresh = () => context.em.fork();

/** An order of three packs of 5 kg, of a product with two batches of which the newer one is certified. */
async function orderOfThree() {
  const product = await makeProduct(context, { price: 43_217, stockQuantity: 50 });
  await fresh().nativeUpdate(Product, product.id, { netGrams: 5_000 });
  const older = await makeBatch(context, { product, madeOn: "2026-09-02" });
  const certificate = { certificationClass: "agro", certificateNumber: "EX-17" } as const;
  const newer = await makeBatch(context, { product, madeOn: "2026-10-02", ...certificate });
  await makeAnalysis(context, newer, { organicCarbon: 8_125 });
  const order = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
  const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: order.id });
  return { product, order, lineId, older, newer };
}

let sent = 0;
/** Sends units of an order, and returns the id of their parcel. */
async function dispatch(orderId: number, more: Partial<Parameters<typeof dispatchOrder>[1]> = {}) {
  sent += 1;
  const parcel = { carrier: "Royal Mail", trackingNumber: `NOTE${sent}`, note: "" };
  return (await dispatchOrder(packer, { orderId, from: "processing", ...parcel, ...more })).parcelId;
}

describe("the delivery note of a parcel that went", () => {
  it("names the batch that its packer took, not the one that was proposed", async () => {
    const { product, order, lineId, newer } = await orderOfThree();
    await fresh().nativeUpdate(Product, product.id, { gtin: "9506000134352" });
    const id = await dispatch(order.id, {
      weight: 10.4,
      lines: [{ lineId, quantity: 2, batch: newer.code }],
    });
    const notes = await findSentNotes(packer, [id]);
    expect(notes).toMatchObject([
      {
        invoiceNumber: order.invoiceNumber,
        customerName: order.customerName,
        sentAt: expect.stringMatching(/^20.*Z$/),
        lines: [
          {
            productName: product.name,
            quantity: 2,
            batches: [
              {
                ...{ code: newer.code, quantity: 2, madeOn: "2026-10-02", organicCarbon: 8_125 },
                ...{ certificationClass: "agro", certificateNumber: "EX-17" },
                url: `${context.publicUrl}/01/09506000134352/10/${newer.code}`,
              },
            ],
          },
        ],
        remark: "A part of the order.",
      },
    ]);
    expect(notes[0]?.facts).toEqual(
      expect.arrayContaining([
        { label: "Sent with", value: `Royal Mail NOTE${sent}` },
        { label: "Weight with packaging", value: "10.4 kg" },
      ]),
    );
    expect(JSON.stringify(notes)).not.toMatch(/43217|86434|"price|total/i);
  });

  it("is one for each parcel, with what was in it and nothing of the others", async () => {
    const { order, lineId, older, newer } = await orderOfThree();
    const first = await dispatch(order.id, { lines: [{ lineId, quantity: 1, batch: newer.code }] });
    const second = await dispatch(order.id);
    const notes = await findSentNotes(packer, [second, first, first, 2_000_000_000]);
    const batches = notes.map(({ lines }) =>
      lines.map(({ batches: [batch] }) => [batch?.code, batch?.quantity]),
    );
    expect(batches).toEqual([[[newer.code, 1]], [[older.code, 2]]]);
    expect(new Set(notes.map(({ key }) => key)).size).toBe(2);
  });

  it("is all of the order, with no batch where its product has none, and no weight where nobody weighed it", async () => {
    const order = await makeOrder(context);
    const [note] = await findSentNotes(packer, [await dispatch(order.id)]);
    expect(note).toMatchObject({ remark: "", lines: [{ batches: [] }] });
    expect(note?.facts.map(({ label }) => label)).not.toContain("Weight with packaging");
  });

  it("is none once its dispatch was taken back", async () => {
    const { order } = await orderOfThree();
    const id = await dispatch(order.id);
    await undoDispatch(packer, { id: [id] });
    expect(await findSentNotes(packer, [id])).toEqual([]);
    expect(await findSentNotes(packer, [])).toEqual([]);
  });
});
