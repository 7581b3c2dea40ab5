import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/rest/rest-app.server.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { awkwardParts, hostileTexts } from "#server/testing/hostile-texts.ts";
import { cookieFor, databaseState } from "#server/testing/rest/rest-caller.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { appRouter } from "#server/trpc/router.server.ts";
import { dashboardTabs } from "../components/staff/dashboard-tabs.tsx";
import { shopTabs } from "../components/staff/shop/shop-tabs.tsx";
import routes from "../routes.ts";

/*
 * Hostile requests to every page of the route table, in each address parameter and each search parameter that the page
 * reads. New pages are included automatically.
 */

type RouteHandler = (args: LoaderFunctionArgs) => unknown;
const handlerSchema = z.custom<RouteHandler>((value) => typeof value === "function").optional();
const moduleSchema = z.object({ loader: handlerSchema, action: handlerSchema });

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
runTestSandbox();

let cookies: Record<"visitor" | "administrator", string>;

beforeAll(async () => {
  const context = await testContext();
  const product = await makeProduct(context);
  await makeOrder(context, { lines: [{ product, quantity: 1 }] });
  cookies = { visitor: "", administrator: (await cookieFor("administrator")) ?? "" };
});

afterEach(() => {
  vi.restoreAllMocks();
});

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
    "webhooks/:provider": "by its signature: server/orders/payment/webhook-signatures.test.ts",
    "api/*": "each row: server/rest/contract-refusals.test.ts",
    "paypal/*": "each row: server/rest/contract-refusals.test.ts",
    "api/trpc/*": "server/trpc/handle-trpc.test.ts",
  };
  const signs: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://elsewhere.example" },
    { Origin: "null" },
  ];

  it("is refused by every action, whoever's browser it is", async () => {
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
  });
});

describe("hostile text", () => {
  it("as a part of an address is no fault of a page's", async () => {
    for (const { pattern, loader } of readable.filter(({ pattern }) => /[:*]/.test(pattern))) {
      const names = [...pattern.matchAll(/:(\w+)|\*/g)].map(([, name = "*"]) => name);
      for (const text of [...hostileTexts, ...awkwardParts]) {
        const params = Object.fromEntries(names.map((name) => [name, text]));
        const address = `/${pattern.replaceAll(/:\w+|\*/g, encodeURIComponent(text))}`;
        for (const cookie of Object.values(cookies)) {
          expect.soft(await statusOf(loader, { address, params, cookie }), address).toBeLessThan(500);
        }
      }
    }
  });

  /** Names that lists and calls read, for pages that take all parameters as a whole. */
  const knownNames = [
    ...new Set([
      ...restEndpoints.flatMap(({ query }) => Object.keys(query?.shape ?? {})),
      ...Object.values(
        appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>,
      )
        .flatMap(({ _def }) => _def.inputs)
        .flatMap((input) => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])),
    ]),
  ];

  /** Each tab of a screen reads its own parameters. */
  const tabsOf: Record<string, string[]> = {
    admin: dashboardTabs.map(({ key }) => key),
    "shop-manager": shopTabs.map(({ key }) => key),
    "admin/content": ["articles", "questions"],
    "admin/settings": ["General", "Products"],
    "account/settings": ["profile", "orders", "security", "support"],
    "customer-dashboard": ["orders", "profile", "support"],
  };

  it("in any search parameter is no fault of a page's, and writes nothing", async () => {
    const before = await databaseState();
    for (const { pattern, loader } of readable) {
      for (const tab of tabsOf[pattern] ?? [undefined]) {
        const send = async (search: (readonly [string, string])[]) => {
          const query = new URLSearchParams(search.map(([name, value]) => [name, value]));
          if (tab) query.set("tab", tab);
          const address = `/${pattern}?${query}`;
          const status = await statusOf(loader, { address, cookie: cookies.administrator });
          expect.soft(status, address).toBeLessThan(500);
          return status;
        };
        const names = await requestedNames(loader, pattern, tab);
        for (const [index, text] of hostileTexts.entries()) {
          const all = names.map((name) => [name, text] as const);
          if ((await send(all)) < 400) continue;
          // One that was refused may have kept the others from being read.
          for (const pair of all.filter((_pair, place) => place % hostileTexts.length === index)) {
            await send([pair]);
          }
        }
      }
    }
    expect(await databaseState()).toEqual(before);
  }, 60_000);

  /**
   * The search parameters that a page reads, recorded while it reads them; all known ones where it takes them as a
   * whole.
   */
  async function requestedNames(loader: RouteHandler, pattern: string, tab: string | undefined) {
    const names = new Set<string>();
    for (const method of ["get", "has", "getAll"] as const) {
      const real: (this: URLSearchParams, name: string) => unknown = URLSearchParams.prototype[method];
      function noted(this: URLSearchParams, name: string) {
        names.add(name);
        return real.call(this, name) as never;
      }
      vi.spyOn(URLSearchParams.prototype, method).mockImplementation(noted);
    }
    const realIterator = URLSearchParams.prototype[Symbol.iterator];
    vi.spyOn(URLSearchParams.prototype, Symbol.iterator).mockImplementation(function (this: URLSearchParams) {
      for (const name of knownNames) names.add(name);
      return realIterator.call(this);
    });
    const search = tab ? `?tab=${tab}` : "";
    await statusOf(loader, { address: `/${pattern}${search}`, cookie: cookies.administrator });
    vi.restoreAllMocks();
    return [...names].filter((name) => name !== "tab" || !tab);
  }
});
