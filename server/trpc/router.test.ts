import { randomUUID } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { allows, type Role, roles } from "#server/access/roles.ts";
import { findHomeProducts } from "#server/catalogue/storefront/find-products.server.ts";
import { saveArticle } from "#server/content/save-article.server.ts";
import { saveFaqEntry } from "#server/content/save-faq-entry.server.ts";
import type { Context } from "#server/core/context.ts";
import { isWhole } from "#server/orders/lists/staff-order-view.ts";
import {
  asUser,
  makeFailedOrder,
  makeOrder,
  makeProduct,
  makeUser,
  makeWithdrawal,
  testContext,
  turnOnTwoFactor,
} from "#server/testing/factories.ts";
import { reading } from "./procedures.server.ts";
import { appRouter, callerFor } from "./router.server.ts";
import { procedures } from "./staff-commands.server.ts";
import { createCallerFactory, router } from "./trpc.server.ts";

/** A valid call of every query, and of mutations, whose forms staff-commands.test.ts walks as well. */
const calls: Record<string, (context: Context) => Promise<unknown>> = {
  "orders.recent": (context) => callerFor(context).orders.recent(),
  "orders.search": (context) => callerFor(context).orders.search({ search: "person" }),
  // Who may see their own alone finds nobody else's.
  "orders.byId": (context) => pastTheGate(callerFor(context).orders.byId({ id: orderId })),
  "orders.details": (context) => callerFor(context).orders.details({ id: orderId }),
  "orders.changeStatus": async (context) => {
    const { id } = await makeOrder(await testContext(), { status: "pending" });
    return callerFor(context).orders.changeStatus({ orderId: id, from: "pending", to: "processing" });
  },
  "orders.cancel": async (context) => {
    const { id } = await makeOrder(await testContext());
    return callerFor(context).orders.cancel({ orderId: id, from: "processing", restock: true });
  },
  "orders.dispatch": async (context) => {
    const { id } = await makeOrder(await testContext());
    const sent = { carrier: "Royal Mail", trackingNumber: "RM1" };
    return callerFor(context).orders.dispatch({ orderId: id, from: "processing", ...sent });
  },
  "orders.refund": async (context) => {
    const { id, invoiceNumber } = await makeOrder(await testContext());
    const input = { orderId: id, key: randomUUID(), seenRefunded: 0, amount: "1.00", reason: invoiceNumber };
    // Nobody captured anything for it: past the gate, the rules refuse.
    return callerFor(context)
      .orders.refund(input)
      .catch((error: unknown) => {
        if (error instanceof TRPCError && error.code === "CONFLICT") return error.message;
        throw error;
      });
  },
  "orders.goodsBack": async (context) => {
    const { orderId: id, withdrawalId } = await makeWithdrawal(await testContext());
    return callerFor(context).orders.goodsBack({ orderId: id, withdrawalId });
  },
  "orders.closeWithdrawal": async (context) => {
    const { orderId: id, withdrawalId } = await makeWithdrawal(await testContext());
    return callerFor(context).orders.closeWithdrawal({ orderId: id, withdrawalId, reason: "Kept" });
  },
  "orders.recordPayment": async (context) => {
    const { id } = await makeOrder(await testContext(), { status: "pending" });
    // It was bought in the shop: past the gate, the rules refuse.
    return callerFor(context)
      .orders.recordPayment({ orderId: id, from: "pending" })
      .catch((error: unknown) => {
        if (error instanceof TRPCError && error.code === "CONFLICT") return error.message;
        throw error;
      });
  },
  "shop.customers": (context) => callerFor(context).shop.customers({ search: "person" }),
  "shop.createOrder": async (context) => {
    const { id } = await makeProduct(await testContext());
    return callerFor(context).shop.createOrder({
      customerName: "Cora Counter",
      customerEmail: "counter@example.com",
      customerAddress: "3 Test Lane, Ludlow",
      items: [{ productId: id, quantity: 1 }],
    });
  },
  "shop.counterSheet": (context) => callerFor(context).shop.counterSheet({}),
  "shop.sendCounterOrder": async (context) => {
    const { id } = await makeProduct(await testContext(), { price: 2000 });
    return callerFor(context).shop.sendCounterOrder({
      retryKey: randomUUID(),
      customerName: "Cora Counter",
      customerEmail: "counter@example.com",
      customerAddress: "3 Test Lane, Ludlow",
      items: [{ productId: id, quantity: 1, told: "20.00" }],
      paymentMethod: "cash",
      toldTotal: "20.00",
      takenAt: new Date(),
    });
  },
  "shop.discardCounterOrder": (context) =>
    callerFor(context).shop.discardCounterOrder({
      retryKey: randomUUID(),
      toldTotal: "20.00",
      takenAt: new Date(),
      reason: "Typed twice",
    }),
  "orders.resendConfirmation": async (context) => {
    const { id } = await makeOrder(await testContext());
    return callerFor(context).orders.resendConfirmation({ orderId: id });
  },
  "orders.addNote": async (context) => {
    const { id } = await makeOrder(await testContext());
    return callerFor(context).orders.addNote({ orderId: id, key: randomUUID(), text: "Rang twice" });
  },
  "notes.remove": async (context) => {
    const { id } = await makeOrder(await testContext());
    const noted = await callerFor(context).orders.addNote({ orderId: id, key: randomUUID(), text: "Wrong" });
    const noteId = isWhole(noted) ? noted.staffNotes.at(-1)?.id : undefined;
    return callerFor(context).notes.remove({ noteId: noteId ?? 0 });
  },
  "orders.failed": (context) => callerFor(context).orders.failed(),
  "orders.dismissFailed": async (context) => {
    const failed = await makeFailedOrder(await testContext());
    return callerFor(context).orders.dismissFailed({ failedOrderId: failed.id });
  },
  "reports.analytics": (context) => callerFor(context).reports.analytics({}),
  "evidence.report": (context) => callerFor(context).evidence.report({}),
  "evidence.recordWeighbridge": async (context) => {
    const { invoiceNumber } = await makeOrder(await testContext());
    return callerFor(context).evidence.recordWeighbridge({
      ...{ invoiceNumber, use: "soil", outwardCode: "SY8", appliedOn: "2026-11-20", applicationRate: 5000 },
      ...{ truckArrivalKilograms: 18_240, truckDepartureKilograms: 12_240 },
      ...{ productionBatchId: "ptb_1GAFJ4C051S06E0Z", storageSiteId: "slc_1F3PMGVC91S0SBK3" },
    });
  },
  "reports.packaging": (context) => callerFor(context).reports.packaging(),
  "reports.vat": (context) => callerFor(context).reports.vat({}),
  "products.list": (context) => callerFor(context).products.list({}),
  "products.categories": (context) => callerFor(context).products.categories(),
  "prices.lists": (context) => callerFor(context).prices.lists(),
  "prices.products": (context) => callerFor(context).prices.products(),
  "products.families": (context) => callerFor(context).products.families({}),
  "products.homeGrid": (context) => callerFor(context).products.homeGrid(),
  "products.catalogue": (context) => callerFor(context).products.catalogue({}),
  "products.one": async (context) => {
    const { id } = await makeProduct(await testContext());
    return callerFor(context).products.one({ id });
  },
  "products.update": async (context) => {
    const { id, name, category } = await makeProduct(await testContext());
    const seen = { id, seenVersion: 1, seenStock: 100 };
    return callerFor(context).products.update({ ...seen, name, category, price: "21.00", stockQuantity: 90 });
  },
  "products.create": (context) =>
    callerFor(context).products.create({
      name: "New product",
      category: "Testing",
      price: "9.50",
      stockQuantity: 0,
    }),
  "products.archive": async (context) => {
    const { id } = await makeProduct(await testContext());
    return callerFor(context).products.archive({ id, seenVersion: 1 });
  },
  "products.restore": async (context) => {
    const { id } = await makeProduct(await testContext(), { archivedAt: new Date() });
    return callerFor(context).products.restore({ id, seenVersion: 1 });
  },
  "products.changeMany": async (context) => {
    const { id } = await makeProduct(await testContext());
    return callerFor(context).products.changeMany({
      products: [{ id, seenVersion: 1, seenStock: 100 }],
      price: { kind: "percent", value: 5 },
      stock: { kind: "none" },
    });
  },
  "products.renameCategory": async (context) => {
    const from = `Category ${randomUUID()}`;
    await makeProduct(await testContext(), { category: from });
    return callerFor(context).products.renameCategory({ from, to: "Testing" });
  },
  "products.reorderHome": async (context) => {
    const seenIds = (await findHomeProducts(await testContext())).map(({ id }) => id);
    return callerFor(context).products.reorderHome({ ids: seenIds, seenIds });
  },
  "products.checkImport": (context) => callerFor(context).products.checkImport({ csv: "name\nAsh" }),
  "products.import": (context) => callerFor(context).products.import({ csv: "name\nAsh" }),
  "ledger.month": (context) => callerFor(context).ledger.month({ month: "2026-03" }),
  "ledger.finaliseAgain": (context) => pastTheGate(callerFor(context).ledger.finaliseAgain({ paymentId: 1 })),
  "ledger.refundUnmatched": (context) =>
    pastTheGate(callerFor(context).ledger.refundUnmatched({ paymentId: 1, seenLeft: 100 })),
  "emails.search": (context) => callerFor(context).emails.search({}),
  "emails.byId": async (context) => callerFor(context).emails.byId({ id: await unsentMail() }),
  "emails.resend": async (context) => callerFor(context).emails.resend({ id: await unsentMail() }),
  "today.counts": (context) => callerFor(context).today.counts(),
  "orders.totals": (context) => callerFor(context).orders.totals(),
  "apiKeys.list": (context) => callerFor(context).apiKeys.list(),
  "views.save": (context) =>
    callerFor(context).views.save({ list: "orders", name: "Mine", query: "status=pending" }),
  "views.remove": (context) => pastTheGate(callerFor(context).views.remove({ id: 999_999 })),
  "find.everything": (context) => callerFor(context).find.everything({ text: "person" }),
  "audit.search": (context) => callerFor(context).audit.search({}),
  "audit.revert": async (context) => {
    const settings = await testContext();
    const administrator = asUser(settings, await makeUser(settings, { role: "administrator" }));
    const seenVersion = settings.settings.tabSaves.Tax?.version ?? 0;
    const taxLabel = `VAT ${randomUUID().slice(0, 8)}`;
    await callerFor(administrator).settings.save({ tab: "Tax", seenVersion, values: { taxLabel } });
    const { changes } = await callerFor(administrator).audit.search({ area: "settings" });
    return callerFor(context).audit.revert({ id: changes[0]?.id ?? 0 });
  },
  "settings.read": (context) => callerFor(context).settings.read(),
  "settings.save": async (context) => {
    const seenVersion = (await testContext()).settings.tabSaves.Orders?.version ?? 0;
    return callerFor(context).settings.save({ tab: "Orders", seenVersion, values: {} });
  },
  "newsletter.subscribers": (context) => callerFor(context).newsletter.subscribers({}),
  "enquiries.search": (context) => callerFor(context).enquiries.search({}),
  "enquiries.answer": (context) =>
    pastTheGate(
      callerFor(context).enquiries.answer({ id: 2_147_483_647, key: randomUUID(), text: "Yes, we do." }),
    ),
  "enquiries.markAnswered": (context) =>
    pastTheGate(callerFor(context).enquiries.markAnswered({ id: 2_147_483_647, answered: true })),
  "users.list": (context) => callerFor(context).users.list({ search: "" }),
  "users.byId": async (context) => callerFor(context).users.byId({ id: await someUser() }),
  "users.create": (context) => {
    const unique = randomUUID().slice(0, 8);
    const person = { name: "New", email: `${unique}@example.com`, username: unique, password: "secret" };
    return callerFor(context).users.create({ ...person, role: "customer" });
  },
  "users.edit": async (context) =>
    callerFor(context).users.edit({ id: await someUser(), version: 1, changes: { city: "Ludlow" } }),
  "users.setStatus": async (context) =>
    callerFor(context).users.setStatus({ id: await someUser(), isActive: false }),
  "users.verify": async (context) => callerFor(context).users.verify({ id: await someUser() }),
  "users.sendPasswordReset": async (context) =>
    callerFor(context).users.sendPasswordReset({ id: await someUser() }),
  "users.resetTwoFactor": async (context) => {
    const id = await someUser();
    await turnOnTwoFactor(context, { id });
    return callerFor(context).users.resetTwoFactor({ id });
  },
  "users.delete": async (context) => callerFor(context).users.delete({ id: await someUser() }),
  "content.articles": (context) => callerFor(context).content.articles({}),
  "content.article": async (context) => callerFor(context).content.article({ id: await someArticle() }),
  "content.faq": (context) => callerFor(context).content.faq(),
  "content.preview": (context) => callerFor(context).content.preview({ markdown: "# Ash" }),
  "content.saveArticle": (context) => callerFor(context).content.saveArticle(draft),
  "content.deleteArticle": async (context) =>
    callerFor(context).content.deleteArticle({ id: await someArticle(), seenVersion: 1 }),
  "content.saveFaqEntry": (context) => callerFor(context).content.saveFaqEntry(question),
  "content.deleteFaqEntry": async (context) => {
    const id = await saveFaqEntry({ ...(await testContext()), actor: { kind: "system" } }, question);
    return callerFor(context).content.deleteFaqEntry({ id, seenVersion: 1 });
  },
};

