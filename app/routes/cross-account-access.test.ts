import type { LoaderFunctionArgs } from "@remix-run/node";
import { matchPath } from "@remix-run/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { Order, Product, User } from "#db/entities/index.ts";
import { isCapability } from "#server/core/capabilities.ts";
import { allows } from "#server/core/roles.ts";
import { restEndpoints } from "#server/rest/rest-app.server.ts";
import {
  type Belongings,
  type CrossAccountCall,
  crossAccountCalls,
  publicAddressesWithIds,
} from "#server/testing/cross-account-calls.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest/rest-caller.ts";
import { type Device, signInDevice } from "#server/testing/signed-in.ts";
import { appRouter } from "#server/trpc/router.server.ts";
import { routes } from "../routes.ts";
import { action as settingsAction, loader as settingsLoader } from "./account/account-settings.tsx";
import { action as useAction, loader as useLoader } from "./account/biochar-use.tsx";
import { loader as statementLoader } from "./account/carbon-statement.tsx";
import { loader as noteLoader } from "./account/correction-note.tsx";
import { loader as dashboardLoader } from "./account/customer-dashboard.tsx";
import { loader as invoiceLoader } from "./account/invoice.tsx";
import { action as withdrawAction, loader as withdrawLoader } from "./account/withdraw.tsx";
import { loader as dispatchedLoader } from "./shop/order-confirmation.tsx";
import { loader as batchLoader } from "./staff/admin-batch.tsx";
import { loader as batchLabelsLoader } from "./staff/admin-batch-labels.tsx";
import { loader as batchRecallLoader } from "./staff/admin-batch-recall.tsx";
import { loader as staffCustomerLoader } from "./staff/admin-customer.tsx";
import { loader as staffOrderLoader } from "./staff/admin-order.tsx";
import { loader as benchLoader } from "./staff/admin-packing-order.tsx";
import { loader as devMailLoader } from "./system/dev-mail.tsx";
import { loader as fileLoader } from "./system/files.ts";

/* Ids and numbers of somebody else's records, through every address that takes one: nothing is returned or changed. */

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

type Handler = (args: LoaderFunctionArgs) => Promise<unknown>;

const readers: Record<string, Handler> = {
  "orders/:invoiceNumber/invoice": invoiceLoader,
  "orders/:invoiceNumber/invoice.pdf": fileLoader,
  "orders/:invoiceNumber/notes/:noteNumber": noteLoader,
  "orders/:invoiceNumber/notes/:noteNumber/pdf": fileLoader,
  "orders/:invoiceNumber/credit-notes/:noteNumber": noteLoader,
  "orders/:invoiceNumber/credit-notes/:noteNumber/pdf": fileLoader,
  "orders/:invoiceNumber/withdraw": withdrawLoader,
  "orders/:invoiceNumber/use": useLoader,
  "orders/:invoiceNumber/statement": statementLoader,
  "orders/:invoiceNumber/statement.pdf": fileLoader,
  "orders/:invoiceNumber/statement.json": fileLoader,
  "account/settings": settingsLoader,
  "customer-dashboard": dashboardLoader,
  "order-confirmation": dispatchedLoader,
  "admin/orders/:order": staffOrderLoader,
  "admin/packing/:orderId": benchLoader,
  "admin/batches/:code": batchLoader,
  "admin/batches/:code/labels": batchLabelsLoader,
  "admin/batches/:code/recall": batchRecallLoader,
  "admin/batches/:code/recall.csv": fileLoader,
  "admin/customers/:customer": staffCustomerLoader,
  "dev/mail/:id": devMailLoader,
};
const writers: Record<string, Handler> = {
  "account/settings": settingsAction,
  "orders/:invoiceNumber/withdraw": withdrawAction,
  "orders/:invoiceNumber/use": useAction,
};

/** What a loader or action returns or throws, as text with its status. */
async function textOf({ pattern, path, form }: CrossAccountCall, of: Belongings, cookie: string | undefined) {
  const handler = (form ? writers : readers)[pattern];
  if (!handler) throw new Error(`the route of ${pattern} is to be imported here`);
  const { href, pathname } = new URL(path(of), "http://127.0.0.1:3000");
  const request = new Request(href, {
    method: form ? "POST" : "GET",
    headers: { ...(cookie ? { Cookie: cookie } : {}), "X-Client-Address": "203.0.113.9" },
    body: form ? new URLSearchParams(form(of)) : null,
  });
  const { params } = matchPath(`/${pattern}`, pathname) ?? { params: {} };
  const result = await handler({ request, params, context: {} }).catch((thrown: unknown) => thrown);
  if (result instanceof Response) return `${result.status} ${await result.text()}`;
  return JSON.stringify(result);
}

describe("another person's", () => {
  it.each(crossAccountCalls.map((call) => [call.what, call] as const))(
    "%s is not to be had",
    async (_what, call) => {
      const { id: orderId, invoiceNumber, transactionId } = order;
      for (const cookie of callers) {
        const text = await textOf(call, { orderId, invoiceNumber, sessionId: device.sessionId }, cookie);
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain(owner.email);
        expect(text).not.toContain(transactionId);
      }
      expect(await device.isSignedIn()).toBe(true);
    },
  );

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

/** Whether customers hold this permission over their own records. The catalogue is everybody's. */
const isForCustomers = (permission: string) =>
  isCapability(permission) && permission !== "products.view" && allows("customer", permission);

describe("every address with an id in it is covered", () => {
  it("among the pages", () => {
    const covered = [...publicAddressesWithIds, ...crossAccountCalls.map(({ pattern }) => pattern)];
    const withIds = routes.flatMap(({ path }) => (path?.includes(":") ? [path] : []));
    expect(withIds.filter((path) => !covered.includes(path))).toEqual([]);
  });

  it("among the calls of REST: each needs a permission over anybody's, but the payer's own capture (capture-paypal-order.test.ts)", () => {
    const withIds = restEndpoints.filter(
      ({ path, permission }) => path.includes("{") && isForCustomers(permission),
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
    const own = Object.entries(procedures).filter(([, { _def }]) =>
      isForCustomers(_def.meta?.permission ?? ""),
    );
    // The command checks whose order it is (find-orders.test.ts, router.test.ts).
    expect(own.map(([path]) => path).sort()).toEqual(["orders.byId"]);
  });
});
