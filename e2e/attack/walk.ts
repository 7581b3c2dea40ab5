import { capabilities } from "#server/access/capabilities.ts";
import "../model/read-tsx.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import routes from "#app/routes.ts";
import { hashApiKey, makeApiKeySecret } from "#server/api-keys/api-key-secret.server.ts";
import { type Belongings, crossAccountCalls } from "#server/testing/cross-account-calls.ts";
import { awkwardParts, hostileTexts } from "#server/testing/hostile-texts.ts";
import { atOnce } from "./at-once.ts";
import type { AttackedShop } from "./attacked-shop.ts";
import type { Caller, CallerResponse, Sent } from "./caller.ts";
import { buyAsGuest } from "./guest-order.ts";

/* Hostile requests to every page, call and procedure in every role. */

const { appRouter } = await import("#server/trpc/router.server.ts");

const SCRIPT = `"><script>alert(1)</script>`;
const texts = [...hostileTexts, SCRIPT];

/** What a response must never show: where and how our code failed. */
const INTERNALS =
  /\n\s+at .+:\d+:\d+|node_modules|MikroORM|DriverException|syntax error at or near|violates [a-z-]+ constraint|ENOENT|\$argon2/;

const WALKERS = 6;

/** Names of fields and address parameters that pages and forms read, in addition to those of the calls. */
const names = [
  ...[
    "intent",
    "tab",
    "order",
    "edit",
    "user",
    "add",
    "new",
    "view",
    "article",
    "question",
    "area",
    "product",
  ],
  ...[
    "search",
    "category",
    "sort",
    "page",
    "after",
    "before",
    "cursor",
    "from",
    "to",
    "month",
    "by",
    "next",
    "t",
  ],
  ...[
    "token",
    "email",
    "code",
    "step",
    "status",
    "message",
    "sig",
    "payment_intent",
    "session_id",
    "subject",
  ],
  ...[
    "productId",
    "quantity",
    "returnTo",
    "shownTotal",
    "shownCurrency",
    "paymentMethod",
    "sessionId",
    "orderId",
    "id",
    "name",
  ],
  ...["password", "username", "currentPassword", "newPassword", "confirmPassword", "invoiceNumber", "reason"],
];

/** Forms whose owner's intent is known: their other fields are hostile. */
const intents = [
  ...[
    "add",
    "change",
    "remove",
    "undo",
    "prepare",
    "pay",
    "pay-paypal",
    "update",
    "profile",
    "password",
    "erase",
  ],
  ...[
    "end-others",
    "end-session",
    "buy-again",
    "two-factor-begin",
    "two-factor-confirm",
    "resend",
    "subscribe",
  ],
  ...[
    "send",
    "verify",
    "apiKeys.create",
    "apiKeys.revoke",
    "orders.dismissFailed",
    "save",
    "create",
    "archive",
  ],
];

interface Walker {
  who: string;
  caller: () => Caller;
  headers: Record<string, string>;
  /** Whether they may read everybody's orders. */
  isStaff: boolean;
}

interface Step {
  method: string;
  path: string;
  sent?: Sent;
}

export interface Walk {
  requests: number;
  answers: Record<string, number>;
  /** What a response showed or did and must not. */
  findings: string[];
}

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.unknown().optional() }))),
});

/** In the short form each place gets one of the hostile texts, a different one at each place, and one of the roles. */
export async function walkEverywhere(shop: AttackedShop, { short }: { short: boolean }): Promise<Walk> {
  const victim = await shop.customer({ name: "Agatha Private" });
  const order = await buyAsGuest(victim.browser, 1, {
    customerName: "Agatha Private",
    customerEmail: victim.email,
  });
  const [row] = await shop.query(
    "select o.id, o.transaction_id, s.id as session_id from customer_order o, user_session s where o.invoice_number = $1 and s.user_id = $2",
    [order.invoiceNumber, victim.id],
  );
  const belongings = { ...order, orderId: Number(row?.id), sessionId: String(row?.session_id) };
  const secrets = ["Agatha Private", victim.email, order.transactionId];
  const steps = [
    ...strangersSteps(belongings),
    ...pageSteps(short),
    ...(await callSteps(shop, short)),
    ...procedureSteps(short),
  ];
  const walk: Walk = { requests: 0, answers: {}, findings: [] };
  let isUntouched = true;
  const walkers = await walkersOf(shop, short);
  const before = await printOf(shop, victim.id);
  for (const [turn, walker] of walkers.entries()) {
    const own = short ? steps.filter((_step, place) => place % walkers.length === turn) : steps;
    if (walker.isStaff && isUntouched) {
      isUntouched = false;
      tellChanges(walk, before, await printOf(shop, victim.id));
    }
    await shop.forgetAttempts();
    await atOnce(WALKERS, own.length, async (number) => {
      const step = own[number];
      if (!step) return;
      const { method, path, sent = {} } = step;
      const headers = { ...walker.headers, ...sent.headers };
      const response = await walker.caller().send(method, path, { ...sent, headers });
      walk.requests += 1;
      const kind = response.status === 0 ? "unanswered" : `${Math.floor(response.status / 100)}xx`;
      walk.answers[kind] = (walk.answers[kind] ?? 0) + 1;
      const wrong = wrongIn(response, walker, secrets);
      if (wrong) walk.findings.push(`${walker.who}: ${method} ${path.slice(0, 150)}: ${wrong}`);
    });
  }
  return walk;
}

