import { randomUUID } from "node:crypto";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { publicEndpoints, type RateLimitName, rateLimits } from "#server/access/limits.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { handleRest } from "#server/api/rest-app.server.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { findWithdrawable } from "#server/orders/withdrawals.server.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import { makeOrder, makeProduct, makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { cookieOf, cookieOfUser } from "#server/testing/users.ts";
import { handleTrpc } from "#server/trpc/router.server.ts";
import { routes } from "../routes.ts";

/*
 * Every entry point in the table of limits counts against each limit of its row and reports it. Real requests go
 * through the entry point's own handler until it answers 429 with the row's message and the time to wait. Each limit
 * allows one request here.
 */

await runTestSandbox();

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = "0.000001";
  await closeRateLimiters();
});

type RouteHandler = (args: { request: Request; params: object; context: object }) => unknown;
const routeHandler = z.custom<RouteHandler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: routeHandler, action: routeHandler });

interface RequestParts {
  /** Appended to the address; its variable parts are in `params`. */
  query?: string;
  params?: Record<string, string>;
  cookie?: string;
  form?: Record<string, string>;
  json?: unknown;
  address?: string;
  headers?: Record<string, string>;
}

interface LimitedResponse {
  status: number;
  text: string;
  retryAfter: number;
  cookie: string;
}

const HOME = "203.0.113.77";

