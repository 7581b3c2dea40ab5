import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { capabilities } from "#server/core/roles.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, withSandbox } from "#server/testing/rest-caller.ts";
import { cookieOf, makeApiKey } from "#server/testing/users.ts";
import { restEndpoints } from "./rest-app.server.ts";
import {
  blogPostSchema,
  failedOrderSchema,
  orderSchema,
  productSchema,
  staffUserSchema,
} from "./rest-shapes.ts";

withSandbox();

const checkout =
  "customerName customerEmail customerAddress customerPhone shippingCountry subtotal taxRate taxAmount shippingCost totalAmount paymentMethod transactionId invoiceNumber items";
const profile = "name email phone address city postcode country";
const user =
  "id name email username phone address city postcode postalCode country role isVerified hasResearchAccess isActive companyName customerType customerSegment industry landSize cropTypes biocharApplications leadScore totalLifetimeValue acquisitionSource tags notes emailOptIn smsOptIn preferredContactMethod sustainabilityGoals carbomReductionTarget createdAt";
const settings =
  "storeName storeDescription storeAddress storePhone storeEmail currency taxEnabled taxRate taxLabel taxIncludedInPrices shippingEnabled freeShippingThreshold standardShippingCost expressShippingCost shippingCalculationType paypalEnabled braintreeEnabled cashOnDeliveryEnabled bankTransferEnabled orderNumberPrefix orderStatusAfterPayment autoCompleteOrders orderNotificationEmail customerRegistration guestCheckout customerAccountCreation stockManagement lowStockThreshold hideOutOfStock productReviews";
const userEdit = user.replace(/\b(id|createdAt) ?/g, "").trim();

/** The calls that scripts know, written out a second time on purpose: method, path, fields of the payload. */
const calls: [string, string, string?][] = [
  ["GET", "/api/products"],
  ["GET", "/api/products/{slug}"],
  ["GET", "/api/blog-posts"],
  ["POST", "/api/newsletter", "email"],
  ["POST", "/api/contact", "name email subject message"],
  ["GET", "/paypal/setup"],
  ["POST", "/paypal/order", "amount currency intent"],
  ["POST", "/paypal/order/{orderId}/capture"],
  ["POST", "/api/create-payment-intent", "amount"],
  ["POST", "/api/orders", checkout],
  ["GET", "/api/auth/user"],
  ["POST", "/api/auth/register", "email name username password"],
  ["POST", "/api/auth/login", "username password"],
  ["POST", "/api/auth/logout"],
  ["PATCH", "/api/auth/profile", profile],
  ["POST", "/api/auth/change-password", "currentPassword newPassword confirmPassword"],
  ["POST", "/api/auth/forgot-password", "email"],
  ["POST", "/api/auth/reset-password", "token newPassword"],
  ["GET", "/api/auth/verify", "email token"],
  ["GET", "/api/orders/user"],
  ["GET", "/api/research/download"],
  ["POST", "/api/admin/login", "email password"],
  ["GET", "/api/admin/users"],
  ["POST", "/api/admin/users", "name email username password role"],
  ["PUT", "/api/admin/users/{id}", userEdit],
  ["DELETE", "/api/admin/users/{id}"],
  ["PUT", "/api/admin/users/{id}/status", "isActive"],
  ["POST", "/api/admin/users/{id}/reset-password"],
  ["PUT", "/api/admin/users/{id}/verify"],
  ["GET", "/api/admin/orders"],
  ["GET", "/api/admin/subscribers"],
  ["GET", "/api/admin/failed-orders"],
  ["GET", "/api/admin/stats"],
  ["GET", "/api/admin/settings"],
  ["PUT", "/api/admin/settings", settings],
  ["GET", "/api/admin/products/{id}"],
  ["GET", "/api/admin/trade-lists"],
  [
    "PUT",
    "/api/admin/products/{id}",
    "name description price salePrice onSale imageUrl stockQuantity isBestseller isNew taxRate family packLabel gtin pictures documents priceSteps tradePriceSteps netGrams packMillilitres grossGrams unitPrice handling bulkDensity footprint mixedIntoSoil packaging",
  ],
  ["GET", "/api/shop/orders"],
  ["GET", "/api/shop/customers"],
  [
    "POST",
    "/api/shop/orders",
    "customerId customerName customerEmail customerPhone customerAddress items paymentMethod",
  ],
  ["GET", "/api/customer/orders"],
];

