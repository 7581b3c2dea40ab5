import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { OutboxEmail, Product, StockAlert } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { asUser, makeProduct, makeUser, testContext, withSettings } from "#server/testing/factories.ts";
import { mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { countWaitingFor, findWaitedFor } from "./low-stock.server.ts";
import {
  askForStockAlert,
  confirmStockAlert,
  endStockAlerts,
  findAlertToConfirm,
  forgetStockAlerts,
  handleStockAlertForm,
  mailStockAlertLink,
  tellOfStockBack,
} from "./stock-alerts.server.ts";

let context: Context;
const fresh = () => context.em.fork();
const NOON = Date.parse("2026-03-02T12:00:00Z");

/** The same shop so many minutes after noon. */
function later(minutes: number, of: Context = context): Context {
  return { ...of, em: of.em.fork(), clock: fixedClock(new Date(NOON + minutes * 60_000).toISOString()) };
}

beforeEach(async () => {
  context = later(0, await testContext({ actor: { kind: "system" } }));
  for (const table of ["stock_alert", "outbox_email"]) await fresh().execute(`delete from ${table}`);
});
afterEach(() => {
  delete process.env.SMTP_URL;
});

const soldOut = () => makeProduct(context, { name: "Wood Vinegar", stockQuantity: 0 });

async function setStock(product: Product, stockQuantity: number): Promise<void> {
  await fresh().nativeUpdate(Product, product.id, { stockQuantity });
}

/** People who confirmed, one after the other. */
async function waiting(product: Product, count: number): Promise<string[]> {
  await fresh().execute(
    `insert into stock_alert (product_id, email, state, consent_wording, asked_at, confirmed_at)
     select ?, 'waits-' || number || '@example.com', 'waiting', '', ?::timestamptz, ?::timestamptz + number * interval '1 second'
       from generate_series(1, ?) number`,
    [product.id, new Date(NOON - 3_600_000), new Date(NOON - 3_600_000), count],
  );
  return Array.from({ length: count }, (_, index) => `waits-${index + 1}@example.com`);
}

const told = async () =>
  (await fresh().find(OutboxEmail, { template: "stock-back" }, { orderBy: { id: "asc" } })).map(
    ({ recipient }) => recipient,
  );

async function asked(
  product: Product,
  email: string,
  at = context,
): Promise<{ confirm: string; end: string }> {
  await askForStockAlert(at, { slug: product.slug, email });
  const { id } = await fresh().findOneOrFail(StockAlert, { email, product: product.id });
  await mailStockAlertLink(at, { alertId: id });
  const mail = (await mailsTo(context, email)).at(-1);
  const token = (path: string) =>
    mail?.text.match(new RegExp(`/stock-alerts/${path}\\?token=([\\w.-]+)`))?.[1] ?? "";
  return { confirm: token("confirm"), end: token("unsubscribe") };
}

const stateOf = async (email: string) => (await fresh().findOneOrFail(StockAlert, { email })).state;

describe("asking to be told", () => {
  it("keeps the address as pending, mails a link, and counts only once its button is pressed", async () => {
    const product = await soldOut();
    const { confirm } = await asked(product, "Ann@example.com");
    expect(await stateOf("Ann@example.com")).toBe("pending");
    // A scanner that opens the link confirms nothing.
    expect(await findAlertToConfirm(context, confirm)).toEqual({ name: product.name, slug: product.slug });
    expect(await stateOf("Ann@example.com")).toBe("pending");
    await setStock(product, 3);
    await tellOfStockBack(context);
    expect(await told()).toEqual([]);
    await confirmStockAlert(context, confirm);
    await confirmStockAlert(context, confirm);
    await tellOfStockBack(context);
    expect(await told()).toEqual(["Ann@example.com"]);
  });

  it("answers alike, by one and the same job, whether or not the address waits or has an account", async () => {
    const product = await soldOut();
    const { email: customer } = await makeUser(context);
    const { confirm } = await asked(product, "waits@example.com");
    await confirmStockAlert(context, confirm);
    const before = (await waitingJobs(context, "send-stock-alert-link")).length;
    const answers = [];
    for (const email of ["WAITS@example.com", customer, "new@example.com"]) {
      answers.push(await handleStockAlertForm(context, formOf(product, email)));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await waitingJobs(context, "send-stock-alert-link")).length - before).toBe(3);
    expect(await stateOf("waits@example.com")).toBe("waiting");
  });

  it("refuses what is no address with what was typed, and no page that is not there", async () => {
    const product = await soldOut();
    expect(await handleStockAlertForm(context, formOf(product, "ann at home"))).toEqual({
      reply: {
        ok: false,
        slug: product.slug,
        email: "ann at home",
        message: "Please enter a valid email address",
      },
      status: 400,
    });
    await fresh().nativeUpdate(Product, product.id, { archivedAt: new Date() });
    await expect(handleStockAlertForm(context, formOf(product, "a@example.com"))).toBeRefused("not_found");
  });

  it("says that it is back already, keeps nothing and mails nothing", async () => {
    const product = await soldOut();
    await setStock(product, 1);
    expect(await askForStockAlert(context, { slug: product.slug, email: "late@example.com" })).toBe(
      "available",
    );
    const unmanaged = withSettings(context, { stockManagement: false });
    await setStock(product, 0);
    expect(await askForStockAlert(unmanaged, { slug: product.slug, email: "late@example.com" })).toBe(
      "available",
    );
    expect(await fresh().count(StockAlert)).toBe(0);
  });

  it("mails an address that strangers type again and again no more than five times an hour", async () => {
    const product = await soldOut();
    for (let typed = 0; typed < 6; typed += 1) await asked(product, "flooded@example.com", later(typed));
    expect(await mailsTo(context, "flooded@example.com")).toHaveLength(5);
  });

  it("confirms by no link that is too old, changed, or older than what it led to", async () => {
    const product = await soldOut();
    const { confirm, end } = await asked(product, "old@example.com");
    const week = 7 * 24 * 60;
    for (const [at, token] of [
      [week + 1, confirm],
      [1, confirm.replace(/^\d+/, "1")],
      [1, ""],
    ] as const) {
      await expect(confirmStockAlert(later(at), token)).toBeRefused("bad_request");
    }
    await endStockAlerts(later(2), end);
    await expect(confirmStockAlert(later(3), confirm)).toBeRefused("bad_request");
    // Only its owner, by a newer mail, takes that back.
    const { confirm: newer } = await asked(product, "old@example.com", later(4));
    expect(await stateOf("old@example.com")).toBe("ended");
    await confirmStockAlert(later(5), newer);
    expect(await stateOf("old@example.com")).toBe("waiting");
  });
});

