import { describe, expect, it } from "vitest";
import { Enquiry, Order, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findEverything, findOnly } from "./find-everything.server.ts";

const context = await testContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator", name: "Ann Admin" }));
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Max Manager" }));
const packer = asUser(context, await makeUser(context, { role: "packer", name: "Pat Packer" }));
const em = context.em.fork();
const gold = await makeProduct(context, { name: "Marigold Mulch" });
const customer = await makeUser(context, { name: "Mary Marigold" });
await em.nativeUpdate(User, { id: customer.id }, { phone: "07700 900111" });
await makeOrder(context, { customer, lines: [{ product: gold, quantity: 2 }] });
const guest = await makeOrder(context, { customerEmail: "guy@marigold.example" });
await em.nativeUpdate(
  Order,
  { id: guest.id },
  { customerName: "Guy Marigold", customerPhone: "01584 900222" },
);
em.create(Enquiry, { name: "Eve", email: "eve@example.com", subject: "Marigolds?", message: "How many?" });
await em.flush();

async function hits(who: Context, text: string): Promise<Record<string, string[]>> {
  const { groups } = await findEverything(who, text);
  return Object.fromEntries(groups.map(({ kind, hits: found }) => [kind, found.map(({ title }) => title)]));
}

describe("the search of everything", () => {
  it("finds orders, people with and without accounts, products and enquiries by one word", async () => {
    expect(await hits(administrator, "marigold")).toEqual({
      orders: [
        expect.stringMatching(/^INV-\d+ Guy Marigold$/),
        expect.stringMatching(/^INV-\d+ Mary Marigold$/),
      ],
      people: ["Mary Marigold", "Guy Marigold"],
      products: ["Marigold Mulch"],
      enquiries: ["Marigolds?"],
    });
  });

  it("finds a person by their telephone number, and pages and settings by their names", async () => {
    expect(await hits(manager, "900111")).toEqual({ people: ["Mary Marigold"] });
    expect(await hits(manager, "900222")).toEqual({
      orders: [expect.stringContaining("Guy Marigold")],
      people: ["Guy Marigold"],
    });
    expect((await hits(administrator, "reconciliation")).places).toEqual(["Reconciliation"]);
  });

  it("shows nobody what they may not see", async () => {
    expect(await hits(packer, "marigold")).toEqual({
      orders: expect.any(Array),
      products: ["Marigold Mulch"],
    });
    const found = JSON.stringify(await findEverything(packer, "marigold"));
    expect(found).not.toMatch(/£|price|total|paymentMethod/i);
    expect(await hits(manager, "reconciliation")).toEqual({});
    expect(await hits(manager, "shipping settings")).toEqual({});
  });

  it("says how much more of a text it takes, and finds nothing for none", async () => {
    expect((await findEverything(administrator, "ma")).needs).toContain("3 letters");
    expect(await findEverything(administrator, "  ")).toEqual({ groups: [], needs: null });
  });

  it("leads to the whole list where there is more", async () => {
    for (let made = 0; made < 9; made += 1)
      await makeOrder(context, { customerEmail: `many${made}@crowd.example` });
    for (let made = 0; made < 6; made += 1) await makeProduct(context, { name: `Crowded bed ${made}` });
    await makeUser(context, { name: "Cora Crowd" });
    const { groups } = await findEverything(administrator, "many");
    expect(groups.find(({ kind }) => kind === "orders")).toMatchObject({
      all: "/admin?tab=orders&view=all&search=many",
      hits: { length: 8 },
    });
    const crowd = (await findEverything(administrator, "crowd")).groups;
    expect(crowd.find(({ kind }) => kind === "products")?.all).toBe("/admin?tab=products&search=crowd");
    expect(crowd.find(({ kind }) => kind === "people")?.all).toBeNull();
  });

  it("hides archived products from those who do not edit them", async () => {
    const product = await makeProduct(context, { name: "Forgotten Fork" });
    await context.em.fork().execute("update product set archived_at = now() where id = ?", [product.id]);
    expect(await hits(manager, "forgotten fork")).toEqual({});
    expect(await hits(administrator, "forgotten fork")).toEqual({ products: ["Forgotten Fork"] });
  });
});

describe("a text that names one order without doubt", () => {
  it("leads straight to it: a whole number, or a payment", async () => {
    const order = await makeOrder(context);
    await context.em
      .fork()
      .nativeUpdate(
        Order,
        { id: order.id },
        { transactionId: "pi_3QxOnlyOne", vatInvoiceNumber: "OXB-004713" },
      );
    const address = `/admin/orders/${order.id}`;
    for (const text of [order.invoiceNumber, order.invoiceNumber.toLowerCase(), "oxb-004713"]) {
      expect(await findOnly(packer, text), text).toBe(address);
    }
    expect(await findOnly(manager, "pi_3QxOnlyOne")).toBe(address);
    expect(await findOnly(packer, "pi_3QxOnlyOne")).toBeNull();
    expect(await findOnly(manager, order.invoiceNumber.slice(0, -1))).toBeNull();
    expect(await findOnly(manager, "")).toBeNull();
  });
});
