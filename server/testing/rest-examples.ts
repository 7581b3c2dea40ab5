import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Order, OrderLine } from "#db/entities/index.ts";
import { resendVerification } from "#server/accounts/send-verification.server.ts";
import { sendPasswordReset } from "#server/accounts/set-password.server.ts";
import { systemClock } from "#server/core/context.ts";
import { mailNewsletterCode, subscribe } from "#server/newsletter/subscribe.server.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { makeAnalysis, makeBatch, makeStatement } from "./batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "./factories.ts";
import { mailedLink } from "./mailed.ts";
import { callRest } from "./rest-caller.ts";
import { bodyExampleOf, type ContractOperation, contractOperations, parametersOf } from "./rest-contract.ts";
import { approvePayPalOrder, payIntent } from "./sandbox.ts";

export interface ExampleCall {
  path: string;
  json?: unknown;
}

/** What differs from the document's own example, because it names something that is there in this database. */
export interface ExampleChanges {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: object;
}

const STAFF_PASSWORD = "a long enough password";

/** For every operation of the document a request with nothing wrong in it: its own example, about what is there. */
export async function exampleCalls(): Promise<Record<string, ExampleCall>> {
  const context = await testContext();
  const product = await makeProduct(context, { stockQuantity: 1000 });
  const manager = await makeUser(context, { role: "shop_manager", password: STAFF_PASSWORD });
  const customer = await makeUser(context, { password: STAFF_PASSWORD });
  const order = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
  const { invoiceNumber } = order;
  const t = await makeConfirmationToken(context.em.fork(), invoiceNumber, new Date());
  const user = await makeUser(context, { isVerified: false });
  const deleted = await makeUser(context);
  const item = { productId: product.id, quantity: 1, price: 17.5 };
  const batch = await makeBatch(context, { product });
  await makeAnalysis(context, batch);
  const { code } = batch;
  const { order: stated } = await makeStatement(context);
  const changes: Record<string, ExampleChanges> = {
    "GET /api/batches/{code}": { params: { code } },
    "GET /api/admin/batches/{code}/allocations": { params: { code } },
    "POST /api/admin/batches/{code}/analyses": { params: { code } },
    "POST /api/admin/batches": { body: { productId: product.id } },
    "GET /api/products": { query: { category: "all", search: "a" } },
    "GET /api/products/{slug}": { params: { slug: product.slug } },
    "POST /api/orders": { body: orderPayload(product.id) },
    "POST /api/shop/orders": { body: { customerId: customer.id, items: [item] } },
    "POST /api/admin/orders/{id}/parcels": { body: { lines: [{ productId: product.id, quantity: 1 }] } },
    "GET /api/orders/{invoiceNumber}/withdrawals": { params: { invoiceNumber }, query: { t } },
    "GET /api/orders/{invoiceNumber}/statement": {
      params: { invoiceNumber: stated.invoiceNumber },
      query: { t: await makeConfirmationToken(context.em.fork(), stated.invoiceNumber, new Date()) },
    },
    "POST /api/orders/{invoiceNumber}/withdrawals": {
      ...{ params: { invoiceNumber }, query: { t } },
      body: { lines: [{ productId: product.id, quantity: 1 }] },
    },
    "POST /api/auth/login": { body: { username: customer.username, password: STAFF_PASSWORD } },
    "POST /api/admin/login": { body: { email: manager.email, password: STAFF_PASSWORD } },
    "PUT /api/admin/users/{id}": { body: userEdit(user.email) },
    "DELETE /api/admin/users/{id}": { params: { id: deleted.id } },
    "PUT /api/admin/users/{id}/status": { body: { isActive: true } },
    "PUT /api/admin/settings": { body: { ...defaultSettings, storePhone: "01584 000 001" } },
  };
  // Whatever is done to one of these needs no line above.
  const ids = Object.entries({
    "/api/admin/orders/{id}": order.id,
    "/api/admin/products/{id}": product.id,
    "/api/admin/users/{id}": user.id,
  });
  return Object.fromEntries(
    contractOperations.map((operation) => {
      const id = ids.find(([path]) => operation.path.startsWith(path))?.[1];
      const params = id === undefined ? {} : { params: { id } };
      return [operation.name, callOf(operation, { ...params, ...changes[operation.name] })];
    }),
  );
}

/** The document's example of an operation as a request, with changes. */
export function callOf({ path, operation }: ContractOperation, changes: ExampleChanges = {}): ExampleCall {
  const parameters = parametersOf(operation);
  const valuesIn = (place: "path" | "query") =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .flatMap(({ name, schema }) => (schema.examples ?? []).map((example) => [name, String(example)])),
    );
  const inPath: Record<string, string | number> = { ...valuesIn("path"), ...changes.params };
  const inQuery = Object.entries({ ...valuesIn("query"), ...changes.query });
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ""));
  const search = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]));
  const body = bodyExampleOf(operation);
  return {
    path: inQuery.length > 0 ? `${filled}?${search}` : filled,
    ...(body === undefined ? {} : { json: { ...body, ...changes.body } }),
  };
}