describe("when stock is back", () => {
  it("writes to no more than it covers in an hour, the first to confirm first, and to nobody twice", async () => {
    const product = await soldOut();
    const people = await waiting(product, 60);
    await tellOfStockBack(context);
    expect(await told()).toEqual([]);
    await setStock(product, 10);
    for (const minute of [0, 1, 30, 59]) await tellOfStockBack(later(minute));
    expect(await told()).toEqual(people.slice(0, 10));
    await setStock(product, 4);
    for (const minute of [61, 62, 90]) await tellOfStockBack(later(minute));
    expect(await told()).toEqual(people.slice(0, 14));
    await setStock(product, 1000);
    for (const minute of [100, 101, 102]) await tellOfStockBack(later(minute));
    expect(await told()).toEqual(people);
  });

  it("counts what open payments hold as gone, and leaves archived products alone", async () => {
    const product = await soldOut();
    await waiting(product, 5);
    await fresh().nativeUpdate(Product, product.id, { stockQuantity: 3, heldQuantity: 2 });
    await tellOfStockBack(context);
    expect(await told()).toHaveLength(1);
    await fresh().nativeUpdate(Product, product.id, { heldQuantity: 0, archivedAt: new Date() });
    await tellOfStockBack(later(90));
    expect(await told()).toHaveLength(1);
  });

  it("writes to everybody, in waves, once the shop no longer counts its stock", async () => {
    const people = await waiting(await soldOut(), 30);
    const unmanaged = withSettings(context, { stockManagement: false });
    await tellOfStockBack(unmanaged);
    expect(await told()).toHaveLength(25);
    await tellOfStockBack(later(1, unmanaged));
    expect(await told()).toEqual(people);
  });

  it("loses and doubles nobody when the worker dies in the middle of a wave", async () => {
    const product = await soldOut();
    const people = await waiting(product, 20);
    await setStock(product, 10);
    await fresh().execute(`create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger die before update on stock_alert for each row execute function die()`);
    await tellOfStockBack(context).catch(() => undefined);
    await fresh().execute("drop trigger die on stock_alert; drop function die()");
    expect(await told()).toEqual([]);
    await tellOfStockBack(later(1));
    expect(await told()).toEqual(people.slice(0, 10));
  });

  it("writes to as many as it covers when two workers do so at once", async () => {
    const product = await soldOut();
    const people = await waiting(product, 20);
    await setStock(product, 10);
    const workers = await inTransaction(context.em, async (em) => {
      await em.execute("select from stock_alert for update");
      const telling = [tellOfStockBack(later(0)), tellOfStockBack(later(0))];
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
      return { telling };
    });
    await Promise.all(workers.telling);
    expect(await told()).toEqual(people.slice(0, 10));
  });

  it("sends a mail whose link ends all such mails of the address, also those that wait in the outbox", async () => {
    const [vinegar, char] = [await soldOut(), await soldOut()];
    for (const product of [vinegar, char]) {
      const { confirm } = await asked(product, "two@example.com");
      await confirmStockAlert(context, confirm);
    }
    await setStock(vinegar, 1);
    await tellOfStockBack(later(1));
    const mail = (await mailsTo(context, "two@example.com")).at(-1);
    expect(mail).toMatchObject({ template: "stock-back", subject: "Wood Vinegar is back" });
    expect(mail?.text).toContain(`/products/${vinegar.slug}`);
    expect(mail?.unsubscribeUrl).toContain("/stock-alerts/unsubscribe?token=");
    const token = new URL(mail?.unsubscribeUrl ?? "").searchParams.get("token") ?? "";
    await endStockAlerts(later(2), token);
    await endStockAlerts(later(3), token);
    expect(await told()).toEqual([]);
    await setStock(char, 5);
    await tellOfStockBack(later(4));
    expect(await told()).toEqual([]);
    await expect(endStockAlerts(context, "1.forged")).toBeRefused("bad_request");
  });

  it("writes to no address of the demo data once mails leave this machine", async () => {
    const product = await soldOut();
    await waiting(product, 3);
    await fresh().execute(
      `insert into demo_record (table_name, record_id)
       select 'stock_alert', id::text from stock_alert where email <> 'waits-2@example.com'`,
    );
    onTestFinished(async () => {
      await fresh().execute("delete from demo_record where table_name = 'stock_alert'");
    });
    await setStock(product, 9);
    process.env.SMTP_URL = "smtp://127.0.0.1:1";
    await tellOfStockBack(context);
    expect(await told()).toEqual(["waits-2@example.com"]);
    delete process.env.SMTP_URL;
    await tellOfStockBack(later(1));
    expect(await told()).toHaveLength(3);
  });
});

