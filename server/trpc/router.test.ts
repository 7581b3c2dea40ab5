import { randomUUID } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { saveArticle } from "#server/content/save-content.server.ts";
import type { Context } from "#server/core/context.ts";
import { allows, type Role, roles } from "#server/core/roles.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { reading } from "./procedures.server.ts";
import { appRouter, callerFor, procedures } from "./router.server.ts";
import { createCallerFactory, router } from "./trpc.server.ts";

/** A valid call of every query. */
const calls: Record<string, (context: Context) => Promise<unknown>> = {
  "orders.recent": (context) => callerFor(context).orders.recent(),
  "orders.search": (context) => callerFor(context).orders.search({ search: "person" }),
  "orders.byId": (context) => callerFor(context).orders.byId({ id: orderId }),
  "orders.details": (context) => callerFor(context).orders.details({ id: orderId }),
  "shop.customers": (context) => callerFor(context).shop.customers({ search: "person" }),
  "shop.counterSheet": (context) => callerFor(context).shop.counterSheet({}),
  "orders.failed": (context) => callerFor(context).orders.failed(),
  "reports.analytics": (context) => callerFor(context).reports.analytics({}),
  "evidence.report": (context) => callerFor(context).evidence.report({}),
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
  "ledger.month": (context) => callerFor(context).ledger.month({ month: "2026-03" }),
  "emails.search": (context) => callerFor(context).emails.search({}),
  "emails.byId": async (context) => callerFor(context).emails.byId({ id: await unsentMail() }),
  "today.counts": (context) => callerFor(context).today.counts(),
  "orders.totals": (context) => callerFor(context).orders.totals(),
  "apiKeys.list": (context) => callerFor(context).apiKeys.list(),
  "find.everything": (context) => callerFor(context).find.everything({ text: "person" }),
  "audit.search": (context) => callerFor(context).audit.search({}),
  "settings.read": (context) => callerFor(context).settings.read(),
  "newsletter.subscribers": (context) => callerFor(context).newsletter.subscribers({}),
  "enquiries.search": (context) => callerFor(context).enquiries.search({}),
  "users.list": (context) => callerFor(context).users.list({ search: "" }),
  "users.byId": async (context) => callerFor(context).users.byId({ id: await someUser() }),
  "content.articles": (context) => callerFor(context).content.articles({}),
  "content.article": async (context) => callerFor(context).content.article({ id: await someArticle() }),
  "content.faq": (context) => callerFor(context).content.faq(),
};

const draft = {
  title: "Draft",
  excerpt: "",
  body: "",
  imageUrl: "",
  imageAlt: "",
  status: "draft",
} as const;

const someArticle = async () =>
  (await saveArticle({ ...(await testContext()), actor: { kind: "system" } }, draft)).id;

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
const contexts = new Map<Role | "visitor", Context>();

const context = await testContext();
contexts.set("visitor", context);
for (const role of roles) contexts.set(role, asUser(context, await makeUser(context, { role })));
const customer = contexts.get("customer")?.actor;
if (customer?.kind !== "user") throw new Error("no customer");
const orderId = (await makeOrder(context, { customer })).id;

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

  it("is open to the least role that may", async () => {
    const shut: string[] = [];
    for (const [path, call] of Object.entries(calls)) {
      const { permission = "shop.open" } = procedures.find(([one]) => one === path)?.[1]._def.meta ?? {};
      const role = roles.find((one) => allows(one, permission));
      const answer = call(contexts.get(role ?? "visitor") ?? (await testContext()));
      const failure = await answer.then(
        (result) => (result === undefined ? "nothing" : null),
        (error: unknown) => String(error),
      );
      if (failure) shut.push(`${path} as ${role}: ${failure}`);
    }
    expect(shut).toEqual([]);
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
