import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeOrder, makeProduct, makeStaffNote, makeUser, testContext } from "#server/testing/factories.ts";
import { forgetOldData, retentionDays } from "./forget-old-data.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a row a day before its period has passed and one a day after; returns which of them are left. */
async function parse(days: number, make: (at: Date, name: string) => Promise<unknown>, count: string) {
  const context = await testContext();
  const ago = (age: number) => new Date(context.clock.now().getTime() - age * DAY_MS);
  const [young, old] = [`young-${randomUUID()}`, `old-${randomUUID()}`];
  await make(ago(days - 1), young);
  await make(ago(days + 1), old);
  await forgetOldData(context);
  const remaining: string[] = [];
  for (const [name, text] of [
    ["young", young],
    ["old", old],
  ] as const) {
    const rows = await context.em.fork().execute(count, [text]);
    if (rows.length > 0) remaining.push(name);
  }
  return remaining;
}

const run = async (statement: string, parameters: unknown[]) =>
  (await testContext()).em.fork().execute(statement, parameters);

it("carts, by their last change", async () => {
  const ids = new Map<string, string>();
  const make = async (at: Date, name: string) => {
    ids.set(name, randomUUID());
    const user = await makeUser(await testContext(), { name });
    await run("insert into cart (id, user_id, updated_at) values (?, ?, ?)", [ids.get(name), user.id, at]);
  };
  const count = "select 1 from cart join user_account u on u.id = cart.user_id where u.name = ?";
  expect(await parse(retentionDays.cart, make, count)).toEqual(["young"]);
});

const begun = (status: string) => async (at: Date, name: string) => {
  const details = JSON.stringify({ customerName: name });
  await run(
    "insert into checkout (id, status, total_amount, details, created_at, updated_at) values (?, ?, 100, ?, ?, ?)",
    [randomUUID(), status, details, at, at],
  );
};
const detailsQuery = "select 1 from checkout where details ->> 'customerName' = ?";

it.each(["expired", "cancelled"])("what was typed into a purchase that is %s", async (status) => {
  expect(await parse(retentionDays.abandonedPurchase, begun(status), detailsQuery)).toEqual(["young"]);
});

it("what its payments keep of that, too", async () => {
  const make = async (at: Date, name: string) => {
    await begun("expired")(at, name);
    await run(
      `insert into payment (provider, provider_payment_id, checkout_id, amount, status, details)
       select 'stripe', ?, id, 100, 'cancelled', details from checkout where details ->> 'customerName' = ?`,
      [`pi_${name}`.slice(0, 40), name],
    );
  };
  const namedPayments = "select 1 from payment where details ->> 'customerName' = ?";
  expect(await parse(retentionDays.abandonedPurchase, make, namedPayments)).toEqual(["young"]);
});

it.each(["open", "paying", "paid"])("but not of one that is %s", async (status) => {
  expect(await parse(retentionDays.abandonedPurchase, begun(status), detailsQuery)).toEqual(["young", "old"]);
});

const begunWithMoney = async (at: Date, name: string) => {
  await begun("cancelled")(at, name);
  await run(
    `insert into payment (provider, provider_payment_id, checkout_id, amount, status, received_at, is_matched)
     select 'stripe', ?, id, 100, 'succeeded', ?, false from checkout where details ->> 'customerName' = ?`,
    [`pi_${name}`.slice(0, 40), at, name],
  );
};

it("nor of one whose money waits for a person", async () => {
  expect(await parse(retentionDays.abandonedPurchase, begunWithMoney, detailsQuery)).toEqual([
    "young",
    "old",
  ]);
});

