import { describe, expect, it } from "vitest";
import { OrderLine } from "#db/entities/index.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";

withSandbox();

const cookie = await cookieFor("packer");
const packer: Record<string, string> = cookie ? { cookie } : {};

async function orderOfThree() {
  const context = await testContext();
  const product = await makeProduct(context);
  const order = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
  return { order, product, path: `/api/admin/orders/${order.id}/parcels` };
}

describe("the parcels of an order", () => {
  it("go out one after the other, and are listed", async () => {
    const { order, product, path } = await orderOfThree();
    const parcel = { carrier: "DPD", grossGrams: 5350 };
    const lines = [{ productId: product.id, quantity: 2 }];
    const first = await callRest("POST", path, { headers: packer, json: { ...parcel, number: "D1", lines } });
    expect(first).toMatchObject({
      status: 201,
      body: { number: "D1", grossGrams: 5350, lines: [{ productId: product.id, quantity: 2 }] },
    });
    // What is left.
    const second = await callRest("POST", path, { headers: packer, json: { carrier: "DPD", number: "D2" } });
    expect(second).toMatchObject({ status: 201, body: { grossGrams: null, lines: [{ quantity: 1 }] } });
    const { body } = await callRest("GET", path, { headers: packer });
    expect(body).toMatchObject([{ number: "D1" }, { number: "D2" }]);
    const [line] = await (await testContext()).em.fork().find(OrderLine, { order: order.id });
    expect(line?.leftQuantity).toBe(3);
  });

  it("hold no more than was ordered, whatever is asked for", async () => {
    const { product, path } = await orderOfThree();
    const lines = [{ productId: product.id, quantity: 4 }];
    const json = { carrier: "DPD", number: "D1", lines };
    expect(await callRest("POST", path, { headers: packer, json })).toMatchObject({
      status: 422,
      body: { fields: { lines: [expect.stringContaining("Only 3 of")] } },
    });
    const { body } = await callRest("GET", path, { headers: packer });
    expect(body).toEqual([]);
  });

  it("are of what is named alone, and of one batch each product", async () => {
    const { product, path } = await orderOfThree();
    const named = (batch: string) => ({ productId: product.id, quantity: 1, batch });
    for (const lines of [
      [],
      [named("A1"), named("B1")],
      [named("A1"), { productId: product.id, quantity: 2 }],
    ]) {
      const json = { carrier: "DPD", number: "D1", lines };
      expect(await callRest("POST", path, { headers: packer, json })).toMatchObject({
        status: 422,
        body: { fields: { lines: [expect.any(String)] } },
      });
    }
    const { body } = await callRest("GET", path, { headers: packer });
    expect(body).toEqual([]);
  });

  it("of an order that is not there are not found", async () => {
    const json = { carrier: "DPD", number: "D1" };
    for (const [method, call] of [
      ["GET", {}],
      ["POST", { json }],
    ] as const) {
      const path = "/api/admin/orders/2000000000/parcels";
      expect((await callRest(method, path, { headers: packer, ...call })).status).toBe(404);
    }
  });
});
