import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AuditEntry, Enquiry, IdempotentRequest, Order, Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { forgetIdempotentRequests } from "#server/commands/idempotent-requests.server.ts";
import { capabilities } from "#server/core/roles.ts";
import { sendEnquiry } from "#server/enquiries/enquiries.server.ts";
import { makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor, type RestResponse, withSandbox } from "#server/testing/rest-caller.ts";
import { exampleCalls, exampleOf, orderPayload } from "#server/testing/rest-examples.ts";
import { GOOD_CARD, payIntent } from "#server/testing/sandbox.ts";
import { makeApiKey } from "#server/testing/users.ts";
import { databaseState, watchWrites } from "#server/testing/watch-writes.ts";
import { defineEndpoint, reply } from "./endpoint.ts";
import { restAppOf, restEndpoints } from "./rest-app.server.ts";
import { orderSchema } from "./rest-shapes.ts";

withSandbox();

const examples = await exampleCalls();
const script = (await makeApiKey({ permissions: capabilities })).headers;

const em = () => getOrm().em.fork();
const keyed = (key: string, more: Record<string, string> = script) => ({ ...more, "Idempotency-Key": key });

let enquiries = 0;
/** A unique message, and a count of its stored copies. */
function enquiry() {
  enquiries += 1;
  const subject = `Question ${enquiries}`;
  const json = { name: "Rhea Rest", email: "rhea@example.com", subject, message: "How much biochar?" };
  const send = (key: string, headers = keyed(key)) => callRest("POST", "/api/contact", { headers, json });
  return { json, send, kept: () => em().count(Enquiry, { subject }) };
}

describe("every POST that creates", () => {
  it("heeds the key, and no other row says that it does", () => {
    expect(restEndpoints.filter(({ repeating }) => repeating).map(({ path }) => path)).toEqual([
      "/api/admin/batches",
      "/api/admin/batches/{code}/analyses",
      "/api/newsletter",
      "/api/contact",
      "/api/create-payment-intent",
      "/api/orders",
      "/api/shop/orders",
      "/api/orders/{invoiceNumber}/withdrawals",
      "/api/auth/register",
      "/api/admin/orders/{id}/refunds",
      "/api/admin/orders/{id}/cancel",
      "/api/admin/orders/{id}/returns",
      "/api/admin/orders/{id}/hand-over",
      "/api/admin/orders/{id}/parcels",
      "/api/admin/users",
      "/paypal/order",
      "/paypal/order/{orderId}/capture",
    ]);
  });

  it("gives the same answer again and changes nothing more", async () => {
    const writes = await watchWrites();
    for (const row of restEndpoints.filter(({ repeating }) => repeating)) {
      const { path, json } = exampleOf(examples, row);
      const call = { headers: keyed(randomUUID()), json };
      const first = await callRest("POST", path, call);
      const done = first.status < 300;
      const [written, state] = [await writes(), done ? null : await databaseState()];
      const second = await callRest("POST", path, call);
      expect(second.status, path).toBe(first.status);
      if (done) {
        expect(await writes(), path).toBe(written);
        expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
        expect(first.headers.get("idempotency-replayed")).toBeNull();
        expect(second.headers.get("idempotency-replayed")).toBe("true");
      } else expect(await databaseState(), path).toEqual(state);
    }
  }, 60_000);
});