describe("every call that scripts know", () => {
  it.each(calls)("%s %s is answered and takes its fields", (method, path, fields = "") => {
    const row = restEndpoints.find((one) => one.method === method && one.path === path);
    const schema = method === "GET" ? row?.query : row?.body;
    const taken = schema ? Object.keys(propertiesOf(schema)) : [];
    expect(row).toBeDefined();
    expect(taken).toEqual(expect.arrayContaining(fields.split(" ").filter(Boolean)));
  });
});

describe("answers carry the field names that scripts know", () => {
  it.each([
    [
      "product",
      productSchema,
      "id name slug description price salePrice onSale category imageUrl stockQuantity isBestseller isNew taxRate",
    ],
    ["blog post", blogPostSchema, "id title excerpt imageUrl publishedAt"],
    [
      "order",
      orderSchema,
      "id invoiceNumber customerId customerName customerEmail customerPhone customerAddress totalAmount status paymentMethod createdAt items",
    ],
    [
      "failed order",
      failedOrderSchema,
      "id customerName customerEmail totalAmount paymentMethod errorMessage attemptedAt createdAt",
    ],
    ["user", staffUserSchema, user],
  ])("%s", (_name, schema, fields) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(" ")));
  });
});

describe("between one call and another", () => {
  let headers: Record<string, string>;

  beforeAll(async () => {
    headers = (await makeApiKey({ permissions: capabilities })).headers;
  });

  const read = async (path: string) => (await callRest("GET", path, { headers })).body;

  it("a product is the same in the list, alone and after a change", async () => {
    const { id, slug, name } = await makeProduct(await testContext(), {
      name: "Walked through",
      price: 1950,
    });
    const alone = await read(`/api/products/${slug}`);
    expect(alone).toMatchObject({ id, name, price: 19.5 });
    expect(await read("/api/products?search=walked+through")).toEqual([alone]);
    const changed = await callRest("PUT", `/api/admin/products/${id}`, { headers, json: { price: 19.5 } });
    expect(changed.body).toEqual(alone);
  });

  it("an order is the same for administrators, shop managers and its customer", async () => {
    const context = await testContext({ clock: { now: () => new Date() } });
    const product = await makeProduct(context, { price: 1999 });
    const password = "a long enough password";
    const customer = await makeUser(context, { password });
    const placed = await makeOrder(context, { customer, lines: [{ product, quantity: 3 }] });
    const listed = z.array(orderSchema).parse(await read("/api/admin/orders?limit=1"));
    expect(listed).toMatchObject([{ id: placed.id, customerId: customer.id }]);
    expect(await read("/api/shop/orders?limit=1")).toEqual(listed);
    const json = { username: customer.username, password };
    const signedIn = await callRest("POST", "/api/auth/login", { json });
    const cookie = cookieOf(signedIn.headers.get("set-cookie") ?? "");
    for (const path of ["/api/orders/user", "/api/customer/orders"]) {
      expect((await callRest("GET", path, { cookie })).body).toEqual(listed);
    }
  });

  it("orders and customers for those who sell in the shop are for no key that may not sell", async () => {
    const { headers: looking } = await makeApiKey({
      permissions: ["orders.view", "orders.viewMoney", "customers.view"],
    });
    expect((await callRest("GET", "/api/admin/orders", { headers: looking })).status).toBe(200);
    for (const path of ["/api/shop/orders", "/api/shop/customers"]) {
      expect((await callRest("GET", path, { headers: looking })).status).toBe(403);
      expect((await callRest("GET", path, { headers })).status).toBe(200);
    }
  });

  it("a user is the same in the list and after a change", async () => {
    const { id, email } = await makeUser(await testContext(), { name: "Ursula User" });
    const [listed] = z.array(staffUserSchema).parse(await read(`/api/admin/users?search=${email}`));
    expect(listed).toMatchObject({ id, email });
    const verified = await callRest("PUT", `/api/admin/users/${id}/status`, {
      headers,
      json: { isActive: true },
    });
    expect(verified.body).toEqual(listed);
  });
});

function propertiesOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: "input" }).properties ?? {};
}