async function sendTo(endpoint: string, call: RequestParts): Promise<LimitedResponse> {
  const [method = "GET", pattern = "/"] = endpoint.replace("procedure ", "GET /api/trpc/").split(" ");
  const { params = {}, query = "", form, json, cookie, headers } = call;
  const filled = pattern.replace(/:(\w+)|\{(\w+)\}/g, (_, one, other) => params[one ?? other] ?? "1");
  const address = filled.replace("*", params["*"] ?? "orders.recent");
  const context: { retryAfterSeconds?: number } = {};
  // Passkeys do not work at 127.0.0.1.
  const request = new Request(`http://localhost:3000${address}${query}`, {
    method,
    headers: {
      "X-Client-Address": call.address ?? HOME,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: json === undefined ? (form ? new URLSearchParams(form) : null) : JSON.stringify(json),
  });
  const isRest = /^\/(api(?!\/trpc)|paypal)\//.test(pattern) && pattern !== "/api/docs";
  const result = isRest
    ? await handleRest(request, context)
    : await handlePage(endpoint, request, params, context);
  if (result instanceof Response) {
    return {
      status: result.status,
      text: await result.text(),
      retryAfter: Number(result.headers.get("Retry-After") ?? context.retryAfterSeconds),
      cookie: result.headers.getSetCookie().map(cookieOf).join("; "),
    };
  }
  const { data, init } = z
    .object({ data: z.unknown(), init: z.object({ status: z.int().optional() }).loose().nullish() })
    .catch({ data: result, init: null })
    .parse({ ...Object(result) });
  const [text, status] = [JSON.stringify(data), init?.status ?? 200];
  return { status, text, retryAfter: Number(context.retryAfterSeconds), cookie: "" };
}

async function handlePage(
  endpoint: string,
  request: Request,
  params: object,
  context: object,
): Promise<unknown> {
  if (endpoint.startsWith("procedure ")) return handleTrpc(request, context);
  const [method, pattern] = endpoint.split(" ");
  const route = routes.find(({ path: own = "" }) => `/${own}` === pattern);
  if (!route) throw new Error(`no route ${endpoint}`);
  const module: unknown = await import(path.resolve(import.meta.dirname, "..", route.file));
  const { loader, action } = moduleSchema.parse({ ...Object(module) });
  const handler = method === "GET" ? loader : action;
  if (!handler) throw new Error(`nothing answers ${endpoint}`);
  try {
    return await handler({ request, params, context });
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  }
}

const email = () => `${randomUUID()}@example.com`;
const wrong = "not the password";

async function customer() {
  const context = await testContext();
  const { id } = await makeUser(context, { password: "the right password" });
  return { id, context, cookie: await cookieOfUser(id) };
}

async function cartWith(): Promise<string> {
  const { id } = await makeProduct(await testContext(), { stockQuantity: 50 });
  const form = { intent: "add", productId: String(id), quantity: "1" };
  const headers = { Accept: "text/html" };
  const { cookie } = await sendTo("POST /cart", { form, headers, address: randomUUID() });
  return cookie;
}

type MakeRequest = () => Promise<RequestParts>;
/** Prepares what both requests share. */
type Visit = () => Promise<MakeRequest>;

const always =
  (makeCall: () => RequestParts | Promise<RequestParts>): Visit =>
  async () =>
  async () =>
    makeCall();
const alike = (call: RequestParts): Visit => always(() => call);

const search = always(() => ({ query: `?search=${randomUUID().slice(0, 8)}` }));

const elsewhere =
  (visit: Visit): Visit =>
  async () => {
    const ask = await visit();
    return async () => ({ ...(await ask()), address: randomUUID() });
  };

/** Looks up payments that were never begun here, and one that was. */
function lookups(makeCall: (id: string) => RequestParts) {
  const unknown = always(() => makeCall(`pi_${randomUUID().slice(0, 8)}`));
  const known: Visit = async () => {
    const { em } = await testContext();
    const [checkout, payment] = [randomUUID(), `pi_${randomUUID().slice(0, 8)}`];
    await em.execute("insert into checkout (id, status, total_amount) values (?, 'paying', 2000)", [
      checkout,
    ]);
    await em.execute(
      "insert into payment (checkout_id, provider, provider_payment_id, amount) values (?, 'stripe', ?, 2000)",
      [checkout, payment],
    );
    return async () => makeCall(payment);
  };
  return {
    "unknown-payment": unknown,
    "unknown-payment-of-all": elsewhere(unknown),
    "payment-lookup": known,
  };
}

function guesses(name: "email" | "username", as: "form" | "json", more: Record<string, string> = {}) {
  const guess = (login: string): RequestParts => {
    const fields = { ...more, [name]: login, password: wrong };
    return as === "form" ? { form: fields } : { json: fields };
  };
  return {
    "sign-in": always(() => guess(email())),
    "sign-in-account": alike(guess("somebody@example.com")),
    "sign-in-name": always(() => ({ ...guess("anybody@example.com"), address: randomUUID() })),
  };
}

const wrongCodeAt =
  (name: "email" | "username"): Visit =>
  async () => {
    const context = await testContext();
    const role = name === "email" ? "administrator" : "customer";
    const user = await makeUser(context, { role, password: "the right password" });
    await turnOnTwoFactor(context, user);
    const json = { [name]: user[name], password: "the right password", code: "000000" };
    return async () => ({ json });
  };

const ownPassword =
  (call: RequestParts): Visit =>
  async () => {
    const { cookie } = await customer();
    return async () => ({ cookie, ...call });
  };

const ownCode =
  (made: (password: string) => RequestParts): Visit =>
  async () => {
    const { id, context, cookie } = await customer();
    await turnOnTwoFactor(context, { id });
    return async () => ({ cookie, ...made("the right password") });
  };

const newAddress = (password: string) => ({ email: email(), currentPassword: password });

const paymentOfNewCart: Visit = always(async () => ({
  cookie: await cartWith(),
  form: { ...textsOf(filledForm()), intent: "pay" },
}));

function textsOf(form: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [name, value === true ? "on" : String(value)]),
  );
}

/** For scripts, which have no cart: each call begins its own payment. */
function paymentsBy(makeCall: () => RequestParts) {
  const visit = always(makeCall);
  return { "payment-intent": visit, "payment-intent-of-all": elsewhere(visit) };
}

const drawn: Visit = async () => {
  const context = await testContext({ clock: { now: () => new Date() } });
  const { invoiceNumber } = await makeOrder(context);
  const token = await makeConfirmationToken(context.em, invoiceNumber, new Date());
  return async () => ({ query: `?t=${token}`, params: { invoiceNumber } });
};

const message = () => ({
  ...{ name: "Eve", email: email(), subject: "Hello" },
  message: "Long enough to be a message.",
});
const newcomer = () => ({
  ...{ name: "New", email: email(), username: randomUUID().slice(0, 12) },
  password: "a long password",
});

