import { randomUUID } from "node:crypto";
import type { RequiredEntityData } from "@mikro-orm/core";
import { hash } from "@node-rs/argon2";
import { generateSecret } from "otplib";
import Stripe from "stripe";
import {
  Cart,
  CartLine,
  FailedOrder,
  Order,
  OrderLine,
  Product,
  StaffNote,
  TradeList,
  TwoFactor,
  User,
} from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { sealSecret } from "#server/accounts/second-factor.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import type { PaymentGateways } from "#server/payments/providers.server.ts";
import type { CurrencyCode } from "#server/pricing/money.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

let made = 0;
/** A number that no other record of this run has. */
const next = () => {
  made += 1;
  return made;
};

/** Gateways whose SDK can reach nobody: for tests that make no payment. */
function unreachableGateways(): PaymentGateways {
  return {
    stripe: {
      client: new Stripe("sk_test_unreachable", {
        host: "127.0.0.1",
        port: 1,
        protocol: "http",
        maxNetworkRetries: 0,
        telemetry: false,
      }),
      publishableKey: "pk_test_unreachable",
      webhookSecrets: ["whsec_test_unreachable"],
      isSandbox: true,
    },
  };
}

type ContextOverrides = Partial<Omit<Context, "settings">> & { settings?: Partial<StoreSettings> };

/** A visitor's context on the test database, at noon of 2 March 2026 unless a clock is given. */
export async function testContext(overrides: ContextOverrides = {}): Promise<Context> {
  const em = overrides.em ?? getOrm().em.fork();
  return {
    actor: { kind: "visitor" },
    clock: fixedClock("2026-03-02T12:00:00Z"),
    gateways: unreachableGateways(),
    requestId: randomUUID(),
    // Nobody else's: what others do is not counted against it.
    clientAddress: randomUUID(),
    fromThisMachine: false,
    publicUrl: "http://shop.test",
    ...overrides,
    em,
    settings: { ...(await readSettings(em)), ...overrides.settings },
  };
}

/** The same context as another request of a signed-in user would have it. */
export function asUser(
  context: Context,
  user: Pick<User, "id" | "role" | "name" | "email"> & Partial<Pick<User, "tradeList">>,
): Context {
  const { id, role, name, email, tradeList = null } = user;
  return {
    ...context,
    em: context.em.fork(),
    actor: { kind: "user", id, role, name, email, tradeList, sessionId: randomUUID() },
  };
}

/** The context of a new administrator, or of somebody else of the staff. */
export async function staffContext(input: Parameters<typeof makeUser>[1] = {}): Promise<Context> {
  const shop = await testContext();
  return asUser(shop, await makeUser(shop, { role: "administrator", ...input }));
}

/** The same context with other settings in force. */
export function withSettings(context: Context, settings: Partial<StoreSettings>): Context {
  return { ...context, em: context.em.fork(), settings: { ...context.settings, ...settings } };
}

/** Puts settings into the database, also what saving would refuse: another currency after an order. */
export async function putSettings({ em }: Context, values: Partial<StoreSettings>): Promise<void> {
  await em.execute(
    `insert into store_setting (id, values, tab_saves, version) values (1, ?, '{}', 1)
     on conflict (id) do update set values = store_setting.values || excluded.values`,
    [JSON.stringify(values)],
  );
}

/** Any columns of a row, with prices in pence. */
export type Columns<Entity extends object> = Partial<RequiredEntityData<Entity>>;

/** A product at £20.00 with 100 in stock. */
export async function makeProduct(context: Context, input: Columns<Product> = {}): Promise<Product> {
  const em = context.em.fork();
  const number = next();
  const product = em.create(Product, {
    name: `Product ${number}`,
    slug: `product-${number}-${randomUUID().slice(0, 8)}`,
    description: "Made for a test.",
    price: 2000,
    category: "Testing",
    imageUrl: "/pictures/premium-biochar.jpg",
    stockQuantity: 100,
    ...input,
  });
  await em.flush();
  return product;
}

/** A list that staff made; returns its code. */
export async function makeTradeList(context: Context, name = `List ${next()}`): Promise<string> {
  const em = context.em.fork();
  const { code } = em.create(TradeList, { code: `list-${randomUUID().slice(0, 8)}`, name });
  await em.flush();
  return code;
}

/** A stored hash of a password that is made and checked in no time; one of the shop's takes 30 ms each time. */
export function quickHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1 });
}

/** A verified, active customer, who has opened the mailed link while signed in. */
export async function makeUser(
  context: Context,
  { password, ...input }: Columns<User> & { password?: string } = {},
): Promise<User> {
  const em = context.em.fork();
  const name = `user-${next()}-${randomUUID().slice(0, 8)}`;
  const user = em.create(User, {
    name: "Test Person",
    email: `${name}@example.com`,
    username: name,
    isVerified: true,
    emailProvenAt: (input.isVerified ?? true) ? context.clock.now() : null,
    ...input,
    ...(password === undefined ? {} : { passwordHash: await quickHash(password) }),
  });
  await em.flush();
  return user;
}