/** What POST /api/orders takes, for two of a product at £20.00, with every field; its payment is unknown. */
export function orderPayload(productId: number) {
  return {
    customerName: "Gwen Guest",
    customerEmail: "gwen@example.com",
    customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
    customerPhone: "01584 111 222",
    shippingCountry: "United Kingdom",
    subtotal: 40,
    taxRate: 0.2,
    taxAmount: "8.00",
    shippingCost: 10.99,
    totalAmount: 50.99,
    paymentMethod: "stripe",
    transactionId: "pi_unknown",
    invoiceNumber: "INV-1700000000000",
    items: [{ productId, productName: "Whatever", quantity: 2, price: 20 }],
  };
}

/** The user edit form, with every field. */
export function userEdit(email: string) {
  const edit = contractOperations.find(({ name }) => name === "PUT /api/admin/users/{id}");
  return { ...(edit ? bodyExampleOf(edit.operation) : {}), email, username: "rest-edited" };
}

/** The example of one operation. */
export function exampleOf(
  examples: Record<string, ExampleCall>,
  row: { method: string; path: string },
): ExampleCall {
  const example = examples[`${row.method} ${row.path}`];
  if (!example) throw new Error(`the OpenAPI document has no ${row.method} ${row.path}`);
  return example;
}

/** Operations that one request exhausts: what each needs is made again for every call, which then succeeds. */
export const freshExamples: Record<string, () => Promise<ExampleChanges>> = {
  "POST /api/orders": async () => {
    const product = await makeProduct(await testContext(), { price: 2000 });
    const { invoiceNumber: _, ...payload } = orderPayload(product.id);
    return { body: { ...payload, invoiceNumber: undefined, transactionId: await paidIntent("50.99") } };
  },
  "POST /paypal/order/{orderId}/capture": async () => {
    const { body } = await callRest("POST", "/paypal/order", {
      json: { amount: "50.99", currency: "GBP", intent: "capture" },
    });
    const { id } = z.object({ id: z.string() }).parse(body);
    await approvePayPalOrder(id);
    return { params: { orderId: id } };
  },
  "POST /api/auth/register": async () => {
    const name = `fresh-${randomUUID()}`;
    return { body: { email: `${name}@example.com`, username: name } };
  },
  "POST /api/newsletter/confirm": async () => {
    const context = await testContext({ clock: systemClock });
    const email = `fresh-${randomUUID()}@example.com`;
    await subscribe(context, { email, source: "api" });
    return { body: { email, code: await mailNewsletterCode(context, { email }) } };
  },
  "POST /api/admin/orders/{id}/parcels": async () => {
    const context = await testContext();
    const product = await makeProduct(context);
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
    return { params: { id }, body: { lines: [{ productId: product.id, quantity: 1 }] } };
  },
  "POST /api/admin/orders/{id}/refunds": async () => {
    const { id, lines } = await orderInHands(0);
    return { params: { id }, body: { lines } };
  },
  "POST /api/admin/orders/{id}/cancel": async () => ({ params: { id: (await orderInHands(0)).id } }),
  "POST /api/admin/orders/{id}/returns": async () => {
    const { id, lines } = await orderInHands(1);
    return { params: { id }, body: { lines } };
  },
  "POST /api/admin/orders/{id}/hand-over": async () => ({ params: { id: (await orderInHands(0)).id } }),
  "POST /api/admin/users": async () => {
    const name = `fresh-${randomUUID()}`;
    return { body: { email: `${name}@example.com`, username: name } };
  },
  "DELETE /api/admin/users/{id}": async () => ({
    params: { id: (await makeUser(await testContext())).id },
  }),
  "POST /api/auth/reset-password": async () => {
    const context = await testContext({ clock: systemClock });
    const { email } = await makeUser(context);
    await sendPasswordReset(context, { email });
    return { body: { token: (await mailedLink(context, "reset-password", email)).token } };
  },
  "GET /api/auth/verify": async () => {
    const context = await testContext({ clock: systemClock });
    const user = await makeUser(context, { isVerified: false });
    await resendVerification(asUser(context, user));
    const { email, token } = await mailedLink(context, "verify-email", user.email);
    return { query: { email, token } };
  },
};

/** A payment of the sandbox that has gone through, as a transactionId. */
async function paidIntent(amount: string): Promise<string> {
  const { body } = await callRest("POST", "/api/create-payment-intent", { json: { amount } });
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(body);
  await payIntent(clientSecret, "4242424242424242");
  return clientSecret.replace(/_secret_.*/, "");
}

/** An order of one unit, paid in cash, that left or not. */
async function orderInHands(left: 0 | 1) {
  const context = await testContext();
  const product = await makeProduct(context);
  const { id } = await makeOrder(context, { lines: [{ product, quantity: 1 }] });
  const em = context.em.fork();
  await em.nativeUpdate(Order, id, { paymentMethod: "cash", transactionId: null });
  await em.nativeUpdate(OrderLine, { order: id }, { leftQuantity: left });
  return { id, lines: [{ productId: product.id, quantity: 1, backIntoStock: true }] };
}
