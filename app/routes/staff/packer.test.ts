import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import type { Order } from "#db/entities/index.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import type { OrderEventKind } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { loader as documentLoader } from "../account/vat-document.tsx";
import { loader as fileLoader } from "../system/files.ts";
import { loader } from "./admin.tsx";
import { loader as orderLoader } from "./admin-order.tsx";
import { loader as packingLoader } from "./admin-packing.tsx";
import { loader as benchLoader } from "./admin-packing-order.tsx";
import { loader as papersLoader } from "./admin-packing-print.tsx";

/** Prices that no other text here resembles: one unit, two, and in pounds. */
const PRICE = 43_217;
const money = /43217|86434|432[.,]17|864[.,]34/;
const moneyWords =
  /totalAmount|subtotal|taxAmount|shippingCost|"price"|paymentMethod|captured|refund|paidAt|dispute|pi_test_/i;

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer", name: "Perry Packer" }));
const cookie = (await cookieFor("packer")) ?? "";
const order = await orderWithHistory();

async function orderWithHistory(): Promise<Order> {
  const product = await makeProduct(context, { price: PRICE, name: "Wood Vinegar" });
  const made = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
  const em = context.em.fork();
  const packs = [{ productName: "Wood Vinegar", quantity: 2 }];
  const split = [{ kind: "parcel", count: 1, grams: 2600, packs }];
  const delivery = { id: "standard", label: "Standard Delivery", price: PRICE, loads: "1 parcel", split };
  await em.execute("update customer_order set delivery = ? where id = ?", [
    JSON.stringify(delivery),
    made.id,
  ]);
  const lines: [OrderEventKind, string][] = [
    ["paid", `Order placed and paid (${made.transactionId})`],
    ["express_delivery", "Express delivery was chosen: send this one first"],
    ["refunded", "Refunded £432.17: torn (credit note OXB-CN-1)"],
    ["dispute_open", "The customer disputes £432.17"],
  ];
  for (const [kind, message] of lines) {
    await em.execute("insert into order_event (order_id, kind, message) values (?, ?, ?)", [
      made.id,
      kind,
      message,
    ]);
  }
  return made;
}

/** What a route's loader returns to a signed-in packer. */
async function visit(
  route: (args: LoaderFunctionArgs) => Promise<unknown>,
  path: string,
  { params = {} }: { params?: Record<string, string> } = {},
): Promise<unknown> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { cookie } });
  return route({ request, params, context: {} }).catch((thrown: unknown) => thrown);
}

async function rowOf(id: number): Promise<unknown> {
  const [row] = await context.em.fork().execute("select * from customer_order where id = ?", [id]);
  return row;
}

const withoutMoney = (result: unknown) => {
  const text = JSON.stringify(result);
  expect(text).not.toMatch(money);
  expect(text).not.toMatch(moneyWords);
  return text;
};