const draft = {
  title: "Draft",
  excerpt: "",
  body: "",
  imageUrl: "",
  imageAlt: "",
  status: "draft",
} as const;

const question = {
  category: "Climate",
  question: "Hidden?",
  answer: "Yes.",
  position: 9,
  published: false,
} as const;

const someArticle = async () =>
  (await saveArticle({ ...(await testContext()), actor: { kind: "system" } }, draft)).id;

/** There is no such payment: past the gate, that is what they say. */
const pastTheGate = (call: Promise<unknown>) =>
  call.catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return error.message;
    throw error;
  });

const someUser = async () => (await makeUser(await testContext())).id;

/** The id of a mail that is not sent. */
async function unsentMail(): Promise<number> {
  const key = randomUUID();
  const { em } = await testContext();
  const mail = em.create(OutboxEmail, {
    key,
    template: "test",
    recipient: "a@example.com",
    subject: key,
    html: "",
    text: "",
  });
  await em.flush();
  return mail.id;
}

let orderId: number;
const contexts = new Map<Role | "visitor", Context>();

beforeAll(async () => {
  const context = await testContext();
  contexts.set("visitor", context);
  for (const role of roles) contexts.set(role, asUser(context, await makeUser(context, { role })));
  const customer = contexts.get("customer")?.actor;
  if (customer?.kind !== "user") throw new Error("no customer");
  orderId = (await makeOrder(context, { customer })).id;
});

