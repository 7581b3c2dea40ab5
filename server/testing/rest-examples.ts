import { defaultSettings } from "#server/settings/store-settings.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "./factories.ts";

export interface ExampleCall {
  path: string;
  json?: unknown;
}

const STAFF_PASSWORD = "a long enough password";

/** For every row of the endpoint table (by method and path) a request with nothing wrong in it. */
export async function exampleCalls(): Promise<Record<string, ExampleCall>> {
  const context = await testContext();
  const product = await makeProduct(context);
  const manager = await makeUser(context, { role: "shop_manager", password: STAFF_PASSWORD });
  const customer = await makeUser(context, { password: STAFF_PASSWORD });
  await makeOrder(context, { lines: [{ product, quantity: 2 }] });
  const kept = await makeUser(context, { isVerified: false });
  const deleted = await makeUser(context);
  return {
    "GET /api/products": { path: "/api/products?limit=5&search=a&category=all&sort=price-desc&cursor=1" },
    "GET /api/products/{slug}": { path: `/api/products/${product.slug}` },
    "GET /api/blog-posts": { path: "/api/blog-posts?limit=5&cursor=9" },
    "GET /api/community": { path: "/api/community" },
    "POST /api/newsletter": { path: "/api/newsletter", json: { email: "rest-reader@example.com" } },
    "POST /api/contact": {
      path: "/api/contact",
      json: {
        name: "Rhea Rest",
        email: "rest-reader@example.com",
        subject: "A question",
        message: "How much biochar for ten square metres?",
      },
    },
    "POST /api/create-payment-intent": { path: "/api/create-payment-intent", json: { amount: 30.99 } },
    "POST /api/orders": { path: "/api/orders", json: orderPayload(product.id) },
    "GET /api/auth/user": { path: "/api/auth/user" },
    "POST /api/auth/register": {
      path: "/api/auth/register",
      json: {
        email: "rest-example@example.com",
        name: "Rhea Rest",
        username: "rest-example",
        password: "a long enough password",
        emailOptIn: false,
      },
    },
    "POST /api/auth/login": {
      path: "/api/auth/login",
      json: { username: customer.username, password: STAFF_PASSWORD },
    },
    "POST /api/auth/logout": { path: "/api/auth/logout" },
    "PATCH /api/auth/profile": {
      path: "/api/auth/profile",
      json: {
        name: "Rhea Renamed",
        city: "Ludlow",
        landSize: 2.5,
        emailOptIn: true,
        preferredContactMethod: null,
      },
    },
    "POST /api/auth/change-password": {
      path: "/api/auth/change-password",
      json: {
        currentPassword: "not theirs",
        newPassword: "a new password",
        confirmPassword: "a new password",
      },
    },
    "POST /api/auth/forgot-password": {
      path: "/api/auth/forgot-password",
      json: { email: "rest-example@example.com" },
    },
    "POST /api/auth/reset-password": {
      path: "/api/auth/reset-password",
      json: { token: "unknown", newPassword: "a new password" },
    },
    "GET /api/auth/verify": { path: "/api/auth/verify?email=rest-example@example.com&token=unknown" },
    "GET /api/orders/user": { path: "/api/orders/user?limit=5&cursor=2147483647" },
    "GET /api/research/download": { path: "/api/research/download" },
    "GET /api/account/export": { path: "/api/account/export" },
    "GET /api/customer/orders": { path: "/api/customer/orders?limit=5" },
    "POST /api/admin/login": {
      path: "/api/admin/login",
      json: { email: manager.email, password: STAFF_PASSWORD },
    },
    "GET /api/admin/users": {
      path: "/api/admin/users?limit=5&cursor=2147483647&search=rest&role=customer&customerType=individual&status=active",
    },
    "POST /api/admin/users": {
      path: "/api/admin/users",
      json: {
        name: "Nell New",
        email: "rest-new@example.com",
        username: "rest-new",
        password: "a long enough password",
        role: "customer",
      },
    },
    "PUT /api/admin/users/{id}": { path: `/api/admin/users/${kept.id}`, json: userEdit(kept.email) },
    "DELETE /api/admin/users/{id}": { path: `/api/admin/users/${deleted.id}` },
    "PUT /api/admin/users/{id}/status": {
      path: `/api/admin/users/${kept.id}/status`,
      json: { isActive: true },
    },
    "POST /api/admin/users/{id}/reset-password": { path: `/api/admin/users/${kept.id}/reset-password` },
    "PUT /api/admin/users/{id}/verify": { path: `/api/admin/users/${kept.id}/verify` },
    "GET /api/admin/orders": { path: "/api/admin/orders?limit=5&cursor=2147483647" },
    "GET /api/admin/subscribers": {
      path: "/api/admin/subscribers?limit=5&cursor=2147483647&search=rest&state=pending",
    },
    "GET /api/admin/failed-orders": { path: "/api/admin/failed-orders?limit=5&cursor=2147483647" },
    "GET /api/admin/stats": { path: "/api/admin/stats" },
    "PUT /api/admin/products/{id}": {
      path: `/api/admin/products/${product.id}`,
      json: {
        name: "Renamed over REST",
        description: "Sieved twice.",
        price: 24.99,
        salePrice: "19.99",
        onSale: true,
        imageUrl: "/pictures/wood-vinegar.jpg",
        stockQuantity: 12,
        isBestseller: true,
        isNew: false,
        taxRate: 0.05,
      },
    },
    "GET /api/admin/settings": { path: "/api/admin/settings" },
    "PUT /api/admin/settings": {
      path: "/api/admin/settings",
      json: { ...defaultSettings, storePhone: "01584 000 001", expressShippingCost: 24.5 },
    },
    "GET /api/shop/orders": { path: "/api/shop/orders?limit=5&cursor=2147483647" },
    "GET /api/shop/customers": { path: "/api/shop/customers?limit=5&cursor=2147483647&search=rest" },
    "POST /api/shop/orders": {
      path: "/api/shop/orders",
      json: {
        customerId: customer.id,
        customerName: "Cora Counter",
        customerEmail: "rest-counter@example.com",
        customerPhone: "01584 555 666",
        customerAddress: "3 Test Lane, Ludlow, SY8 1AA",
        items: [{ productId: product.id, quantity: 1, price: 17.5 }],
        paymentMethod: "cash",
        payLater: false,
        sendConfirmation: true,
      },
    },
    "GET /paypal/setup": { path: "/paypal/setup" },
    "POST /paypal/order": {
      path: "/paypal/order",
      json: { amount: 30.99, currency: "GBP", intent: "capture" },
    },
    "POST /paypal/order/{orderId}/capture": { path: "/paypal/order/5O190127TN364715T/capture" },
    "GET /api/openapi.json": { path: "/api/openapi.json" },
  };
}

