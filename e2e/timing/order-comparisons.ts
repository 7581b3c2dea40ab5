import { z } from "zod";
import type { AttackedShop } from "../attack/attacked-shop.ts";
import type { Caller, Sent } from "../attack/caller.ts";
import { buyAsGuest } from "../attack/guest-order.ts";
import { details } from "../faults/paying.ts";
import { alike, type Comparison, type Question } from "./comparison.ts";
import { anyToken, type Names, nobodies, people } from "./people.ts";
import { sameBrowser } from "./sign-in-comparisons.ts";

type Shaped = Pick<Question, "method" | "path"> & { sent?: Sent };

interface OrderName {
  id: number;
  invoiceNumber: string;
}

/** Nobody's, but as long as a real one. */
const noOrder = ({ id, invoiceNumber }: OrderName): OrderName => ({
  id: id + 1_000_000_000,
  invoiceNumber: invoiceNumber.replace(/\d(?=\d{3})/g, "9"),
});

interface OfOrder {
  what: string;
  status: number;
  ask: (order: OrderName) => Shaped;
  /** By another customer, signed in; otherwise by a visitor. */
  bySomebodyElse?: boolean;
}

/** Another person's order, and one that does not exist. */
function ofOrder({ what, status, ask, bySomebodyElse = false }: OfOrder): Comparison {
  return {
    what,
    status,
    async prepare(shop) {
      const orders = [await orderOf(shop), await orderOf(shop)];
      const other = bySomebodyElse ? (await shop.customer()).browser : shop.stranger();
      return alike(orders, orders.map(noOrder), (order) => ({ as: sameBrowser(other), ...ask(order) }));
    },
  };
}

async function orderOf(shop: AttackedShop): Promise<OrderName> {
  const product = await productOf(shop);
  const { invoiceNumber } = await buyAsGuest(shop.stranger(), product.id);
  const id = await shop.count("select id from customer_order where invoice_number = $1", [invoiceNumber]);
  return { id, invoiceNumber };
}

const rowSchema = z.object({ id: z.number(), slug: z.string() });

/** A kind with many rows. */
async function productOf(shop: AttackedShop): Promise<z.output<typeof rowSchema>> {
  const [row] = await shop.query(
    `select id, slug from product where archived_at is null order by stock_quantity - held_quantity desc limit 1`,
  );
  return rowSchema.parse(row);
}

/** Something hidden, and something that does not exist. */
function hidden(
  what: string,
  find: (shop: AttackedShop) => Promise<string>,
  ask: (slug: string) => Shaped,
): Comparison {
  return {
    what,
    status: 404,
    async prepare(shop) {
      const slug = await find(shop);
      const eve = shop.stranger();
      return alike([slug], [[...slug].reverse().join("")], (about) => ({
        as: eve.withoutCookies(),
        ...ask(about),
      }));
    },
  };
}

const slugSchema = z.object({ slug: z.string() });

async function archivedProduct(shop: AttackedShop): Promise<string> {
  const [row] = await shop.query(
    `update product set archived_at = now() where id = (
       select id from product order by (archived_at is null), stock_quantity limit 1) returning slug`,
  );
  return slugSchema.parse(row).slug;
}

async function draftArticle(shop: AttackedShop): Promise<string> {
  const [row] = await shop.query(
    "update blog_post set status = 'draft' where id = (select min(id) from blog_post) returning slug",
  );
  return slugSchema.parse(row).slug;
}

async function draftIssue(shop: AttackedShop): Promise<string> {
  const [row] = await shop.query(
    `insert into newsletter_issue (slug, subject, body) values ('not-sent-yet', 'Not sent yet', 'Words')
     on conflict (slug) do update set subject = excluded.subject returning slug`,
  );
  return slugSchema.parse(row).slug;
}

/** Another person's address on one's own order. */
const checkout: Comparison = {
  what: "somebody's address for one's own order",
  status: 200,
  async prepare(shop) {
    const browser = shop.stranger();
    const { id } = await productOf(shop);
    await fillCart(browser, id);
    const count = 4;
    return alike<Names>(await people(shop, count), nobodies(count), ({ email }) => ({
      as: sameBrowser(browser),
      method: "POST",
      path: "/checkout",
      sent: { form: { ...details(email), intent: "prepare" } },
    }));
  },
};

async function fillCart(browser: Caller, productId: number): Promise<void> {
  const { status } = await browser.post("/cart", {
    form: { intent: "add", productId: String(productId), quantity: "1", returnTo: "/cart" },
  });
  if (status >= 400) throw new Error(`Nothing in the cart: ${status}`);
}

const somebodyElses = "somebody else's order";
const withoutKey = "an order's number";
const withForgedLink = "an order's number in a link that is none of ours";
const forged = ({ invoiceNumber }: OrderName) => `t=${invoiceNumber}.fmo.${anyToken()}`;
const byTrpc = (procedure: string, input: unknown) =>
  `/api/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify({ json: input }) })}`;