describe("one key", () => {
  it("stands for one request: another body is refused", async () => {
    const { json, send, kept: countEnquiries } = enquiry();
    const key = randomUUID();
    await send(key);
    const other = await callRest("POST", "/api/contact", {
      headers: keyed(key),
      json: { ...json, message: "Something else entirely" },
    });
    expect(other).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(Object.keys((other.body as { fields: object }).fields)).toEqual(["Idempotency-Key"]);
    const elsewhere = await callRest("POST", "/api/newsletter", {
      headers: keyed(key),
      json: { email: json.email },
    });
    expect(elsewhere.status).toBe(422);
    expect(await countEnquiries()).toBe(1);
  });

  it("may be quoted, and the fields in another order", async () => {
    const { json, send, kept: countEnquiries } = enquiry();
    const key = randomUUID();
    await send(key);
    const turned = Object.fromEntries(Object.entries(json).reverse());
    const again = await callRest("POST", "/api/contact", { headers: keyed(`"${key}"`), json: turned });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await countEnquiries()).toBe(1);
  });

  it("is one caller's own", async () => {
    const { send, kept: countEnquiries } = enquiry();
    const key = randomUUID();
    const other = await makeApiKey({ permissions: ["orders.view"] });
    const cookies = [await cookieFor("customer"), await cookieFor("customer")];
    await send(key);
    await send(key, keyed(key, other.headers));
    for (const cookie of cookies) await send(key, keyed(key, { Cookie: cookie ?? "" }));
    await send(key, keyed(key, { "X-Client-Address": "192.0.2.7" }));
    await send(key, keyed(key, { "X-Client-Address": "192.0.2.8" }));
    expect(await countEnquiries()).toBe(6);
  });

  it("is refused when it is short, long, or has other characters", async () => {
    const { send, kept: countEnquiries } = enquiry();
    for (const key of ["short", "with a space in it", "x".repeat(129), "", "naïve-key-naïve"]) {
      const headers = { ...script, "Idempotency-Key": key };
      expect(await send(key, headers)).toMatchObject({ status: 400, body: { code: "bad_request" } });
    }
    expect(await countEnquiries()).toBe(0);
  });

  it("is forgotten after a day", async () => {
    const { send, kept: countEnquiries } = enquiry();
    const key = randomUUID();
    await send(key);
    const dayLater = { now: () => new Date(Date.now() + 25 * 3_600_000) };
    await forgetIdempotentRequests(await testContext({ clock: dayLater }));
    expect(await em().count(IdempotentRequest)).toBe(0);
    expect((await send(key)).headers.get("idempotency-replayed")).toBeNull();
    expect(await countEnquiries()).toBe(2);
  });

  it("is stored, like the body, so that nobody can read it", async () => {
    const key = "a-key-that-is-guarded";
    const person = { name: "Paula", username: "paula-rest", email: "paula-rest@example.com" };
    const json = { ...person, password: "a secret password", role: "customer" };
    await callRest("POST", "/api/admin/users", { headers: keyed(key), json });
    const stored = JSON.stringify(await em().execute("select * from idempotent_request"));
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(json.password);
  });
});