/** The order payload of spec section 3 for two of a product at £20.00, with every field; its payment is unknown. */
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

/** The user edit form of spec section 3, with every field. */
export function userEdit(email: string) {
  return {
    name: "Ellis Edited",
    email,
    username: "rest-edited",
    phone: "01584 333 444",
    address: "2 Test Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
    postalCode: "SY8 1AA",
    country: "United Kingdom",
    role: "customer",
    isVerified: false,
    hasResearchAccess: true,
    isActive: true,
    companyName: "Ellis Farms Ltd",
    customerType: "agriculture",
    customerSegment: "wholesale",
    industry: "Arable",
    landSize: 120.5,
    cropTypes: "Wheat, barley",
    biocharApplications: "Soil improvement",
    leadScore: 80,
    totalLifetimeValue: 1250.5,
    acquisitionSource: "event",
    tags: "vip, autumn",
    notes: "Met at the Ludlow show.",
    emailOptIn: true,
    smsOptIn: false,
    preferredContactMethod: "phone",
    sustainabilityGoals: "Net zero by 2035",
    carbomReductionTarget: 40,
  };
}

/** The example of one row. */
export function exampleOf(
  examples: Record<string, ExampleCall>,
  row: { method: string; path: string },
): ExampleCall {
  const example = examples[`${row.method} ${row.path}`];
  if (!example)
    throw new Error(`server/testing/rest-examples.ts has no example of ${row.method} ${row.path}`);
  return example;
}