export const orderComparisons: Readonly<Record<string, readonly Comparison[]>> = {
  "GET /order-confirmation": [
    ofOrder({
      what: withForgedLink,
      status: 200,
      ask: (order) => ({ method: "GET", path: `/order-confirmation?${forged(order)}` }),
    }),
  ],
  "POST /order-confirmation": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({ method: "POST", path: `/order-confirmation?${forged(order)}`, sent: { form: {} } }),
    }),
  ],
  "GET /orders/:invoiceNumber/invoice": [
    ofOrder({
      what: withoutKey,
      status: 404,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/invoice` }),
    }),
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({ method: "GET", path: `/orders/${order.invoiceNumber}/invoice?${forged(order)}` }),
    }),
  ],
  "GET /orders/:invoiceNumber/invoice.pdf": [
    ofOrder({
      what: somebodyElses,
      status: 404,
      bySomebodyElse: true,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/invoice.pdf` }),
    }),
  ],
  "GET /orders/:invoiceNumber/notes/:noteNumber": [
    ofOrder({
      what: withoutKey,
      status: 404,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/notes/CN-1` }),
    }),
  ],
  "GET /orders/:invoiceNumber/notes/:noteNumber/pdf": [
    ofOrder({
      what: somebodyElses,
      status: 404,
      bySomebodyElse: true,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/notes/CN-1/pdf` }),
    }),
  ],
  "GET /orders/:invoiceNumber/credit-notes/:noteNumber": [
    ofOrder({
      what: withoutKey,
      status: 404,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/credit-notes/CN-1` }),
    }),
  ],
  "GET /orders/:invoiceNumber/credit-notes/:noteNumber/pdf": [
    ofOrder({
      what: withoutKey,
      status: 404,
      ask: ({ invoiceNumber }) => ({ method: "GET", path: `/orders/${invoiceNumber}/credit-notes/CN-1/pdf` }),
    }),
  ],
  "GET /orders/:invoiceNumber/withdraw": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({ method: "GET", path: `/orders/${order.invoiceNumber}/withdraw?${forged(order)}` }),
    }),
  ],
  "POST /orders/:invoiceNumber/withdraw": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "POST",
        path: `/orders/${order.invoiceNumber}/withdraw?${forged(order)}`,
        sent: { form: { step: "confirm", what: "everything" } },
      }),
    }),
  ],
  "GET /orders/:invoiceNumber/use": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({ method: "GET", path: `/orders/${order.invoiceNumber}/use?${forged(order)}` }),
    }),
  ],
  "POST /orders/:invoiceNumber/use": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "POST",
        path: `/orders/${order.invoiceNumber}/use?${forged(order)}`,
        sent: { form: { use: "soil" } },
      }),
    }),
  ],
  "GET /orders/:invoiceNumber/statement": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({ method: "GET", path: `/orders/${order.invoiceNumber}/statement?${forged(order)}` }),
    }),
  ],
  "GET /orders/:invoiceNumber/statement.pdf": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "GET",
        path: `/orders/${order.invoiceNumber}/statement.pdf?${forged(order)}`,
      }),
    }),
  ],
  "GET /orders/:invoiceNumber/statement.json": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "GET",
        path: `/orders/${order.invoiceNumber}/statement.json?${forged(order)}`,
      }),
    }),
  ],
  "GET /api/orders/{invoiceNumber}/statement": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "GET",
        path: `/api/orders/${order.invoiceNumber}/statement?${forged(order)}`,
      }),
    }),
  ],
  "GET /api/orders/{invoiceNumber}/withdrawals": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "GET",
        path: `/api/orders/${order.invoiceNumber}/withdrawals?${forged(order)}`,
      }),
    }),
  ],
  "POST /api/orders/{invoiceNumber}/withdrawals": [
    ofOrder({
      what: withForgedLink,
      status: 404,
      ask: (order) => ({
        method: "POST",
        path: `/api/orders/${order.invoiceNumber}/withdrawals?${forged(order)}`,
        sent: { json: {} },
      }),
    }),
  ],
  "GET /customer-dashboard": [
    ofOrder({
      what: somebodyElses,
      status: 404,
      bySomebodyElse: true,
      ask: ({ id }) => ({ method: "GET", path: `/customer-dashboard?order=${id}` }),
    }),
  ],
  "GET /account/settings": [
    ofOrder({
      what: somebodyElses,
      status: 404,
      bySomebodyElse: true,
      ask: ({ id }) => ({ method: "GET", path: `/account/settings?tab=orders&order=${id}` }),
    }),
  ],
  "POST /account/settings": [
    ofOrder({
      what: `${somebodyElses}, to buy it again`,
      status: 404,
      bySomebodyElse: true,
      ask: ({ id }) => ({
        method: "POST",
        path: "/account/settings",
        sent: { form: { intent: "buy-again", orderId: String(id) } },
      }),
    }),
  ],
  "procedure orders.byId": [
    ofOrder({
      what: somebodyElses,
      status: 404,
      bySomebodyElse: true,
      ask: ({ id }) => ({ method: "GET", path: byTrpc("orders.byId", { id }) }),
    }),
  ],
  "POST /checkout": [checkout],
  "GET /products/:slug": [
    hidden("a product that is no longer shown", archivedProduct, (slug) => ({
      method: "GET",
      path: `/products/${slug}`,
    })),
  ],
  "GET /api/products/{slug}": [
    hidden("a product that is no longer shown", archivedProduct, (slug) => ({
      method: "GET",
      path: `/api/products/${slug}`,
    })),
  ],
  "GET /blog/:slug": [
    hidden("an article that is still a draft", draftArticle, (slug) => ({
      method: "GET",
      path: `/blog/${slug}`,
    })),
  ],
  "GET /newsletter/issues/:slug": [
    hidden("a newsletter that is not sent yet", draftIssue, (slug) => ({
      method: "GET",
      path: `/newsletter/issues/${slug}`,
    })),
  ],
};