/** Turns two-factor sign-in on for a user, without recovery codes; returns the key of the authenticator app. */
export async function turnOnTwoFactor(context: Context, { id }: Pick<User, "id">): Promise<string> {
  const em = context.em.fork();
  const secret = generateSecret();
  const sealed = sealSecret(await signingSecret(em), id, secret);
  await em.insert(TwoFactor, { user: id, secret: sealed, confirmedAt: new Date() });
  return secret;
}

/** A cart with these lines, past every rule; returns its id. */
export async function makeCart(
  context: Context,
  lines: readonly { product: Pick<Product, "id">; quantity: number }[],
  owner?: Pick<User, "id">,
): Promise<string> {
  const em = context.em.fork();
  const cart = em.create(Cart, { id: randomUUID(), ...(owner ? { user: owner.id } : {}) });
  for (const { product, quantity } of lines) em.create(CartLine, { cart, product: product.id, quantity });
  await em.flush();
  return cart.id;
}

interface OrderInput {
  customer?: Pick<User, "id" | "name" | "email">;
  lines?: readonly { product: Pick<Product, "id" | "name" | "price">; quantity: number }[];
  /** The address on the order, when it is not the customer's. */
  customerEmail?: string;
  status?: OrderStatus;
  currency?: CurrencyCode;
  /** Millionths of a pound for one of its currency. */
  sterlingRate?: number;
  createdAt?: Date;
}

/** A paid order with free delivery, one unit of a new product unless lines are given; a guest's without a customer. */
export async function makeOrder(context: Context, input: OrderInput = {}): Promise<Order> {
  const em = context.em.fork();
  const lines = input.lines ?? [{ product: await makeProduct(context), quantity: 1 }];
  const number = next();
  const unique = `${process.pid}${Date.now() % 1_000_000}${number}`;
  const name = input.customer?.name ?? "Gwen Guest";
  const createdAt = input.createdAt ?? context.clock.now();
  const place = {
    name,
    address: "1 Test Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
    country: "United Kingdom",
  };
  const subtotal = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const order = em.create(Order, {
    invoiceNumber: `INV-${unique.padStart(13, "0").slice(-16)}`,
    vatInvoiceNumber: `TEST-${unique}`,
    ...(input.customer ? { customer: input.customer.id } : {}),
    customerName: name,
    customerEmail: input.customerEmail ?? input.customer?.email ?? "guest@example.com",
    customerAddress: `${place.address}, ${place.city}, ${place.postcode}, ${place.country}`,
    billingAddress: { ...place, countryCode: "GB" },
    shippingAddress: { ...place, countryCode: "GB" },
    shippingCountry: place.country,
    subtotal,
    taxAmount: 0,
    vatDue: 0,
    shippingCost: 0,
    totalAmount: subtotal,
    ...(input.currency ? { currency: input.currency } : {}),
    ...(input.sterlingRate ? { sterlingRate: input.sterlingRate, sterlingRateDay: "2026-11-20" } : {}),
    status: input.status ?? "processing",
    paymentMethod: "stripe",
    transactionId: `pi_test_${unique}`,
    paidAt: createdAt,
    taxPointAt: createdAt,
    createdAt,
  });
  for (const { product, quantity } of lines) {
    em.create(OrderLine, {
      order,
      product: product.id,
      productName: product.name,
      quantity,
      stockTaken: quantity,
      unitPrice: product.price,
      lineTotal: product.price * quantity,
      vatRate: 2000,
      vatDue: 0,
    });
  }
  await em.flush();
  return order;
}

/** What staff noted about an order, somebody with an account, or a guest. */
export async function makeStaffNote(
  context: Context,
  about: { order: number } | { customer: number } | { email: string },
  text: string,
): Promise<StaffNote> {
  const em = context.em.fork();
  const createdAt = context.clock.now();
  const note = em.create(StaffNote, { ...about, text, key: randomUUID(), authorName: "Morgan", createdAt });
  await em.flush();
  return note;
}

/** A failed order at £20.00 that no checkout belongs to. */
export async function makeFailedOrder(context: Context): Promise<FailedOrder> {
  const em = context.em.fork();
  const now = context.clock.now();
  const failed = em.create(FailedOrder, {
    customerName: "Gwen Guest",
    customerEmail: "guest@example.com",
    totalAmount: 2000,
    paymentMethod: "stripe",
    errorMessage: "Your card has insufficient funds. (insufficient_funds)",
    attemptedAt: now,
    createdAt: now,
  });
  await em.flush();
  return failed;
}
