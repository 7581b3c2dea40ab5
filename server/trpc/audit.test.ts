import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import type { AuditSearch } from "#server/audit/audit-search.ts";
import { type ChangeView, recordChange } from "#server/audit/changes.server.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { fixedClock } from "#server/core/context.ts";
import { cancelOrder, changeOrderStatus } from "#server/orders/change-status.server.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { dismissFailedOrder } from "#server/orders/failed-orders.server.ts";
import { quoteDelivery } from "#server/pricing/delivery.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { EXAMPLE_TARIFF } from "#server/pricing/tariff-text.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import type { SettingsTab } from "#server/settings/settings-tabs.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";
import {
  asUser,
  makeFailedOrder,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { callerFor } from "./router.server.ts";

const visitor = await testContext();
const anna = await makeUser(visitor, { role: "administrator", name: "Anna Admin" });
const annaId = anna.id;
const context = asUser(visitor, anna);

const audit = () => callerFor({ ...context, em: context.em.fork() }).audit;
const changes = async (search: AuditSearch) => (await audit().search(search)).changes;

async function newest(search: AuditSearch): Promise<ChangeView> {
  const [change] = await changes(search);
  if (!change) throw new Error("nothing in the audit");
  return change;
}

const productNow = (id: number) => context.em.fork().findOneOrFail(Product, id);

async function save(tab: SettingsTab, values: Parameters<typeof saveSettings>[1]["values"]): Promise<void> {
  const { tabSaves } = await readSettings(context.em.fork());
  await saveSettings(context, { tab, seenVersion: tabSaves[tab]?.version ?? 0, values });
}

async function edit(id: number, change: Parameters<typeof updateProduct>[1]["change"], seenStock?: number) {
  await updateProduct(context, { id, change, seenStock });
}

describe("the audit", () => {
  it("says who changed what of an order and when, before and after", async () => {
    const { id, invoiceNumber } = await makeOrder(context, { status: "pending" });
    await changeOrderStatus(context, { orderId: id, from: "pending", to: "processing", note: "" });
    await dispatchOrder(context, {
      orderId: id,
      from: "processing",
      carrier: "Royal Mail",
      trackingNumber: "RM1",
      note: "",
    });
    const [dispatched, moved] = await changes({ area: "orders", subject: String(id) });
    expect(moved).toMatchObject({
      at: "2026-03-02T12:00:00.000Z",
      actorName: "Anna Admin",
      action: "status changed",
      subjectName: invoiceNumber,
      before: { status: "pending" },
      after: { status: "processing" },
    });
    expect(dispatched).toMatchObject({
      before: { status: "processing" },
      after: { status: "completed", carrier: "Royal Mail", trackingNumber: "RM1" },
    });
  });

  it("keeps a cancellation and a dismissed failure, the second only once", async () => {
    const { id } = await makeOrder(context);
    await cancelOrder(context, { orderId: id, from: "processing", note: "", restock: false });
    expect(await newest({ area: "orders", subject: String(id) })).toMatchObject({ action: "cancelled" });
    const failed = await makeFailedOrder(context);
    await dismissFailedOrder(context, { failedOrderId: failed.id });
    await dismissFailedOrder(context, { failedOrderId: failed.id });
    expect(await changes({ area: "orders", subject: `failed-${failed.id}` })).toHaveLength(1);
  });

  it("can be filtered by area, person, subject and days in the UK", async () => {
    const bob = await makeUser(context, { role: "administrator", name: "Bob Boss" });
    const late = { ...asUser(context, bob), clock: fixedClock("2026-07-01T22:30:00Z") };
    await late.em.fork().transactional((em) =>
      recordChange(em, late, {
        area: "content",
        action: "published",
        subjectId: "post-1",
        subjectName: "A post",
        before: { draft: true },
        after: { draft: false },
      }),
    );
    const found = async (search: AuditSearch) =>
      (await changes(search)).some(({ subjectId }) => subjectId === "post-1");
    expect(await found({})).toBe(true);
    expect(await found({ area: "content" })).toBe(true);
    expect(await found({ area: "users" })).toBe(false);
    expect(await found({ who: bob.id })).toBe(true);
    expect(await found({ who: annaId })).toBe(false);
    expect(await found({ area: "content", subject: "post-2" })).toBe(false);
    // 23:30 in the UK, where it is summer.
    expect(await found({ from: "2026-07-01", to: "2026-07-01" })).toBe(true);
    expect(await found({ from: "2026-07-02" })).toBe(false);
    expect(await found({ to: "2026-06-30" })).toBe(false);
  });

  it("is read onwards from where a page ended", async () => {
    const product = await makeProduct(context, { price: 1000 });
    for (let price = 1001; price <= 1055; price += 1) await edit(product.id, { price });
    const search: AuditSearch = { area: "products", subject: String(product.id) };
    const first = await audit().search(search);
    expect(first.changes).toHaveLength(50);
    const rest = await audit().search({ ...search, after: first.next ?? undefined });
    expect(rest.changes.map(({ after }) => after.price)).toEqual([1005, 1004, 1003, 1002, 1001]);
    expect(rest.next).toBeNull();
  });
});

describe("taking a change back", () => {
  it("restores settings as they were before, once, and is a change itself", async () => {
    await save("Tax", { taxLabel: "GST", taxRate: 0.05 });
    await save("Tax", { taxLabel: "Sales tax" });
    const change = await newest({ area: "settings", subject: "Tax" });
    await audit().revert({ id: change.id });
    expect(await readSettings(context.em.fork())).toMatchObject({ taxLabel: "GST", taxRate: 0.05 });
    const back = await newest({ area: "settings", subject: "Tax" });
    expect(back).toMatchObject({ revertOf: change.id, after: { taxLabel: "GST" }, actorName: "Anna Admin" });
    await expect(audit().revert({ id: change.id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This change has been taken back already.",
    });
    await audit().revert({ id: back.id });
    expect(await readSettings(context.em.fork())).toMatchObject({ taxLabel: "Sales tax" });
  });

  it("is refused when the setting has been changed again since", async () => {
    await save("Orders", { orderNumberPrefix: "ONE" });
    const change = await newest({ area: "settings", subject: "Orders" });
    await save("Orders", { orderNumberPrefix: "TWO" });
    await expect(audit().revert({ id: change.id })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Order number prefix has been changed again since. Nothing was taken back.",
    });
    expect(await readSettings(context.em.fork())).toMatchObject({ orderNumberPrefix: "TWO" });
  });

  it("restores the table of rates and the places served, with the price of a delivery", async () => {
    const bulk = { grossGrams: 400_000, handling: "pallet", footprint: null } as const;
    const quote = async () => {
      const rule = deliveryRuleOf(await readSettings(context.em.fork()));
      const lines = [{ quantity: 1, lineTotal: 9000, pack: bulk }];
      const answer = quoteDelivery(lines, locate({ country: "United Kingdom", postcode: "BT1 1AA" }), rule);
      return answer.kind === "quoted" ? answer.options[0].price : answer.kind;
    };
    const takeBack = async () =>
      audit().revert({ id: (await newest({ area: "settings", subject: "Shipping" })).id });
    const charge = { shippingCalculationType: "weight", countriesServed: "United Kingdom" } as const;
    await save("Shipping", { ...charge, deliveryTariff: EXAMPLE_TARIFF });
    expect(await quote()).toBe(9900);
    await save("Shipping", { deliveryTariff: EXAMPLE_TARIFF.replace("99.00;119.00", "149.00;169.00") });
    expect(await quote()).toBe(14_900);
    await takeBack();
    expect(await quote()).toBe(9900);
    await save("Shipping", { northernIrelandServed: false });
    expect(await quote()).toBe("not_served");
    await takeBack();
    expect(await quote()).toBe(9900);
  });

  it("restores a product's prices and leaves its words", async () => {
    const { id } = await makeProduct(context, { name: "Dear", price: 2000 });
    await edit(id, { name: "Cheap", price: 1500, salePrice: 1000, onSale: true });
    await audit().revert({ id: (await newest({ area: "products", subject: String(id) })).id });
    expect(await productNow(id)).toMatchObject({ name: "Cheap", price: 2000, onSale: false });
  });

  it("restores stock by the difference, so that what was sold since stays sold", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 10 });
    await edit(id, { stockQuantity: 50 }, 10);
    const change = await newest({ area: "products", subject: String(id) });
    await context.em.fork().nativeUpdate(Product, id, { stockQuantity: 47 });
    await audit().revert({ id: change.id });
    expect(await productNow(id)).toMatchObject({ stockQuantity: 7 });
  });

  it("is refused when more was sold since than would be left, or the price is another by now", async () => {
    const { id } = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    await edit(id, { stockQuantity: 50 }, 10);
    const counted = await newest({ area: "products", subject: String(id) });
    await context.em.fork().nativeUpdate(Product, id, { stockQuantity: 5 });
    await expect(audit().revert({ id: counted.id })).rejects.toMatchObject({ code: "CONFLICT" });
    await edit(id, { price: 1500 });
    const priced = await newest({ area: "products", subject: String(id) });
    await edit(id, { price: 1800 });
    await expect(audit().revert({ id: priced.id })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await productNow(id)).toMatchObject({ price: 1800, stockQuantity: 5 });
  });

  it("is not for orders, nor for what is not there", async () => {
    const { id } = await makeOrder(context, { status: "pending" });
    await changeOrderStatus(context, { orderId: id, from: "pending", to: "processing", note: "" });
    const change = await newest({ area: "orders", subject: String(id) });
    await expect(audit().revert({ id: change.id })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(audit().revert({ id: 2_147_483_647 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("happens once when two click at once", async () => {
    await save("Customers", { guestCheckout: false });
    const change = await newest({ area: "settings", subject: "Customers" });
    const clicks = await Promise.allSettled([1, 2, 3].map(() => audit().revert({ id: change.id })));
    expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readSettings(context.em.fork())).toMatchObject({ guestCheckout: true });
  });
});