it("is forgotten with all that waits when its address is erased", async () => {
  const product = await soldOut();
  const [first = ""] = await waiting(product, 1);
  await setStock(product, 1);
  await tellOfStockBack(context);
  await fresh().transactional((em) => forgetStockAlerts(em, first.toUpperCase(), context.clock.now()));
  expect(await told()).toEqual([]);
  expect(await fresh().count(StockAlert)).toBe(0);
});

it("staff see how many wait, for each product and in all, and nobody else does", async () => {
  const [wanted, other] = [await soldOut(), await soldOut()];
  await waiting(wanted, 3);
  await waiting(other, 1);
  await askForStockAlert(context, { slug: other.slug, email: "pending@example.com" });
  const staff = asUser(context, await makeUser(context, { role: "shop_manager" }));
  expect(await countWaitingFor(staff, [wanted.id, other.id])).toEqual({ [wanted.id]: 3, [other.id]: 1 });
  expect(await findWaitedFor(staff, 1)).toEqual({
    people: 4,
    products: [{ id: wanted.id, name: "Wood Vinegar", people: 3 }],
  });
  const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
  expect((await findStaffProduct(administrator, wanted.id)).peopleWaiting).toBe(3);
  const customer = asUser(context, await makeUser(context));
  await expect(countWaitingFor(customer, [wanted.id])).toBeRefused("forbidden");
});

function formOf({ slug }: Product, email: string): FormData {
  const form = new FormData();
  form.set("slug", slug);
  form.set("email", email);
  return form;
}
