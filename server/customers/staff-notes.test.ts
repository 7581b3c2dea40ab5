import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntry, type Order, StaffNote } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { isWhole } from "#server/orders/order.ts";
import { findOwnOrder } from "#server/orders/own-orders.server.ts";
import { openOrder } from "#server/orders/staff-order-view.server.ts";
import { asUser, makeOrder, makeStaffNote, makeUser, testContext } from "#server/testing/factories.ts";
import { addOrderNote, removeNote } from "./staff-notes.server.ts";

const HOUR_MS = 60 * 60 * 1000;

let shop: Context;
let clock: ReturnType<typeof fixedClock>;
let author: Context;
let colleague: Context;
let administrator: Context;
let order: Order;

beforeEach(async () => {
  clock = fixedClock("2026-03-02T12:00:00Z");
  shop = await testContext({ clock });
  author = asUser(shop, await makeUser(shop, { role: "shop_manager", name: "Morgan" }));
  colleague = asUser(shop, await makeUser(shop, { role: "shop_manager" }));
  administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));
  order = await makeOrder(shop, { customer: await makeUser(shop) });
});

async function write(text: string, key: string = randomUUID()) {
  await addOrderNote(author, { orderId: order.id, key, text });
}

async function notesFor(context: Context) {
  const opened = await openOrder(context, order.id);
  return isWhole(opened) ? opened.staffNotes : undefined;
}

const noteId = async () => (await notesFor(author))?.[0]?.id ?? 0;

describe("what staff note about an order", () => {
  it("is read by those who may, with its author and time, the oldest first", async () => {
    await write("Rang: leave it by the shed");
    clock.advance(HOUR_MS);
    await write("Rang again");
    expect(await notesFor(colleague)).toEqual([
      {
        id: expect.any(Number),
        text: "Rang: leave it by the shed",
        by: "Morgan",
        createdAt: "2026-03-02T12:00:00.000Z",
        mayRemove: false,
      },
      expect.objectContaining({ text: "Rang again", createdAt: "2026-03-02T13:00:00.000Z" }),
    ]);
  });

  it("is read neither by a packer nor by the buyer", async () => {
    await write("Do not tell them");
    const packer = asUser(shop, await makeUser(shop, { role: "packer" }));
    expect(JSON.stringify(await openOrder(packer, order.id))).not.toContain("Do not tell");
    const buyer = { id: order.customer?.id ?? 0, role: "customer", name: "", email: "" } as const;
    const seen = await findOwnOrder(asUser(shop, buyer), order.id);
    expect(JSON.stringify(seen)).not.toContain("Do not tell");
  });

  it("is one note, however often its form is sent", async () => {
    const key = randomUUID();
    await Promise.all([write("Once", key), write("Once", key), write("Once", key)]);
    expect(await notesFor(author)).toHaveLength(1);
  });

  it("is about an order that there is", async () => {
    const note = { orderId: 2_000_000, key: randomUUID(), text: "Nothing" };
    await expect(addOrderNote(author, note)).toBeRefused("not_found");
  });

  it("is audited without its words, since the audit is never erased", async () => {
    await write("Owes us money");
    const id = await noteId();
    await removeNote(author, { noteId: id });
    const audited = await shop.em
      .fork()
      .find(AuditEntry, { area: "orders", subjectId: String(order.id) }, { orderBy: { id: "asc" } });
    expect(audited.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "wrote a note", before: { note: null }, after: { note: id } },
      { action: "deleted a note", before: { note: id }, after: { note: null } },
    ]);
    expect(JSON.stringify(audited)).not.toContain("Owes");
  });
});

it("an order tells what was noted about whose it is, also where they bought without signing in", async () => {
  const customer = await makeUser(shop);
  const asGuest = await makeOrder(shop, { customerEmail: customer.email });
  await makeStaffNote(shop, { customer: customer.id }, "Pays late");
  await makeStaffNote(shop, { email: customer.email.toUpperCase() }, "Has a dog");
  expect(await openOrder(author, asGuest.id)).toMatchObject({
    staffNotes: [],
    customerNotes: [{ text: "Pays late" }, { text: "Has a dog" }],
  });
  expect(await openOrder(author, order.id)).toMatchObject({ customerNotes: [] });
});

describe("a note is deleted", () => {
  it("by its author for a day", async () => {
    await write("Wrong order");
    expect(await notesFor(author)).toMatchObject([{ mayRemove: true }]);
    clock.advance(23 * HOUR_MS);
    await removeNote(author, { noteId: await noteId() });
    expect(await notesFor(author)).toEqual([]);
  });

  it("not by its author later, and not by a colleague", async () => {
    await write("Wrong order");
    const forbidden = { code: "forbidden" };
    await expect(removeNote(colleague, { noteId: await noteId() })).rejects.toMatchObject(forbidden);
    clock.advance(24 * HOUR_MS);
    await expect(removeNote(author, { noteId: await noteId() })).rejects.toMatchObject(forbidden);
    expect(await notesFor(author)).toMatchObject([{ mayRemove: false }]);
  });

  it("by an administrator at any time, once", async () => {
    await write("Wrong order");
    clock.advance(400 * HOUR_MS);
    const id = await noteId();
    await removeNote(administrator, { noteId: id });
    expect(await shop.em.fork().count(StaffNote, { id })).toBe(0);
    await expect(removeNote(administrator, { noteId: id })).toBeRefused("not_found");
  });
});
