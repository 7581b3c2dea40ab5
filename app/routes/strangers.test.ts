import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { Order, Product, User } from "#db/entities/index.ts";
import { restEndpoints } from "#server/rest/rest-app.server.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";
import { type Device, signInDevice } from "#server/testing/signed-in.ts";
import { appRouter } from "#server/trpc/router.server.ts";
import routes from "../routes.ts";
import { action as settingsAction, loader as settingsLoader } from "./account/account-settings.tsx";
import { loader as noteLoader } from "./account/correction-note.tsx";
import { loader as notePdfLoader } from "./account/correction-note-pdf.ts";
import { loader as dashboardLoader } from "./account/customer-dashboard.tsx";
import { loader as invoiceLoader } from "./account/invoice.tsx";
import { loader as invoicePdfLoader } from "./account/invoice-pdf.ts";
import { loader as dispatchedLoader } from "./shop/order-confirmation.tsx";
import { loader as devMailLoader } from "./system/dev-mail.tsx";

/* Ids and numbers of somebody else, through every address that takes one: nothing of theirs comes back or changes. */

const SECRET = "Agatha Private";

let owner: User;
let device: Device;
let order: Order;
let product: Product;
let callers: (string | undefined)[];

beforeAll(async () => {
  const context = await testContext();
  owner = await makeUser(context, { name: SECRET });
  device = await signInDevice({ ...context, clock: { now: () => new Date() } }, owner);
  product = await makeProduct(context);
  order = await makeOrder(context, { customer: owner, lines: [{ product, quantity: 1 }] });
  callers = [undefined, await cookieFor("customer")];
});

interface Call {
  path: string;
  params?: Record<string, string>;
  form?: Record<string, string>;
}

type Answerer = (given: LoaderFunctionArgs) => Promise<unknown>;

/** What a loader or action answers or throws, as text with its status. */
async function textOf(answerer: Answerer, cookie: string | undefined, { path, params = {}, form }: Call) {
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method: form ? "POST" : "GET",
    headers: { ...(cookie ? { Cookie: cookie } : {}), "X-Client-Address": "203.0.113.9" },
    body: form ? new URLSearchParams(form) : null,
  });
  const answer = await answerer({ request, params, context: {} }).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return `${answer.status} ${await answer.text()}`;
  return JSON.stringify(answer);
}

describe("somebody else's", () => {
  const pages: [string, Answerer, () => Call][] = [
    ["invoice", invoiceLoader, () => ({ path: "/", params: { invoiceNumber: order.invoiceNumber } })],
    [
      "invoice with a token of one's own making",
      invoiceLoader,
      () => ({ path: "/?t=INV-1.forged", params: { invoiceNumber: order.invoiceNumber } }),
    ],
    [
      "invoice as PDF",
      invoicePdfLoader,
      () => ({ path: "/", params: { invoiceNumber: order.invoiceNumber } }),
    ],
    [
      "credit note",
      noteLoader,
      () => ({ path: "/", params: { invoiceNumber: order.invoiceNumber, noteNumber: "CN-000001" } }),
    ],
    [
      "credit note as PDF",
      notePdfLoader,
      () => ({ path: "/", params: { invoiceNumber: order.invoiceNumber, noteNumber: "CN-000001" } }),
    ],
    [
      "order in the settings",
      settingsLoader,
      () => ({ path: `/account/settings?tab=orders&order=${order.id}` }),
    ],
    ["order in the dashboard", dashboardLoader, () => ({ path: `/customer-dashboard?order=${order.id}` })],
    [
      "orders after one of theirs",
      dashboardLoader,
      () => ({ path: `/customer-dashboard?after=${order.id + 1}` }),
    ],
    ["confirmation", dispatchedLoader, () => ({ path: `/order-confirmation?t=${order.id}.forged` })],
    ["mail in the outbox", devMailLoader, () => ({ path: "/dev/mail/1", params: { id: "1" } })],
    [
      "order to buy again",
      settingsAction,
      () => ({ path: "/account/settings", form: { intent: "buy-again", orderId: String(order.id) } }),
    ],
    [
      "session to end",
      settingsAction,
      () => ({ path: "/account/settings", form: { intent: "end-session", sessionId: device.sessionId } }),
    ],
  ];

  it.each(pages)("%s is not to be had", async (_what, answerer, call) => {
    for (const cookie of callers) {
      const text = await textOf(answerer, cookie, call());
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(owner.email);
      expect(text).not.toContain(order.transactionId);
    }
    expect(await device.isSignedIn()).toBe(true);
  });

  it("account cannot be named in one's own calls", async () => {
    const [, cookie] = callers;
    const strange = { id: owner.id, userId: owner.id, customerId: owner.id };
    for (const [method, path] of [
      ["PATCH", "/api/auth/profile"],
      ["POST", "/api/auth/change-password"],
    ] as const) {
      expect((await callRest(method, path, { cookie, json: { name: "Mallory", ...strange } })).status).toBe(
        422,
      );
    }
    for (const { path } of restEndpoints.filter(({ permission }) => permission === "signed-in")) {
      const { body } = await callRest("GET", path, { cookie });
      expect(JSON.stringify(body), path).not.toContain(order.invoiceNumber);
    }
  });
});

describe("no address with an id in it is forgotten", () => {
  /** Public, or proven for strangers by the file that is named. */
  const pages: Record<string, string> = {
    "manufacturing/:page": "public",
    ":page": "public",
    "sitemap/:part": "public",
    "products/:slug": "public",
    "blog/:slug": "public",
    "resources/:file": "public",
    "media/:file": "public",
    "orders/:invoiceNumber/invoice": "here",
    "orders/:invoiceNumber/invoice.pdf": "here",
    "orders/:invoiceNumber/notes/:noteNumber": "here",
    "orders/:invoiceNumber/notes/:noteNumber/pdf": "here",
    "orders/:invoiceNumber/credit-notes/:noteNumber": "here",
    "orders/:invoiceNumber/credit-notes/:noteNumber/pdf": "here",
    "dev/mail/:id": "here",
  };

  it("among the pages", () => {
    const withIds = routes.flatMap(({ path }) => (path?.includes(":") ? [path] : []));
    expect(withIds.filter((path) => !(path in pages))).toEqual([]);
  });

  it("among the calls of REST: each needs a permission over anybody's, but the payer's own capture (capture-paypal-order.test.ts)", () => {
    const withIds = restEndpoints.filter(
      ({ path, permission }) => path.includes("{") && !permission.endsWith(":any"),
    );
    expect(withIds.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "POST /paypal/order/{orderId}/capture",
    ]);
  });

  it("among the procedures of tRPC: each names a permission", () => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { meta?: { permission?: string } } }
    >;
    const own = Object.entries(procedures).filter(([, { _def }]) => !_def.meta?.permission?.endsWith(":any"));
    // Whose order it is, its verb looks (find-orders.test.ts, router.test.ts).
    expect(own.map(([path]) => path).sort()).toEqual(["orders.byId"]);
  });
});
