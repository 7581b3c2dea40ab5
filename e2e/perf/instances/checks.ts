import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { migrationsList } from "#db/migrations/index.ts";
import { DEMO_PASSWORD } from "#server/identity/demo-sign-ins.ts";
import type { WebProcess } from "../../faults/web-process.ts";
import { ScriptedBuyer } from "../scripted-buyer.ts";
import type { Front } from "./front.ts";

export interface Running {
  one: WebProcess;
  two: WebProcess;
  front: Front;
  pool: pg.Pool;
}

interface Check {
  what: string;
  /** What is worth telling of it. @throws Error when it does not hold */
  check(): Promise<string | undefined>;
}

const SAVES = 20;
/** The other instance learns of a save after the response; nobody may see the old price for longer. */
const LONGEST_STALE_MS = 1000;
/** 10 an hour, times the run's RATE_LIMIT_FACTOR of 5. */
const FORGOTTEN_PASSWORDS = 50;
const BUYERS = 6;
const ORDERS_EACH = 10;
const PATIENCE_MS = 60_000;

const productSchema = z.object({ id: z.int(), slug: z.string(), name: z.string(), price: z.number() });

export function checksOf({ one, two, front, pool }: Running): Check[] {
  const count = async (statement: string, values: unknown[] = []) =>
    Number((await pool.query(statement, values)).rows[0]?.count);
  return [
    {
      what: "migrations and seed ran once",
      check: async () => {
        equal(await count("select count(*) from mikro_orm_migrations"), migrationsList.length, "migrations");
        equal(await count("select count(*) from product"), 8, "products");
        return `${migrationsList.length} migrations`;
      },
    },
    {
      what: "a sign-in at one instance holds at the other, and so does its end",
      check: async () => {
        const cookie = await signIn(one.url, "customer");
        const who = () => fetch(`${two.url}/api/auth/user`, { headers: { cookie } });
        equal((await who()).status, 200, "the other instance's answer");
        await fetch(`${one.url}/logout`, { method: "POST", headers: { cookie }, redirect: "manual" });
        equal((await who()).status, 401, "the answer after signing out");
        return undefined;
      },
    },
    {
      what: "a cart is the same at both",
      check: async () => {
        const [first] = await products(one.url);
        if (!first) throw new Error("no products");
        const cookie = await addToCart(one.url, first.id, "");
        await addToCart(two.url, first.id, cookie);
        equal(await count("select sum(quantity) as count from cart_line"), 2, "units in the cart");
        return undefined;
      },
    },
    {
      what: `a price saved at one is shown by both (${SAVES} saves, pages and REST)`,
      check: async () => {
        const cookie = await signIn(one.url, "admin");
        const [product] = await products(one.url);
        if (!product) throw new Error("no products");
        let longest = 0;
        for (let save = 1; save <= SAVES; save += 1) {
          const price = 100 + save;
          // All instances have the old page in their cache.
          for (const { url } of [one, two]) await Promise.all(shownAt(url, product.slug, cookie));
          const response = await fetch(`${one.url}/api/admin/products/${product.id}`, {
            method: "PUT",
            headers: { cookie, "content-type": "application/json" },
            body: JSON.stringify({ price, onSale: false }),
          });
          equal(response.status, 200, "the answer to the save");
          const saved = performance.now();
          const now = await Promise.all(shownAt(one.url, product.slug, cookie));
          if (now.some((shown) => !shown.includes(String(price))))
            throw new Error("its own instance shows the old price");
          while (
            (await Promise.all(shownAt(two.url, product.slug, cookie))).some(
              (shown) => !shown.includes(String(price)),
            )
          ) {
            if (performance.now() - saved > LONGEST_STALE_MS)
              throw new Error("the other instance shows the old price");
          }
          longest = Math.max(longest, performance.now() - saved);
        }
        return `at the other after ${longest.toFixed(0)} ms at the latest, its own answer included`;
      },
    },
    {
      what: "a limit counts what came through either",
      check: async () => {
        for (let turn = 0; turn < FORGOTTEN_PASSWORDS; turn += 1) {
          equal(await forgotPassword(turn % 2 ? one.url : two.url), 200, `answer ${turn + 1}`);
        }
        equal(await forgotPassword(one.url), 429, "the answer over the limit at one");
        equal(await forgotPassword(two.url), 429, "the answer over the limit at the other");
        return undefined;
      },
    },
    {
      what: "one instance killed while people order and browse: no order lost or doubled, no page refused",
      check: async () => {
        // Counts orders, not stock.
        await pool.query("update product set stock_quantity = 1000000");
        const buyer = new ScriptedBuyer(front.url);
        const carts = await buyer.fillCarts();
        buyer.leave();
        const patient = new ScriptedBuyer(front.url, { isPatient: true });
        const before = await count("select count(*) from customer_order");
        const payments: string[] = [];
        const total = BUYERS * ORDERS_EACH;
        const until = async (part: number) => {
          const limit = performance.now() + PATIENCE_MS;
          while (payments.length < total * part && performance.now() < limit) await wait(20);
        };
        const visits = { seen: 0, refused: [] as string[], isOver: false };
        const browsing = browse(front.url, visits);
        const buying = Promise.all(
          Array.from({ length: BUYERS }, async (_, place) => {
            for (let turn = 0; turn < ORDERS_EACH; turn += 1) {
              const cart = carts[(place + turn) % carts.length];
              if (cart) payments.push(await patient.buy(cart));
            }
          }),
        );
        buying.catch(() => undefined);
        await until(0.3);
        await two.end("SIGKILL");
        await until(0.6);
        await two.start();
        await buying;
        visits.isOver = true;
        await browsing;
        equal(new Set(payments).size, total, "payments");
        equal(
          await count("select count(*) from customer_order where transaction_id = any($1)", [payments]),
          total,
          "orders of them",
        );
        equal((await count("select count(*) from customer_order")) - before, total, "orders in all");
        if (visits.refused.length > 0)
          throw new Error(`pages were refused: ${visits.refused.slice(0, 3).join(", ")}`);
        return `${total} orders, ${visits.seen} pages`;
      },
    },
    {
      what: "each order has one mail, whichever instance's jobs made it, and no job waits that nobody takes",
      check: async () => {
        const limit = performance.now() + PATIENCE_MS;
        const waiting = () =>
          count(
            `select (select count(*) from waiting_email) + (select count(*) from graphile_worker.jobs
              where run_at <= now() and locked_at is null and key is distinct from 'sweep-checkouts')`,
          );
        while ((await waiting()) > 0 && performance.now() < limit) await wait(200);
        equal(await waiting(), 0, "jobs left over");
        const twice =
          "select count(*) from (select key from outbox_email group by key having count(*) > 1) doubled";
        equal(await count(twice), 0, "mails sent twice");
        const without = `select count(*) from customer_order placed where transaction_id like 'pi_%' and placed.created_at > now() - interval '10 minutes'
          and not exists (select from outbox_email mail where mail.recipient = placed.customer_email)`;
        equal(await count(without), 0, "orders without a mail");
        return undefined;
      },
    },
  ];
}