describe("every tRPC procedure", () => {
  it("has its permission from what it does or reads, and is called below", () => {
    for (const [path, { _def }] of procedures) {
      const { permission, command, reads } = _def.meta ?? {};
      const advice = `server/trpc/router.test.ts: make ${path} with mutation(…) of a command or reading(…) of a read`;
      expect(permission, path).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/);
      expect(permission, advice).toBe(command?.definition.permission ?? reads?.permissions[0]);
    }
    const paths = procedures.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(calls)));
    for (const [path, { _def }] of procedures) {
      if (_def.type === "query")
        expect(calls, `server/trpc/router.test.ts: add a call of ${path}`).toHaveProperty([path]);
    }
  });

  for (const [path, procedure] of procedures) {
    const callOf = calls[path];
    if (!callOf) continue;
    for (const role of ["visitor", ...roles] as const) {
      const permission = procedure._def.meta?.permission ?? "settings.edit";
      const allowed = allows(role, permission);
      it(`${path} is ${allowed ? "open" : "closed"} to a ${role}`, async () => {
        const call = callOf(contexts.get(role) ?? (await testContext()));
        if (allowed) await expect(call).resolves.toBeDefined();
        else
          await expect(call).rejects.toMatchObject({
            code: role === "visitor" ? "UNAUTHORIZED" : "FORBIDDEN",
          });
      });
    }
  }

  it.each(["customer", "shop_manager", "administrator"] as const)(
    "shows an order to its buyer and to staff who may see what it came to: a %s",
    async (role) => {
      const caller = callerFor(contexts.get(role) ?? (await testContext()));
      expect(await caller.orders.byId({ id: orderId })).toMatchObject({ id: orderId });
    },
  );

  it("hides another customer's order as if it were not there", async () => {
    const stranger = asUser(await testContext(), await makeUser(await testContext()));
    await expect(callerFor(stranger).orders.byId({ id: orderId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a procedure's failure", () => {
  const failing = router({
    ours: reading(read("products.view", () => null)).query(() => {
      throw new Error("password=secret at /srv/shop");
    }),
  });

  it("names the fields at fault when the input is wrong", async () => {
    const administrator = contexts.get("administrator");
    if (!administrator) throw new Error("no administrator");
    const wrong = { id: -1 };
    const error = await callerFor(administrator)
      .orders.byId(wrong)
      .catch((reason: unknown) => reason);
    if (!(error instanceof TRPCError)) throw new Error("not refused");
    const shape = appRouter._def._config.errorFormatter({
      error,
      type: "query",
      path: "orders.byId",
      input: wrong,
      ctx: administrator,
      shape: { message: error.message, code: -32600, data: { code: error.code, httpStatus: 400 } },
    });
    expect(shape.data).toMatchObject({ reason: "validation_failed", fields: { id: [expect.any(String)] } });
  });

  it("shows nothing of an error that is ours but the request's id", async () => {
    const context = await testContext();
    const error = await createCallerFactory(failing)(context)
      .ours()
      .catch((reason: unknown) => reason);
    if (!(error instanceof TRPCError)) throw new Error("not refused");
    const shape = failing._def._config.errorFormatter({
      error,
      type: "query",
      path: "ours",
      input: undefined,
      ctx: context,
      shape: { message: error.message, code: -32603, data: { code: error.code, httpStatus: 500 } },
    });
    expect(JSON.stringify(shape)).not.toContain("secret");
    expect(shape).toMatchObject({ data: { reason: "internal", requestId: context.requestId } });
  });
});