function wrongIn(
  { status, headers, text }: CallerResponse,
  { isStaff }: Walker,
  secrets: string[],
): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  const internals = text.match(INTERNALS)?.[0];
  if (internals) return `shows ${JSON.stringify(internals.trim())}`;
  if (headers["content-type"]?.includes("text/html") && text.includes("<script>alert(1)"))
    return "runs a script";
  const shown = isStaff ? undefined : secrets.find((secret) => text.includes(secret));
  return shown && `shows ${shown}`;
}

async function walkersOf(shop: AttackedShop, short: boolean): Promise<Walker[]> {
  const customer = await shop.customer();
  const administrator = await shop.administrator();
  const manager = shop.stranger();
  await manager.post("/api/admin/login", {
    json: { email: "manager@example.com", password: "biochar-demo" },
  });
  const elsewhere = (browser: Caller) => () => browser.movedTo(shop.stranger().address ?? "");
  const visitor = { who: "visitor", caller: () => shop.stranger(), headers: {}, isStaff: false };
  const signedIn = [
    { who: "customer", caller: elsewhere(customer.browser), headers: {}, isStaff: false },
    { who: "administrator", caller: elsewhere(administrator), headers: {}, isStaff: true },
  ];
  if (short) return [visitor, ...signedIn];
  const headers = { Authorization: `Bearer ${await makeKey(shop)}` };
  return [
    visitor,
    ...signedIn,
    { who: "shop manager", caller: elsewhere(manager), headers: {}, isStaff: true },
    { who: "API key", caller: () => shop.stranger(), headers, isStaff: true },
  ];
}

/** Of the demo administrator, with every permission there is. */
async function makeKey(shop: AttackedShop): Promise<string> {
  const { token, beginning } = makeApiKeySecret();
  await shop.query(
    `insert into api_key (name, token_hash, beginning, permissions, maker_id, expires_at)
     select 'attack', $1, $2, $3::jsonb, id, now() + interval '1 hour' from user_account where username = 'admin'`,
    [hashApiKey(token), beginning, JSON.stringify(capabilities)],
  );
  return token;
}

function strangersSteps(belongings: Belongings): Step[] {
  return crossAccountCalls.map(({ path, form }) =>
    form
      ? { method: "POST", path: path(belongings), sent: { form: form(belongings) } }
      : { method: "GET", path: path(belongings) },
  );
}

function pageSteps(short: boolean): Step[] {
  const steps: Step[] = [];
  for (const [place, { path: pattern = "" }] of routes.entries()) {
    // They sign the person out, and the rest of the walk would be a visitor's.
    if (pattern === "logout") continue;
    for (const text of chosen(texts, place, short)) {
      const query = new URLSearchParams(names.map((name) => [name, text]));
      const path = `/${pattern.replaceAll(/:\w+|\*/g, encodeURIComponent(text))}`;
      steps.push({ method: "GET", path: `${path}?${query}` });
      const fields = names.map((name): [string, string] => [name, text]);
      steps.push({ method: "POST", path, sent: { form: fields } });
    }
    if (/[:*]/.test(pattern)) {
      for (const part of chosen(awkwardParts, place, short)) {
        steps.push({ method: "GET", path: `/${pattern.replaceAll(/:\w+|\*/g, encodeURIComponent(part))}` });
      }
    }
    for (const intent of chosen(intents, place, short)) {
      const fields = names.map((name): [string, string] => [name, name === "intent" ? intent : SCRIPT]);
      // Erasing and signing out elsewhere are for a person to do, and this one may.
      if (intent === "erase" || intent === "end-others") continue;
      steps.push({ method: "POST", path: `/${pattern.replaceAll(/:\w+|\*/g, "1")}`, sent: { form: fields } });
    }
    for (const method of chosen(["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"], place, short)) {
      steps.push({ method, path: `/${pattern.replaceAll(/:\w+|\*/g, "1")}` });
    }
  }
  return steps;
}