describe("what is sent to a packer's browser", () => {
  it.each(["/admin", "/admin?tab=orders&view=all", "/admin?tab=analytics", "/admin?tab=products"])(
    "%s is the orders, without money, figures and other tabs",
    async (path) => {
      const data = await visit(loader, `${path}${path.includes("?") ? "&" : "?"}order=${order.id}`);
      expect(data).toMatchObject({ open: "orders", seesFigures: false, sales: null, openItems: [] });
      const text = withoutMoney(data);
      expect(text).toContain("Wood Vinegar");
      expect(text).toContain("send this one first");
    },
  );

  it.each([
    "/admin/packing",
    ...["slips", "notes", "labels", "pallets"].map((paper) => `/admin/packing/print?paper=${paper}`),
  ])("%s is without money too", async (path) => {
    const page = path.includes("print") ? papersLoader : packingLoader;
    const text = withoutMoney(await visit(page, `${path}${path.includes("?") ? "&" : "?"}order=${order.id}`));
    // It goes in a parcel.
    if (path.includes("pallets")) return expect(text).not.toContain("Wood Vinegar");
    expect(text).toContain("Wood Vinegar");
    // A note has it in words.
    const load = path.includes("notes")
      ? '"label":"Parcel, 2.6 kg"'
      : '"kind":"parcel","count":1,"grams":2600';
    expect(text).toContain(load);
  });

  it("the delivery note of a parcel that went is without money too, and none of one that never did", async () => {
    const { id, invoiceNumber } = await orderWithHistory();
    const parcel = { carrier: "Royal Mail", trackingNumber: "PACKER-NOTE", note: "" };
    const { parcelId } = await dispatchOrder(packer, { orderId: id, from: "processing", ...parcel });
    const noteOf = (sent: number) => visit(papersLoader, `/admin/packing/print?paper=notes&parcel=${sent}`);
    const note = await noteOf(parcelId);
    expect(note).toMatchObject({ sheets: 1, notes: [{ invoiceNumber, lines: [{ quantity: 2 }] }] });
    expect(withoutMoney(note)).toContain("PACKER-NOTE");
    expect(await noteOf(2_000_000_000)).toMatchObject({
      ...{ sheets: 0, notes: [] },
      nothing: expect.stringContaining("taken back"),
    });
  });

  it("the page of an order is without money too, also by its invoice number", async () => {
    for (const asked of [String(order.id), order.invoiceNumber]) {
      const data = await visit(orderLoader, `/admin/orders/${asked}?sort=highest`, {
        params: { order: asked },
      });
      expect(data).toMatchObject({ data: { found: { id: order.id } } });
      expect(withoutMoney(data)).toContain("send this one first");
    }
  });

  it("is an order on the bench and a file for carriers without money", async () => {
    const params = { orderId: String(order.id) };
    const text = withoutMoney(await visit(benchLoader, `/admin/packing/${order.id}`, { params }));
    expect(text).toContain("Wood Vinegar");
    const file = await visit(fileLoader, "/admin/packing.csv");
    expect(withoutMoney(file instanceof Response ? await file.text() : file)).toContain(order.invoiceNumber);
  });

  it("lists, searches and opens orders over tRPC without money", async () => {
    const caller = callerFor(packer);
    withoutMoney(await caller.orders.recent());
    withoutMoney(await caller.orders.search({ search: order.invoiceNumber }));
    withoutMoney(await caller.orders.details({ id: order.id }));
  });

  it("does not tell by their order which came to more", async () => {
    const at = (day: number) => ({ createdAt: new Date(`2020-01-0${day}T12:00:00Z`) });
    const costs = async (price: number, day: number) => {
      const product = await makeProduct(context, { price });
      return makeOrder(context, { lines: [{ product, quantity: 1 }], ...at(day) });
    };
    const ids = [await costs(100, 1), await costs(900, 2), await costs(500, 3)].map(({ id }) => id);
    for (const sort of ["highest", "lowest"] as const) {
      const { orders } = await callerFor(packer).orders.search({
        sort,
        from: "2020-01-01",
        to: "2020-01-03",
      });
      expect(orders.map(({ id }) => id)).toEqual([...ids].reverse());
    }
  });

  it("is no paper of an order: there is none at its address", async () => {
    const { invoiceNumber } = order;
    const noteNumber = "OXB-CN-000001";
    for (const [paper, name, params] of [
      [documentLoader, "invoice", { invoiceNumber }],
      [fileLoader, "invoice.pdf", { invoiceNumber }],
      [documentLoader, `notes/${noteNumber}`, { invoiceNumber, noteNumber }],
    ] as const) {
      const response = await visit(paper, `/orders/${invoiceNumber}/${name}`, { params });
      const status = response instanceof Response ? response.status : undefined;
      expect(status ?? response).toEqual(
        status === undefined
          ? expect.objectContaining({ init: expect.objectContaining({ status: 404 }) })
          : 404,
      );
    }
  });

  it("is not visible on the buyer's page", async () => {
    await expect(callerFor(packer).orders.byId({ id: order.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("what a packer does", () => {
  it("dispatches an order by its form, under their own name", async () => {
    const order = await orderWithHistory();
    await postForm(packer, orderCommands.dispatch.name, {
      orderId: String(order.id),
      from: "processing",
      carrier: "Royal Mail",
      trackingNumber: "AB123",
      note: "",
    });
    expect(await rowOf(order.id)).toMatchObject({ status: "completed", carrier: "Royal Mail" });
    const audited = await context.em
      .fork()
      .execute("select action from audit_entry where area = 'orders' and subject_id = ?", [String(order.id)]);
    expect(audited).toEqual([{ action: "dispatched" }]);
  });

  it("dispatches an order over tRPC, and sees it without money", async () => {
    const order = await orderWithHistory();
    const dispatch = {
      orderId: order.id,
      from: "processing",
      carrier: "DPD",
      trackingNumber: "X1",
      note: "",
    } as const;
    await callerFor(packer).orders.dispatch(dispatch);
    const sent = await callerFor(packer).orders.details({ id: order.id });
    expect(sent).toMatchObject({ status: "completed", carrier: "DPD" });
    expect(withoutMoney(sent)).toContain("Perry Packer");
  });
});