describe("a request that was refused or failed", () => {
  it("is tried afresh under its key", async () => {
    const product = await makeProduct(await testContext(), { stockQuantity: 0 });
    const call = { headers: keyed(randomUUID()), json: shopOrder(product.id) };
    expect((await callRest("POST", "/api/shop/orders", call)).status).toBe(409);
    expect(await em().count(IdempotentRequest)).toBe(await settled());
    await em().execute("update product set stock_quantity = 5 where id = ?", [product.id]);
    expect((await callRest("POST", "/api/shop/orders", call)).status).toBe(201);
  });

  it("leaves nothing behind when it breaks between effect and answer", async () => {
    const { json, kept: countEnquiries } = enquiry();
    let breaks = true;
    const row = defineEndpoint({
      method: "POST",
      path: "/api/contact",
      summary: "Breaks once",
      permission: "public",
      repeating: "with-effect",
      body: z.strictObject({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
      responses: { 200: { description: "Kept", schema: z.strictObject({ id: z.int() }) } },
      answer: async ({ context, body }) => {
        const made = await sendEnquiry(context, body);
        if (breaks) throw new Error("The process dies here");
        return reply(200, made);
      },
    });
    const key = randomUUID();
    const send = () =>
      restAppOf([row]).fetch(
        new Request("http://127.0.0.1:3000/api/contact", {
          method: "POST",
          headers: { "Content-Type": "application/json", ...keyed(key) },
          body: JSON.stringify(json),
        }),
        { loadContext: {} },
      );
    expect((await send()).status).toBe(500);
    expect(await countEnquiries()).toBe(0);
    breaks = false;
    expect((await send()).status).toBe(200);
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
    expect(await countEnquiries()).toBe(1);
  });

  it("is asked again while its answer is not the final one, and then no more", async () => {
    const statuses = [202, 200] as const;
    let asked = 0;
    const isDone = z.strictObject({ isDone: z.boolean() });
    const row = defineEndpoint({
      method: "POST",
      path: "/api/slow",
      summary: "Is done the second time",
      permission: "public",
      repeating: "after-effect",
      responses: {
        200: { description: "Done", schema: isDone },
        202: { description: "Not done yet", schema: isDone },
      },
      answer: async () => {
        const status = statuses[asked] ?? 200;
        asked += 1;
        return reply(status, { isDone: status === 200 });
      },
    });
    const headers = keyed(randomUUID());
    const send = () =>
      restAppOf([row]).fetch(new Request("http://127.0.0.1:3000/api/slow", { method: "POST", headers }), {
        loadContext: {},
      });
    expect((await send()).status).toBe(202);
    expect((await send()).status).toBe(200);
    expect(await (await send()).json()).toEqual({ isDone: true });
    expect(asked).toBe(2);
  });

  it("is taken over a minute after its process was killed, and not before", async () => {
    const { send, kept: countEnquiries } = enquiry();
    const key = randomUUID();
    await send(key);
    // The state that a process leaves when it is killed before its work commits.
    const [row] = await em().find(IdempotentRequest, {}, { orderBy: { id: "desc" }, limit: 1 });
    await em().execute("delete from enquiry");
    const cut = (secondsAgo: number) =>
      em().nativeUpdate(
        IdempotentRequest,
        { id: row?.id ?? 0 },
        { status: null, body: null, claimedAt: new Date(Date.now() - secondsAgo * 1000) },
      );
    await cut(1);
    const early = await send(key);
    expect(early).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await countEnquiries()).toBe(0);
    await cut(61);
    expect((await send(key)).status).toBe(200);
    expect(await countEnquiries()).toBe(1);
  });
});

describe("at once", () => {
  it("twenty orders at the counter under one key are one order", async () => {
    const product = await makeProduct(await testContext(), { stockQuantity: 100 });
    const customer = await makeUser(await testContext());
    const call = {
      headers: keyed(randomUUID()),
      json: { ...shopOrder(product.id), customerId: customer.id },
    };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => callRest("POST", "/api/shop/orders", call)),
    );
    const order = theOneOrderOf(responses);
    expect(await em().count(Order, { customer: customer.id })).toBe(1);
    expect(await stockOf(product.id)).toBe(98);
    expect(await em().count(AuditEntry, { area: "orders", subjectId: String(order.id) })).toBe(1);
  });

  it("the secret with which a browser pays is not stored in plain", async () => {
    await makeProduct(await testContext(), { price: 2000 });
    const call = { headers: keyed(randomUUID(), {}), json: { amount: 30.99 } };
    const begun = await callRest("POST", "/api/create-payment-intent", call);
    const again = await callRest("POST", "/api/create-payment-intent", call);
    expect(begun.body).toEqual({ clientSecret: expect.stringContaining("_secret_") });
    expect(again.body).toEqual(begun.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const stored = await em().find(IdempotentRequest, {});
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter(({ body }) => body?.includes("_secret_"))).toEqual([]);
  });

  it("twenty orders of one payment under one key are one order", async () => {
    const product = await makeProduct(await testContext(), { price: 2000, stockQuantity: 100 });
    // Two at £20.00 and delivery of £10.99.
    const begun = await callRest("POST", "/api/create-payment-intent", { json: { amount: 50.99 } });
    const { clientSecret } = z.object({ clientSecret: z.string() }).parse(begun.body);
    await payIntent(clientSecret, GOOD_CARD);
    const transactionId = clientSecret.replace(/_secret_.*/, "");
    const { invoiceNumber: _made, ...payload } = orderPayload(product.id);
    const call = { headers: keyed(randomUUID(), {}), json: { ...payload, transactionId } };
    const order = theOneOrderOf(
      await Promise.all(Array.from({ length: 20 }, () => callRest("POST", "/api/orders", call))),
    );
    const again = await callRest("POST", "/api/orders", call);
    expect(again).toMatchObject({ status: 201, body: order });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await em().count(Order, { transactionId })).toBe(1);
    expect(await stockOf(product.id)).toBe(98);
  });

  it("many different keys do not stand in each other's way", async () => {
    const product = await makeProduct(await testContext(), { stockQuantity: 100 });
    const asked = Array.from({ length: 20 }, () => enquiry());
    const answers = await Promise.all(asked.map(({ send }) => send(randomUUID())));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const orders = await Promise.all(
      Array.from({ length: 10 }, () =>
        callRest("POST", "/api/shop/orders", { headers: keyed(randomUUID()), json: shopOrder(product.id) }),
      ),
    );
    expect(orders.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await Promise.all(asked.map(({ kept }) => kept()))).toEqual(Array(20).fill(1));
  });
});

function shopOrder(productId: number) {
  return {
    customerName: "Carl Counter",
    customerEmail: "carl@example.com",
    customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
    items: [{ productId, quantity: 2 }],
    paymentMethod: "cash",
  };
}

/** The responses; the other requests were told to come back. */
function theOneOrderOf(responses: RestResponse[]): z.infer<typeof orderSchema> {
  const orders = responses.filter(({ status }) => status === 201);
  for (const { status, headers } of responses.filter((response) => !orders.includes(response))) {
    expect({ status, retryAfter: headers.get("retry-after") }).toEqual({ status: 409, retryAfter: "1" });
  }
  expect(new Set(orders.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  return orderSchema.parse(orders[0]?.body);
}

async function stockOf(id: number): Promise<number> {
  return (await em().findOneOrFail(Product, id)).stockQuantity;
}

/** How many requests have a response; none stays in progress. */
function settled(): Promise<number> {
  return em().count(IdempotentRequest, { status: { $ne: null } });
}