/** Every call of the shop's own document. */
async function callSteps(shop: AttackedShop, short: boolean): Promise<Step[]> {
  const { text } = await shop.stranger().get("/api/openapi.json");
  const { paths } = documentSchema.parse(JSON.parse(text));
  const steps: Step[] = [];
  for (const [place, [pattern, operations]] of Object.entries(paths).entries()) {
    if (pattern.endsWith("/logout")) continue;
    for (const [verb, { requestBody }] of Object.entries(operations)) {
      const method = verb.toUpperCase();
      for (const value of chosen(texts, place, short)) {
        const path = pattern.replaceAll(/\{\w+\}/g, encodeURIComponent(value));
        steps.push({
          method,
          path: `${path}?${new URLSearchParams({ search: value, cursor: value, limit: value })}`,
        });
        if (!requestBody) continue;
        for (const json of hostileBodies(value)) steps.push({ method, path, sent: { json } });
        steps.push({
          method,
          path,
          sent: { body: `{"a":${value}`, headers: { "Content-Type": "application/json" } },
        });
      }
    }
  }
  return steps;
}

function hostileBodies(value: string): unknown[] {
  const all = Object.fromEntries(names.map((name) => [name, value]));
  return [
    value,
    [value],
    null,
    all,
    { ...all, id: { $ne: null }, items: [{ productId: value, quantity: -1 }] },
  ];
}

function procedureSteps(short: boolean): Step[] {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  );
  const steps: Step[] = [];
  for (const [place, [name, { _def }]] of procedures.entries()) {
    for (const value of chosen(texts, place, short)) {
      const inputs = [
        ...hostileBodies(value).map((json) => ({ json })),
        { json: {}, meta: { values: { "__proto__.polluted": ["Date"] } } },
        {
          json: { a: "1" },
          meta: { values: { a: [["map"]] }, referentialEqualities: { a: ["constructor"] } },
        },
      ];
      for (const input of inputs) {
        const path = `/api/trpc/${name}`;
        const text = JSON.stringify(input);
        if (_def.type === "query")
          steps.push({ method: "GET", path: `${path}?input=${encodeURIComponent(text)}` });
        else steps.push({ method: "POST", path, sent: { json: input } });
      }
    }
  }
  return steps;
}

function chosen<Value>(values: readonly Value[], place: number, short: boolean): readonly Value[] {
  return short ? values.slice(place % values.length, (place % values.length) + 1) : values;
}

/** Tables that no visitor and no other customer may change, and the victim's own rows, each as one short text. */
async function printOf(shop: AttackedShop, victim: number): Promise<Record<string, string>> {
  const statements: Record<string, [string, unknown[]]> = {
    "the victim's account": ["select * from user_account where id = $1", [victim]],
    orders: ["select * from customer_order where customer_name = 'Agatha Private' order by id", []],
    "the victim's sessions": ["select id from user_session where user_id = $1", [victim]],
    products: ["select id, name, price, archived_at from product order by id", []],
    settings: ["select * from store_setting", []],
    articles: ["select * from blog_post order by id", []],
    questions: ["select * from faq_entry order by id", []],
    "API keys": ["select id, revoked_at from api_key order by id", []],
    staff: ["select id, role from user_account where role <> 'customer' order by id", []],
  };
  const prints = Object.entries(statements).map(async ([what, [statement, values]]) => {
    const rows = JSON.stringify(await shop.query(statement, values));
    return [what, createHash("sha256").update(rows).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(prints));
}

function tellChanges(walk: Walk, before: Record<string, string>, after: Record<string, string>): void {
  for (const [what, print] of Object.entries(before)) {
    if (after[what] !== print) walk.findings.push(`${what}: changed by somebody who is no staff`);
  }
}
