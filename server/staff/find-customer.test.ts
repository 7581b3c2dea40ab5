import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AuditEntry, Order, User } from "#db/entities/index.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { subscribe } from "#server/newsletter/subscribe.server.ts";
import {
  asUser,
  makeOrder,
  makeProduct,
  makeStaffNote,
  makeUser,
  testContext,
} from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { customerPath, parseCustomerKey } from "./customer-view.ts";
import { addCustomerNote, findCustomer, findDraftCustomer } from "./find-customer.server.ts";

const shop = await testContext();
const manager = asUser(shop, await makeUser(shop, { role: "shop_manager", name: "Morgan" }));
const administrator = asUser(shop, await makeUser(shop, { role: "administrator" }));

const newAddress = () => `guest-${randomUUID()}@example.com`;

function enquire(email: string, subject = "Kilns") {
  return sendEnquiry(shop, { name: "Gwen Guest", email, subject, message: "How hot are they?" });
}

async function enquiryOf(email: string): Promise<number> {
  const [row] = await shop.em
    .fork()
    .execute<{ id: number }[]>("select id from enquiry where email = ? order by id", [email]);
  return row?.id ?? 0;
}

describe("the key of a customer", () => {
  it.each([
    ["12", { kind: "account", id: 12 }],
    ["order-7", { kind: "order", id: 7 }],
    ["enquiry-9", { kind: "enquiry", id: 9 }],
  ] as const)("%s is read, and written again", (text, key) => {
    expect(parseCustomerKey(text)).toEqual(key);
    expect(customerPath(key)).toBe(`/admin/customers/${text}`);
  });

  it.each(["", "0", "-1", "order-", "order-0", "user-1", "99999999999", "kay@example.com", "1e3"])(
    "%j is none",
    (text) => expect(parseCustomerKey(text)).toBeNull(),
  );
});

describe("a customer's page", () => {
  it("is that of the account, whichever order or enquiry leads there", async () => {
    const user = await makeUser(shop);
    const order = await makeOrder(shop, { customer: user });
    const asGuest = await makeOrder(shop, { customerEmail: user.email.toUpperCase() });
    await enquire(user.email);
    const keys = [
      { kind: "account", id: user.id },
      { kind: "order", id: order.id },
      { kind: "order", id: asGuest.id },
      { kind: "enquiry", id: await enquiryOf(user.email) },
    ] as const;
    for (const key of keys) {
      expect(await findCustomer(manager, key)).toMatchObject({
        key: String(user.id),
        name: user.name,
        account: { id: user.id },
        orders: { count: 2, shown: [{ id: asGuest.id }, { id: order.id }] },
        enquiries: [{ subject: "Kilns", isAnswered: false }],
      });
    }
  });

  it("is that of the first order of somebody without an account, or of their enquiry", async () => {
    const email = newAddress();
    await enquire(email);
    const enquiry = { kind: "enquiry", id: await enquiryOf(email) } as const;
    expect(await findCustomer(manager, enquiry)).toMatchObject({
      key: `enquiry-${enquiry.id}`,
      account: null,
    });
    const first = await makeOrder(shop, { customerEmail: email });
    const second = await makeOrder(shop, { customerEmail: email });
    for (const key of [enquiry, { kind: "order", id: second.id } as const]) {
      expect(await findCustomer(manager, key)).toMatchObject({
        key: `order-${first.id}`,
        name: "Gwen Guest",
        email,
        orders: { count: 2 },
      });
    }
  });

  it("is nobody's where there is no such account, order or enquiry", async () => {
    for (const kind of ["account", "order", "enquiry"] as const) {
      expect(await findCustomer(manager, { kind, id: 2_000_000_000 })).toBeNull();
    }
  });

  it("adds up what was paid and neither credited before nor given back, without cancelled orders", async () => {
    const customer = await makeUser(shop);
    const product = await makeProduct(shop, { price: 2000 });
    const lines = [{ product, quantity: 1 }];
    const at = (day: number) => new Date(`2026-01-0${day}T12:00:00Z`);
    const order = await makeOrder(shop, { customer, lines, createdAt: at(1) });
    const credited = await makeOrder(shop, { customer, lines, createdAt: at(3) });
    await shop.em.fork().nativeUpdate(Order, { id: credited.id }, { creditedUnpaid: 600 });
    await makeOrder(shop, { customer, lines, createdAt: at(2), status: "cancelled" });
    await refundOrder(shop, order, 500);
    const { orders } = (await findCustomer(manager, { kind: "account", id: customer.id })) ?? {};
    expect(orders).toMatchObject({
      count: 3,
      paid: 2900,
      last: "2026-01-03T12:00:00.000Z",
    });
  });

  it("shows orders a page at a time, and none of anybody else", async () => {
    const customer = await makeUser(shop);
    await makeOrder(shop, { customer: await makeUser(shop) });
    const made: number[] = [];
    for (let count = 0; count < 22; count += 1) made.push((await makeOrder(shop, { customer })).id);
    const key = { kind: "account", id: customer.id } as const;
    const first = (await findCustomer(manager, key))?.orders;
    const rest = (await findCustomer(manager, key, first?.next ?? 0))?.orders;
    const ids = [...(first?.shown ?? []), ...(rest?.shown ?? [])].map(({ id }) => id);
    expect(first?.shown).toHaveLength(20);
    expect(ids).toEqual(made.toReversed());
    expect(rest?.next).toBeNull();
  });

  it("shows mails to administrators alone, and nothing to those who may not see customers", async () => {
    const customer = await makeUser(shop);
    await subscribe(shop, { email: customer.email, source: "home" });
    const key = { kind: "account", id: customer.id } as const;
    await makeStaffNote(shop, { customer: customer.id }, "Pays late");
    const seen = { newsletter: { state: "pending" }, notes: [{ text: "Pays late" }] };
    expect(await findCustomer(manager, key)).toMatchObject({ ...seen, mails: null });
    expect(await findCustomer(administrator, key)).toMatchObject({ ...seen, mails: expect.any(Array) });
    const packer = asUser(shop, await makeUser(shop, { role: "packer" }));
    for (const who of [packer, asUser(shop, customer)]) {
      await expect(findCustomer(who, key)).toBeRefused("forbidden");
    }
  });
});

describe("a note about a customer", () => {
  it("is kept with the account, or with the address of a guest, and audited without it", async () => {
    const email = newAddress();
    const order = await makeOrder(shop, { customerEmail: email });
    const customer = { kind: "order", id: order.id } as const;
    await addCustomerNote(manager, { customer, key: randomUUID(), text: "Rang about ash" });
    expect(await findCustomer(manager, customer)).toMatchObject({
      notes: [{ text: "Rang about ash", by: "Morgan" }],
    });
    const [audited] = await shop.em
      .fork()
      .find(AuditEntry, { area: "orders", subjectId: String(order.id), action: "wrote a note" });
    expect(JSON.stringify(audited)).not.toContain(email);
    const later = await makeUser(shop, { email });
    expect(await findCustomer(manager, { kind: "account", id: later.id })).toMatchObject({
      notes: [{ text: "Rang about ash" }],
    });
  });
});

it("a new order begins with who it is for", async () => {
  const customer = await makeUser(shop, { name: "Kay" });
  await shop.em.fork().nativeUpdate(User, { id: customer.id }, { city: "Ludlow", postcode: "SY8 1AA" });
  expect(await findDraftCustomer(manager, { kind: "account", id: customer.id })).toEqual({
    id: customer.id,
    name: "Kay",
    email: customer.email,
    phone: "",
    address: "Ludlow, SY8 1AA",
    tradeList: null,
  });
});