describe("who failed to pay", () => {
  const failed = (resolved: boolean) => async (at: Date, name: string) =>
    run(
      `insert into failed_order (customer_name, customer_email, total_amount, payment_method, error_message,
                                 attempted_at, resolved_at) values (?, 'a@example.com', 1, 'stripe', 'no', ?, ?)`,
      [name, at, resolved ? at : null],
    );
  const count = "select 1 from failed_order where customer_name = ?";

  it("whether or not staff have put it aside", async () => {
    expect(await parse(retentionDays.abandonedPurchase, failed(true), count)).toEqual(["young"]);
    expect(await parse(retentionDays.abandonedPurchase, failed(false), count)).toEqual(["young"]);
  });

  it("but not while their money waits for a person", async () => {
    const waiting = async (at: Date, name: string) => {
      await begunWithMoney(at, name);
      await failed(false)(at, name);
      await run(
        `update failed_order set checkout_id = (select id from checkout where details ->> 'customerName' = ?)
          where customer_name = ?`,
        [name, name],
      );
    };
    expect(await parse(retentionDays.abandonedPurchase, waiting, count)).toEqual(["young", "old"]);
  });
});

it("what a provider sent, unless nobody knows yet what it was about", async () => {
  const event = (outcome: string) => async (at: Date, name: string) =>
    run(
      `insert into provider_event (provider, event_id, type, payload, outcome, received_at, processed_at)
       values ('stripe', ?, 'test', ?, ?, ?, ?)`,
      [name, JSON.stringify({ name }), outcome, at, at],
    );
  const count = "select 1 from provider_event where payload ->> 'name' = ?";
  expect(await parse(retentionDays.providerMessage, event("paid"), count)).toEqual(["young"]);
  expect(await parse(retentionDays.providerMessage, event("unmatched"), count)).toEqual(["young", "old"]);
  // Its number stays, so that it is never acted on twice.
  expect((await run("select 1 from provider_event where type = 'test'", [])).length).toBe(4);
});

it("mails, but the documents of an order", async () => {
  const mail = (template: string) => async (at: Date, name: string) =>
    run(
      "insert into outbox_email (key, template, recipient, subject, html, text, created_at) values (?, ?, 'a@example.com', '', '', '', ?)",
      [name, template, at],
    );
  const count = "select 1 from outbox_email where key = ?";
  for (const template of ["verify-email", "new-order", "new-enquiry"]) {
    expect(await parse(retentionDays.email, mail(template), count), template).toEqual(["young"]);
  }
  for (const template of ["order-confirmation", "order-dispatched", "order-refunded"]) {
    expect(await parse(retentionDays.email, mail(template), count), template).toEqual(["young", "old"]);
  }
});

it("what staff noted about orders and guests, but not about accounts", async () => {
  const note = (about: "order" | "guest" | "account") => async (at: Date, name: string) => {
    const context = await testContext({ clock: { now: () => at } });
    const { id: order } = await makeOrder(context);
    const { id: customer } = await makeUser(context);
    const abouts = { order: { order }, guest: { email: "guest@example.com" }, account: { customer } };
    await makeStaffNote(context, abouts[about], name);
  };
  const count = "select 1 from staff_note where text = ?";
  expect(await parse(retentionDays.staffNote, note("order"), count)).toEqual(["young"]);
  expect(await parse(retentionDays.staffNote, note("guest"), count)).toEqual(["young"]);
  expect(await parse(retentionDays.staffNote, note("account"), count)).toEqual(["young", "old"]);
});

it("requests to hear of a product, those that were never confirmed sooner", async () => {
  const { id: product } = await makeProduct(await testContext());
  const alert = (state: "pending" | "waiting") => async (at: Date, name: string) =>
    run(
      `insert into stock_alert (product_id, email, state, consent_wording, asked_at, confirmed_at) values (?, ?, ?, '', ?, ?)`,
      [product, name, state, at, state === "waiting" ? at : null],
    );
  const count = "select 1 from stock_alert where email = ?";
  const { unconfirmedSubscriber, stockAlert } = retentionDays;
  expect(await parse(unconfirmedSubscriber, alert("pending"), count)).toEqual(["young"]);
  await run("delete from stock_alert", []);
  expect(await parse(unconfirmedSubscriber, alert("waiting"), count)).toEqual(["young", "old"]);
  await run("delete from stock_alert", []);
  expect(await parse(stockAlert, alert("waiting"), count)).toEqual(["young"]);
});

