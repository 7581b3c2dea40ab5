import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { awkwardParts, BEYOND_IDS, hostileTexts, someFor } from "#server/testing/hostile-texts.ts";
import { parametersReadBy } from "#server/testing/page-sources.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { databaseState } from "#server/testing/watch-writes.ts";
import { dashboardTabs, shopTabs } from "../components/staff/dashboard-tabs.tsx";
import { routes } from "../routes.ts";

/*
 * Hostile requests to every page of the route table, in each address parameter and each search parameter that the page
 * reads. New pages are included automatically.
 */

type RouteHandler = (args: LoaderFunctionArgs) => unknown;
const handlerSchema = z.custom<RouteHandler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: handlerSchema, action: handlerSchema });

/** Answered 401, by a page or by a call. */
const refusalSchema = z.union([
  z.object({ init: z.object({ status: z.literal(401) }) }),
  z.object({ status: z.literal(401) }),
]);

interface Page {
  pattern: string;
  loader?: RouteHandler | undefined;
  action?: RouteHandler | undefined;
}

const pages: Page[] = await Promise.all(
  routes.map(async ({ path: pattern = "", file }) => ({
    pattern,
    ...moduleSchema.parse({ ...(await import(path.resolve(import.meta.dirname, "..", file))) }),
  })),
);
const readable = pages.flatMap(({ pattern, loader }) => (loader ? [{ pattern, loader }] : []));
const writable = pages.flatMap(({ pattern, action }) => (action ? [{ pattern, action }] : []));

// The stand-ins' pages for test payments; the shop only forwards to them.
await runTestSandbox();

const context = await testContext();
const product = await makeProduct(context);
await makeOrder(context, { lines: [{ product, quantity: 1 }] });
const cookies = { visitor: "", administrator: (await cookieFor("administrator")) ?? "" };
const customer = (await cookieFor("customer")) ?? "";

interface Sent {
  address: string;
  params?: Record<string, string>;
  cookie?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** The status that a loader or an action returns or throws. An error that is not a response is a failure of ours. */
async function statusOf(handler: RouteHandler, { address, params = {}, cookie = "", form, headers }: Sent) {
  const request = new Request(`http://127.0.0.1:3000${address}`, {
    method: form ? "POST" : "GET",
    headers: { ...(cookie ? { Cookie: cookie } : {}), "X-Client-Address": "203.0.113.8", ...headers },
    body: form ? new URLSearchParams(form) : null,
  });
  const call = async () => handler({ request, params, context: {} });
  const result = await call().catch((thrown: unknown) => {
    if (thrown instanceof Error) throw new Error(`${address} failed`, { cause: thrown });
    return thrown;
  });
  if (result instanceof Response) return result.status;
  const { data } = z.object({ init: z.object({ status: z.int() }) }).safeParse(result);
  return data?.init.status ?? 200;
}

describe("a form that another website sends", () => {
  /** Not forms; each has its own test. */
  const elsewhere: Record<string, string> = {
    "webhooks/:provider": "by its signature: server/orders/webhook-signatures.test.ts",
    "api/*": "each row: server/api/contract-errors.test.ts",
    "paypal/*": "each row: server/api/contract-errors.test.ts",
    "api/trpc/*": "server/trpc/handle-trpc.test.ts",
    "sandbox/*": "before the application hears of it: server/http/same-origin.test.ts",
  };
  const signs: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://elsewhere.example" },
    { Origin: "null" },
  ];

  it("is refused by every action, no matter whose browser it is", async () => {
    const before = await databaseState();
    for (const { pattern, action } of writable.filter(({ pattern }) => !(pattern in elsewhere))) {
      for (const headers of signs) {
        for (const cookie of Object.values(cookies)) {
          const request = { address: `/${pattern}`, form: { intent: "add" }, cookie, headers };
          expect.soft(await statusOf(action, request), `${pattern} ${JSON.stringify(headers)}`).toBe(403);
        }
      }
    }
    expect(await databaseState()).toEqual(before);
  }, 240_000);
});

it("a form of anyone who is signed in is not read for anybody else", async () => {
  const refused: string[] = [];
  for (const { pattern, action } of writable) {
    const body = new URLSearchParams({ intent: "nothing" });
    const headers = { "X-Client-Address": "203.0.113.8" };
    const request = new Request(`http://127.0.0.1:3000/${pattern}`, { method: "POST", headers, body });
    const call = async () => action({ request, params: {}, context: {} });
    const answer: unknown = await call().catch((thrown: unknown) => thrown);
    const { data } = refusalSchema.safeParse(answer);
    if (!data) continue;
    refused.push(pattern);
    expect.soft(request.bodyUsed, pattern).toBe(false);
  }
  expect(refused).toEqual(["customer-dashboard", "account", "account/settings", "account/passkeys"]);
});

describe("hostile text", () => {
  it("as a part of an address is no fault of a page's", async () => {
    const withParts = readable.filter(({ pattern }) => /[:*]/.test(pattern));
    for (const [place, { pattern, loader }] of withParts.entries()) {
      const names = [...pattern.matchAll(/:(\w+)|\*/g)].map(([, name = "*"]) => name);
      for (const text of someFor(place, [...hostileTexts, ...awkwardParts])) {
        const params = Object.fromEntries(names.map((name) => [name, text]));
        const address = `/${pattern.replaceAll(/:\w+|\*/g, encodeURIComponent(text))}`;
        for (const cookie of Object.values(cookies)) {
          expect.soft(await statusOf(loader, { address, params, cookie }), address).toBeLessThan(500);
        }
      }
    }
  }, 240_000);

  /** Each tab of a screen reads its own parameters. */
  const tabsOf: Record<string, string[]> = {
    admin: dashboardTabs.map(({ key }) => key),
    "shop-manager": shopTabs.map(({ key }) => key),
    "admin/content": ["articles", "questions"],
    "admin/settings": ["General", "Products"],
    "account/settings": ["profile", "orders", "security", "support"],
    "customer-dashboard": ["orders", "profile", "support"],
  };
  /** Reads nothing for anybody else. */
  const forCustomers = ["customer-dashboard"];

  it("in any search parameter is no fault of a page's, and writes nothing", async () => {
    // As on a slow machine: that a device was seen again is all that may be written.
    await context.em.fork().execute("update user_session set last_seen_at = now() - interval '2 minutes'");
    const before = await databaseState();
    let places = 0;
    for (const { pattern, loader } of readable) {
      const cookie = forCustomers.includes(pattern) ? customer : cookies.administrator;
      for (const tab of tabsOf[pattern] ?? [undefined]) {
        places += 1;
        const send = async (search: (readonly [string, string])[]) => {
          const query = new URLSearchParams(search.map(([name, value]) => [name, value]));
          if (tab) query.set("tab", tab);
          const address = `/${pattern}?${query}`;
          const status = await statusOf(loader, { address, cookie });
          expect.soft(status, address).toBeLessThan(500);
          return status;
        };
        const search = tab ? `?tab=${tab}` : "";
        const address = `/${pattern}${search}`;
        const asked = await parametersReadBy(() => statusOf(loader, { address, cookie }));
        const names = asked.filter((name) => name !== "tab" || !tab);
        const texts = [...someFor(places, hostileTexts), BEYOND_IDS];
        for (const [index, text] of texts.entries()) {
          const all = names.map((name) => [name, text] as const);
          if ((await send(all)) < 400) continue;
          // One that was refused may have kept the others from being read.
          for (const pair of all.filter((_pair, place) => place % texts.length === index)) {
            await send([pair]);
          }
        }
      }
    }
    expect(await databaseState()).toEqual(before);
  }, 240_000);
});
