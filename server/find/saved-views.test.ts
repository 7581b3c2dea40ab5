import { beforeAll, describe, expect, it } from "vitest";
import { AuditEntry, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { parseOrderSearch } from "#server/orders/lists/order-search.ts";
import { searchOrders } from "#server/orders/lists/search-orders.server.ts";
import { asUser, makeOrder, makeRefund, makeUser, testContext } from "#server/testing/factories.ts";
import { keepColumns, keptColumns, listViews, removeView, saveView } from "./saved-views.server.ts";

let manager: Context;
let packer: Context;

beforeAll(async () => {
  const context = await testContext();
  manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
  packer = asUser(context, await makeUser(context, { role: "packer" }));
});

const view = { list: "orders", name: "Waiting", query: "status=pending" } as const;
const named = async (who: Context) => (await listViews(who, "orders")).map(({ name }) => name);
const own = async (who: Context) => (await listViews(who, "orders")).filter(({ id }) => id !== null);

describe("views of a list", () => {
  it("every shop has three of orders, of which those of money are for whoever sees it", async () => {
    expect(await named(manager)).toEqual(["To dispatch", "Today", "Refunded"]);
    expect(await named(packer)).toEqual(["To dispatch", "Today"]);
    expect(await listViews(manager, "users")).toEqual([]);
  });

  it("are each person's own, saved anew under their name, and removed by them alone", async () => {
    await saveView(manager, view);
    await saveView(manager, { ...view, query: "status=pending&sort=oldest" });
    const [saved, ...others] = await own(manager);
    expect(saved).toMatchObject({ name: "Waiting", query: "status=pending&sort=oldest" });
    expect(others).toEqual([]);
    expect(await own(packer)).toEqual([]);
    const id = saved?.id ?? 0;
    await expect(removeView(packer, { id })).rejects.toMatchObject({ code: "not_found" });
    await removeView(manager, { id });
    expect(await own(manager)).toEqual([]);
    const entries = await manager.em.fork().find(AuditEntry, { area: "views" }, { orderBy: { id: "asc" } });
    expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ["saved", "orders: Waiting"],
      ["saved", "orders: Waiting"],
      ["removed", "orders: Waiting"],
    ]);
  });

  it("are twenty of a list at most", async () => {
    for (let made = 0; made < 20; made += 1) await saveView(packer, { ...view, name: `View ${made}` });
    await expect(saveView(packer, view)).rejects.toMatchObject({ code: "conflict" });
    await saveView(packer, { ...view, name: "View 3", query: "sort=oldest" });
  });
});

describe("the columns of a list", () => {
  it("are kept by each person for themselves, and forgotten with the usual ones", async () => {
    expect(await keptColumns(manager, "orders")).toBeNull();
    await keepColumns(manager, { list: "orders", columns: "total,nonsense,invoice" });
    expect(await keptColumns(manager, "orders")).toBe("total,invoice");
    expect(await keptColumns(packer, "orders")).toBeNull();
    expect(await keptColumns(manager, "users")).toBeNull();
    expect(await own(manager)).toEqual([]);
    await keepColumns(manager, { list: "orders", columns: "invoice" });
    expect(await keptColumns(manager, "orders")).toBe("invoice");
    await keepColumns(manager, { list: "orders", columns: "" });
    expect(await keptColumns(manager, "orders")).toBeNull();
  });
});

it("the refunded orders are those of which money went back, for whoever sees money", async () => {
  const order = await makeOrder(manager);
  const failed = await makeOrder(manager);
  await makeRefund(manager, order, 100);
  const { id } = await makeRefund(manager, failed, 100, "failed");
  expect(await manager.em.fork().count(Refund, { id })).toBe(1);
  const asked = parseOrderSearch(new URLSearchParams("status=refunded"));
  const { orders, total } = await searchOrders(manager, asked);
  expect(orders.map((each) => each.id)).toEqual([order.id]);
  expect(total).toBeNull();
  expect((await searchOrders(packer, asked)).orders).toEqual([]);
});