it("enquiries", async () => {
  const make = async (at: Date, name: string) =>
    run(
      "insert into enquiry (name, email, subject, message, created_at) values (?, 'a@example.com', '', '', ?)",
      [name, at],
    );
  expect(await parse(retentionDays.enquiry, make, "select 1 from enquiry where name = ?")).toEqual(["young"]);
});

it("addresses for the newsletter that were never confirmed, and no others", async () => {
  const subscriber = (state: string) => async (at: Date, name: string) =>
    run(
      `insert into newsletter_subscriber (email, state, consent_wording, consent_source, consent_at)
       values (?, ?, '', '', ?)`,
      [name, state, at],
    );
  const count = "select 1 from newsletter_subscriber where email = ?";
  const days = retentionDays.unconfirmedSubscriber;
  expect(await parse(days, subscriber("pending"), count)).toEqual(["young"]);
  expect(await parse(days, subscriber("confirmed"), count)).toEqual(["young", "old"]);
  expect(await parse(days, subscriber("unsubscribed"), count)).toEqual(["young", "old"]);
});

it("sign-ins that have expired, with the address and the device they came from", async () => {
  const make = async (at: Date, name: string) => {
    const { id } = await makeUser(await testContext());
    await run("insert into user_session (token_hash, user_id, user_agent, expires_at) values (?, ?, ?, ?)", [
      name.slice(0, 64),
      id,
      name,
      at,
    ]);
  };
  const count = "select 1 from user_session where user_agent = ?";
  expect(await parse(retentionDays.expiredCredential, make, count)).toEqual(["young"]);
});

describe("accounts on an address that nobody proved", () => {
  const opened =
    (flags: Parameters<typeof makeUser>[1] = {}) =>
    async (createdAt: Date, name: string) => {
      const unproven = { isVerified: false, password: "secret", createdAt, name };
      return makeUser(await testContext(), { ...unproven, ...flags });
    };
  const count = "select 1 from user_account where name = ?";
  const days = retentionDays.unprovenAccount;

  it("that nobody ever signed in to, verified by a mail scanner or not", async () => {
    expect(await parse(days, opened(), count)).toEqual(["young"]);
    expect(await parse(days, opened({ isVerified: true, emailProvenAt: null }), count)).toEqual(["young"]);
  });

  it("but none that somebody signs in to, and none that was proven", async () => {
    expect(await parse(days, opened({ signedInAt: new Date() }), count)).toEqual(["young", "old"]);
    expect(await parse(days, opened({ emailProvenAt: new Date() }), count)).toEqual(["young", "old"]);
  });

  it("nor guests' records, staff's accounts, those with orders and those that staff made", async () => {
    const guest = async (createdAt: Date, name: string) =>
      makeUser(await testContext(), { isVerified: false, createdAt, name });
    expect(await parse(days, guest, count)).toEqual(["young", "old"]);
    expect(await parse(days, opened({ role: "shop_manager" }), count)).toEqual(["young", "old"]);
    const buyer = async (at: Date, name: string) =>
      makeOrder(await testContext(), { customer: await opened()(at, name) });
    expect(await parse(days, buyer, count)).toEqual(["young", "old"]);
    const entered = async (at: Date, name: string) => {
      const { id } = await opened()(at, name);
      await run(
        "insert into audit_entry (actor_name, area, action, subject_id, subject_name, before, after, request_id) values ('S', 'users', 'created', ?, 'N', '{}', '{}', '')",
        [String(id)],
      );
    };
    expect(await parse(days, entered, count)).toEqual(["young", "old"]);
  });
});

it("never an order", async () => {
  const context = await testContext();
  const { id } = await makeOrder(context);
  await run("update customer_order set created_at = '2010-01-01' where id = ?", [id]);
  await forgetOldData(context);
  expect(await run("select 1 from customer_order where id = ?", [id])).toHaveLength(1);
});