/** How to make an entry point count against a limit of its row. "write" needs nothing but a request. */
const visits: Record<string, Partial<Record<RateLimitName, Visit>>> = {
  "GET /products": { search },
  "GET /blog": { search },
  "GET /api/products": { search },
  "GET /api/delivery-quote": { search: alike({ query: "?items=1x1&postcode=SY8+1AA&country=GB" }) },
  "POST /cart": {
    "new-cart": always(async () => {
      const { id } = await makeProduct(await testContext());
      return { form: { intent: "add", productId: String(id), quantity: "1" } };
    }),
  },
  "POST /checkout": {
    checkout: paymentOfNewCart,
    "payment-intent": paymentOfNewCart,
    "payment-intent-of-all": elsewhere(paymentOfNewCart),
  },
  "GET /checkout-success": lookups((id) => ({ query: `?payment_intent=${id}` })),
  "POST /order-confirmation": {
    "resend-confirmation": async () => {
      const call = await (await drawn())();
      return async () => ({ query: call.query ?? "", form: {} });
    },
  },
  "POST /admin/login": guesses("email", "form"),
  "POST /admin-login": guesses("email", "form"),
  "POST /login": guesses("username", "form"),
  "POST /verify-email": guesses("username", "form", { intent: "sign-in" }),
  "POST /register": {
    register: always(() => {
      const person = newcomer();
      return { form: { ...person, confirmPassword: person.password } };
    }),
  },
  "POST /forgot-password": { "forgot-password": always(() => ({ form: { email: email() } })) },
  "POST /account": { "account-mail": ownPassword({ form: {} }) },
  "POST /account/settings": {
    "own-password": ownPassword({
      form: {
        intent: "password",
        currentPassword: wrong,
        newPassword: "another one",
        confirmPassword: "another one",
      },
    }),
    "two-factor": ownCode((currentPassword) => ({
      form: {
        ...{ intent: "password", code: "000000", currentPassword },
        newPassword: "another one",
        confirmPassword: "another one",
      },
    })),
    "account-mail": ownCodeFree((password) => ({ form: { intent: "profile", ...newAddress(password) } })),
  },
  "POST /customer-dashboard": {
    "own-password": ownPassword({ form: newAddress(wrong) }),
    "two-factor": ownCode((password) => ({ form: { ...newAddress(password), code: "000000" } })),
    "account-mail": ownCodeFree((password) => ({ form: newAddress(password) })),
  },
  "POST /account/passkeys": {
    "own-password": async () => {
      const { cookie } = await customer();
      const form = { intent: "begin", name: "Phone", password: wrong };
      return async () => ({ cookie, form });
    },
    "two-factor": ownCode((password) => ({
      form: { intent: "begin", name: "Phone", password, code: "000000" },
    })),
  },
  "GET /orders/:invoiceNumber/invoice.pdf": { pdf: drawn },
  "POST /orders/:invoiceNumber/withdraw": {
    withdrawal: cancelled(({ lineId }) => ({ form: { step: "confirm", [`quantity.${lineId}`]: "1" } })),
  },
  "POST /api/orders/{invoiceNumber}/withdrawals": {
    withdrawal: cancelled(({ productId }) => ({
      json: { lines: [{ productId, quantity: 1 }], reason: randomUUID() },
    })),
  },
  "POST /stock-alerts/:step": {
    "stock-alert": always(async () => {
      const { slug } = await makeProduct(await testContext(), { stockQuantity: 0 });
      return { params: { step: "ask" }, form: { slug, email: email() } };
    }),
  },
  "POST /contact": { contact: always(() => ({ form: message() })) },
  "POST /newsletter": {
    newsletter: always(() => ({ form: { intent: "subscribe", email: email() } })),
    "newsletter-mail": async () => {
      const form = { intent: "subscribe", email: email() };
      await sendTo("POST /newsletter", { form, address: randomUUID() });
      return async () => ({ form: { ...form, intent: "send" }, address: randomUUID() });
    },
    "newsletter-code": always(() => ({ form: { intent: "verify", email: email(), code: "000000" } })),
  },
  "GET /api/trpc/*": { "staff-call": alike({}) },
  "POST /api/trpc/*": {
    "staff-call": alike({ params: { "*": "products.create" }, json: {} }),
    write: alike({ params: { "*": "products.create" }, json: {} }),
  },
  "POST /webhooks/:provider": { "forged-event": alike({ params: { provider: "paypal" }, json: {} }) },
  "POST /api/newsletter": { newsletter: always(() => ({ json: { email: email() } })) },
  "POST /api/newsletter/code": {
    newsletter: always(() => ({ json: { email: email() } })),
    "newsletter-mail": async () => {
      const json = { email: email() };
      return async () => ({ json, address: randomUUID() });
    },
  },
  "POST /api/newsletter/confirm": {
    "newsletter-code": always(() => ({ json: { email: email(), code: "000000" } })),
  },
  "POST /api/contact": { contact: always(() => ({ json: message() })) },
  "POST /api/auth/register": { register: always(() => ({ json: newcomer() })) },
  "POST /api/auth/login": { ...guesses("username", "json"), "two-factor": wrongCodeAt("username") },
  "POST /api/admin/login": { ...guesses("email", "json"), "two-factor": wrongCodeAt("email") },
  "POST /api/auth/forgot-password": { "forgot-password": always(() => ({ json: { email: email() } })) },
  "PATCH /api/auth/profile": {
    "own-password": ownPassword({ json: newAddress(wrong) }),
    "two-factor": ownCode((password) => ({ json: { ...newAddress(password), code: "000000" } })),
    "account-mail": ownCodeFree((password) => ({ json: newAddress(password) })),
  },
  "POST /api/auth/change-password": {
    "own-password": ownPassword({
      json: { currentPassword: wrong, newPassword: "another one", confirmPassword: "another one" },
    }),
    "two-factor": ownCode((currentPassword) => ({
      json: {
        ...{ currentPassword, code: "000000" },
        newPassword: "another one",
        confirmPassword: "another one",
      },
    })),
  },
  "GET /api/account/export": { "own-data": ownPassword({}) },
  "GET /paypal/setup": { "client-token": alike({}) },
  "POST /paypal/order/{orderId}/capture": lookups((orderId) => ({ params: { orderId }, json: {} })),
  "POST /api/orders": lookups((transactionId) => ({
    json: {
      ...{ customerName: "Eve", customerEmail: email(), customerAddress: "Here", paymentMethod: "stripe" },
      ...{ transactionId, items: [{ productId: 1, quantity: 1 }] },
    },
  })),
  "POST /api/create-payment-intent": paymentsBy(() => ({ json: { amount: 12.34 } })),
  "POST /paypal/order": paymentsBy(() => ({
    json: { amount: 12.34, currency: "GBP", intent: "CAPTURE" },
  })),
  "POST /login/code": {
    "two-factor": async () => {
      const context = await testContext();
      const user = await makeUser(context, { password: "the right password" });
      await turnOnTwoFactor(context, user);
      const form = { username: user.username, password: "the right password" };
      const { cookie } = await sendTo("POST /login", { form, address: randomUUID() });
      return async () => ({ cookie, form: { code: "000000" } });
    },
  },
  "POST /login/passkey": {
    "sign-in": always(() => {
      const response = { clientDataJSON: "abc", authenticatorData: "abc", signature: "abc" };
      const id = randomUUID();
      const signed = { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
      return { form: { intent: "sign-in", audience: "customer", signed: JSON.stringify(signed) } };
    }),
  },
  "procedure products.list": {
    "staff-call": alike({}),
    search: async () => {
      const { em } = await testContext();
      const input = JSON.stringify({ json: { search: "biochar" } });
      return async () => {
        await em.fork().execute("delete from rate_limit where key like 'staff-call:%'");
        return { params: { "*": "products.list" }, query: `?input=${encodeURIComponent(input)}` };
      };
    },
  },
  ...Object.fromEntries(
    ["orders.byId", "products.categories", "products.homeGrid"].map((name) => [
      `procedure ${name}`,
      { "staff-call": alike({}) },
    ]),
  ),
};

/** Cancels a unit of one order each time, by its link. */
function cancelled(made: (line: { lineId: number; productId: number }) => RequestParts): Visit {
  return async () => {
    const context = await testContext();
    const product = await makeProduct(context);
    const { invoiceNumber } = await makeOrder(context, { lines: [{ product, quantity: 9 }] });
    const token = await makeConfirmationToken(context.em, invoiceNumber, new Date());
    const { lines } = await findWithdrawable(context, { invoiceNumber, token, cartId: null });
    const line = { lineId: lines[0]?.lineId ?? 0, productId: product.id };
    return async () => ({ params: { invoiceNumber }, query: `?t=${token}`, ...made(line) });
  };
}

function ownCodeFree(made: (password: string) => RequestParts): Visit {
  return async () => {
    const { cookie } = await customer();
    return async () => ({ cookie, ...made("the right password") });
  };
}

const pairs = Object.entries(publicEndpoints).flatMap(([endpoint, limits]) =>
  typeof limits === "string" ? [] : limits.map((name) => [endpoint, name] as const),
);

const isToldOf = ({ text }: LimitedResponse, name: RateLimitName) =>
  text.includes(JSON.stringify(rateLimits[name].message).slice(1, -1));

/** What is wrong with a refusal by a limit. */
function faultOf(refused: LimitedResponse, name: RateLimitName): string | undefined {
  if (refused.status !== 429) return `answered ${refused.status} ${refused.text.slice(0, 300)}`;
  if (!refused.text.includes(rateLimits[name].message)) return `told ${refused.text}`;
  const isInWindow = refused.retryAfter > 0 && refused.retryAfter <= rateLimits[name].seconds;
  return isInWindow ? undefined : `may come back after ${refused.retryAfter} s`;
}

/** The second of two requests must be refused, whatever all other limits counted. */
async function faultAt(endpoint: string, name: RateLimitName, visit: Visit): Promise<string | undefined> {
  const { em } = await testContext();
  await em.execute("delete from rate_limit");
  const ask = await visit();
  const others = () => em.execute("delete from rate_limit where key not like ?", [`${name}:%`]);
  const first = await ask();
  await others();
  if (isToldOf(await sendTo(endpoint, first), name)) return "refused the first request";
  const second = await ask();
  await others();
  return faultOf(await sendTo(endpoint, second), name);
}

describe("an endpoint counts against the limits of its row, and says so", { timeout: 60_000 }, () => {
  it("each by itself", async () => {
    const faults: string[] = [];
    for (const [endpoint, name] of pairs) {
      const visit = visits[endpoint]?.[name];
      const fault = visit && (await faultAt(endpoint, name, visit));
      if (fault) faults.push(`${endpoint}: ${name} ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("and all of them together against that of writes", async () => {
    const { em } = await testContext();
    await em.execute("delete from rate_limit");
    await sendTo("POST /cart", { form: { intent: "nothing" } });
    const faults: string[] = [];
    for (const [endpoint, name] of pairs.filter((pair) => pair[1] === "write")) {
      const isForScripts = /^\S+ \/(api|paypal)\//.test(endpoint);
      const call = visits[endpoint]?.write ? await (await visits[endpoint].write())() : null;
      const fallback = isForScripts ? { json: {} } : { form: { intent: "nothing" } };
      const fault = faultOf(await sendTo(endpoint, call ?? fallback), name);
      if (fault) faults.push(`${endpoint}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Tested elsewhere, because they take many steps to reach: rate-limits.test.ts has each of them. */
const testedElsewhere: [endpoint: string, name: RateLimitName, where: string][] = [
  ["GET /products/:slug", "search", "app/routes/expensive-requests.test.ts"],
  ["POST /checkout", "payment-of-checkout", "server/checkout/count-payment-attempt.test.ts"],
  ["POST /api/create-payment-intent", "payment-of-checkout", "server/checkout/count-payment-attempt.test.ts"],
  ["POST /api/create-payment-intent", "checkout", "server/access/rate-limits.test.ts"],
  ["POST /paypal/order", "payment-of-checkout", "server/checkout/count-payment-attempt.test.ts"],
  ["POST /paypal/order", "checkout", "server/access/rate-limits.test.ts"],
  ["POST /account/settings", "new-cart", "app/routes/expensive-requests.test.ts"],
  ["GET /orders/:invoiceNumber/notes/:noteNumber/pdf", "pdf", "server/access/rate-limits.test.ts"],
  ["GET /orders/:invoiceNumber/statement.pdf", "pdf", "server/access/rate-limits.test.ts"],
];

it("plays every limit of every row but those that refuse nothing, and these", () => {
  const refuses = ([, name]: (typeof pairs)[number]) => (rateLimits[name].message as string) !== "";
  const isPlayed = ([endpoint, name]: (typeof pairs)[number]) =>
    name === "write" || visits[endpoint]?.[name] !== undefined;
  const missing = pairs.filter((pair) => refuses(pair) && !isPlayed(pair)).map((pair) => pair.join(" "));
  expect(missing.sort()).toEqual(testedElsewhere.map(([endpoint, name]) => `${endpoint} ${name}`).sort());
});