function equal(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
}

async function products(url: string) {
  return z.array(productSchema).parse(await (await fetch(`${url}/api/products`)).json());
}

/** The product as its page and REST show it to visitors, and its page for a signed-in person. */
function shownAt(url: string, slug: string, cookie: string): Promise<string>[] {
  const page = `${url}/products/${slug}`;
  return [fetch(page), fetch(page, { headers: { cookie } }), fetch(`${url}/api/products/${slug}`)].map(
    async (response) => (await response).text(),
  );
}

async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  equal(response.status, 200, "the answer to the sign-in");
  return cookiesOf(response);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

async function addToCart(url: string, productId: number, cookie: string): Promise<string> {
  const response = await fetch(`${url}/cart`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ intent: "add", productId: String(productId), quantity: "1" }),
  });
  equal(response.status, 303, "the answer to the form");
  return cookiesOf(response);
}

async function forgotPassword(url: string): Promise<number> {
  const response = await fetch(`${url}/api/auth/forgot-password`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.77" },
    body: JSON.stringify({ email: "nobody@example.com" }),
  });
  return response.status;
}

async function browse(
  url: string,
  visits: { seen: number; refused: string[]; isOver: boolean },
): Promise<void> {
  const paths = ["/", "/products", "/products/premium-biochar", "/api/products"];
  while (!visits.isOver) {
    const path = paths[visits.seen % paths.length] ?? "/";
    const status = await fetch(url + path).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status !== 200) visits.refused.push(`${path} ${status}`);
    visits.seen += 1;
    await wait(5);
  }
}
