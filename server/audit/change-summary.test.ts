import { describe, expect, it } from "vitest";
import { Order, OrderEvent, OrderLine, Product } from "#db/entities/index.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { changeOrderStatus } from "#server/orders/change-status.server.ts";
import { returnGoods } from "#server/orders/returns.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { changeText } from "./change-labels.ts";

const context = await testContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const revert = (id: number | null | undefined) => callerFor(administrator).audit.revert({ id: id ?? 0 });

describe("what somebody is told of a change that they just made", () => {
  it("names a price before and after, and can be taken back", async () => {
    const { id } = await makeProduct(context, { price: 2499 });
    const { change } = await updateProduct(administrator, { id, change: { price: 2549 } });
    expect(change).toMatchObject({ text: "Price £24.99 → £25.49", undo: expect.any(Number) });
    await revert(change?.undo);
    expect((await context.em.fork().findOneOrFail(Product, id)).price).toBe(2499);
    expect((await updateProduct(administrator, { id, change: { price: 2499 } })).change).toBeNull();
  });

  it("names a setting", async () => {
    const { change } = await saveSettings(administrator, {
      tab: "General",
      seenVersion: 0,
      values: { storeName: "Oxbow & Daughters" },
    });
    expect(change?.text).toContain("Oxbow & Daughters");
    await revert(change?.undo);
  });

  it("lets a completed order be opened again, while its goods have not come back", async () => {
    const order = await makeOrder(context);
    const complete = () =>
      changeOrderStatus(administrator, { orderId: order.id, from: "processing", to: "completed", note: "" });
    const { change } = await complete();
    expect(change?.text).toBe("Status processing → completed");
    await revert(change?.undo);
    const em = context.em.fork();
    expect((await em.findOneOrFail(Order, order.id)).status).toBe("processing");
    const events = await em.find(OrderEvent, { order: order.id }, { orderBy: { id: "desc" } });
    expect(events[0]?.message).toBe("Status changed from completed back to processing");
    await expect(revert(change?.undo)).rejects.toMatchObject({ code: "CONFLICT" });

    const again = await complete();
    const [line] = await em.find(OrderLine, { order: order.id });
    const units = [{ lineId: line?.id ?? 0, quantity: 1 }];
    await returnGoods(administrator, { orderId: order.id, units, note: "" });
    await expect(revert(again.change?.undo)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("offers nothing to those who may take nothing back", async () => {
    const { id } = await makeOrder(context);
    const { change } = await changeOrderStatus(manager, {
      orderId: id,
      from: "processing",
      to: "completed",
      note: "",
    });
    expect(change).toEqual({ undo: null, text: "Status processing → completed" });
  });

  it("names units of products as a person reads them", () => {
    const units = [{ lineId: 1, quantity: 2, productName: "Premium Biochar" }];
    const [before, after] = [{ toSend: units }, { toSend: [] }];
    expect(changeText({ area: "orders", before, after, currency: "gbp" })).toBe(
      "To send 2 × Premium Biochar → nothing",
    );
  });

  it("counts what does not fit in a line", () => {
    const names = ["a", "b", "c", "d", "e"];
    const before = Object.fromEntries(names.map((name) => [name, 1]));
    const after = Object.fromEntries(names.map((name) => [name, 2]));
    expect(changeText({ area: "settings", before, after, currency: "gbp" })).toBe(
      "A 1 → 2, B 1 → 2, C 1 → 2, 2 more",
    );
  });
});
