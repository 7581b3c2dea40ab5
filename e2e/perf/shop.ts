import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { z } from "zod";
import { freePort } from "#db/embedded/connection-settings.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-sign-ins.ts";
import { withConnection } from "#server/testing/database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { Browser } from "../money/browser.ts";
import { putInCart } from "../money/buyers.ts";
import { buyByScript, priceByCard } from "../money/paying.ts";
import { Caller } from "../support/caller.ts";
import { WebProcess } from "../support/web-process.ts";

/** A process whose usage is measured. */
export type MeasuredServer = Pick<WebProcess, "url" | "pid">;

interface ShopSettings {
  databaseUrl: string;
  dataDir: string;
  /** Where the processor profile goes when the shop stops. */
  profileDir?: string | undefined;
  /** More of its environment. */
  settings?: Record<string, string>;
}

/** The built shop without request log and rate limits. */
export async function startShop(
  closing: AsyncDisposableStack,
  { databaseUrl, dataDir, profileDir, settings = {} }: ShopSettings,
): Promise<WebProcess> {
  const shop = new WebProcess({
    port: await freePort(),
    dataDir,
    nodeParameters: profileDir ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`] : [],
    settings: {
      DATABASE_URL: databaseUrl,
      DEMO_DATA: "on",
      LOG_REQUESTS: "off",
      RATE_LIMIT_FACTOR: "0",
      // One process, to compare with a bare server of one process.
      WEB_PROCESSES: "1",
      ...settings,
    },
  });
  closing.defer(async () => void (await shop.end()));
  await shop.start();
  return shop;
}

/** A folder on a disk, as a shop's is. */
export async function openFolder(closing: AsyncDisposableStack): Promise<string> {
  return closing.adopt(await makeThrowawayFolder({ onDisk: true }), removeThrowawayFolder);
}

/** Stock that no bench uses up, and thirty years of a batch a day. */
export async function fillShop(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query("update product set stock_quantity = 1000000000");
    await client.query(
      `insert into batch (product_id, code, made_on, feedstock, kiln_celsius, grams_made)
       select 1, 'BENCH-' || number, current_date - number, 'Hardwood forestry residues', 550, 850000
         from generate_series(1, 10000) number`,
    );
  });
}

/** A connection that ends with the measuring. */
export async function connect(closing: AsyncDisposableStack, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return closing.adopt(client, (opened) => opened.end());
}

/** The cookies of the demo's customer, signed in and with two of the first product in the cart. */
export async function cookieOfShopper(shopUrl: string): Promise<string> {
  const caller = await signIn(shopUrl, "/api/auth/login", { username: "customer" });
  const products: { id: number }[] = JSON.parse((await caller.get("/api/products")).text);
  await caller.post("/cart", { form: { intent: "add", productId: String(products[0]?.id), quantity: "2" } });
  return caller.cookie;
}

/** The cookies of the demo's administrator, signed in. */
export async function cookieOfStaff(shopUrl: string): Promise<string> {
  return (await signIn(shopUrl, "/api/admin/login", { email: "admin@example.com" })).cookie;
}

async function signIn(shopUrl: string, path: string, who: Record<string, string>): Promise<Caller> {
  const caller = new Caller(shopUrl);
  const { status } = await caller.post(path, { json: { ...who, password: DEMO_PASSWORD } });
  if (status !== 200) throw new Error("The demo sign-ins do not work in this shop.");
  return caller;
}

/** Runs a program, and closes what it opened at its end, also when it is interrupted; the result is its exit code. */
export async function runAndClose(work: (closing: AsyncDisposableStack) => Promise<boolean>): Promise<void> {
  const closing = new AsyncDisposableStack();
  // Ctrl-C arrives twice, from the terminal and from npm: the first counts.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void closing.disposeAsync().then(() => process.exit(130)));
  }
  try {
    process.exitCode = (await work(closing)) ? 0 : 1;
  } catch (error) {
    // What was closed meanwhile fails, too.
    if (!closing.disposed) console.error(error);
    process.exitCode = 1;
  }
  await closing.disposeAsync();
}

/** The tick of `/proc`, which is 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;
const IDLE_PERCENT = 5;
const LOOK_MS = 500;

/** Memory of a running process in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Processor time that a process has used so far, in ms. */
export function processorTimeOf(pid: number): number {
  // The fields after the name, which is in brackets and may hold spaces; user and system time are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Waits until a process is nearly idle. */
export async function untilIdle(pid: number, limitMs = 30_000): Promise<void> {
  let before = processorTimeOf(pid);
  for (const limit = Date.now() + limitMs; Date.now() < limit; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = processorTimeOf(pid);
    if (now - before < (LOOK_MS * IDLE_PERCENT) / 100) return;
    before = now;
  }
}

/** As many shoppers at a time as loop whole orders in the race against other shops. */
const SHOPPERS = 20;

interface FilledCart {
  /** Units by product. */
  quantities: ReadonlyMap<number, number>;
  /** The shop's total for it in pounds, including delivery. */
  total: number;
}

const productsSchema = z.array(z.object({ id: z.int() }));

/** A script's way through the shop, without cookies: intent, card, order. */
export class ScriptedBuyer {
  readonly #browser: Browser;
  readonly #carts: FilledCart[] = [];

  constructor(shopUrl: string) {
    // Who measures a shop tries nothing twice.
    this.#browser = new Browser(new Caller(shopUrl), [], { pageMs: 0, outcomeMs: 0 });
  }

  /** Two neighbouring products of the catalogue in each, so that buyers compete for products. */
  async fillCarts(): Promise<FilledCart[]> {
    const products = productsSchema.parse(JSON.parse((await this.#browser.insist("/api/products")).text));
    for (const [index, { id }] of products.entries()) {
      const quantities = new Map([
        [id, 1],
        [products[(index + 1) % products.length]?.id ?? id, 2],
      ]);
      const visitor = this.#browser.stranger();
      for (const [productId, quantity] of quantities) await putInCart(visitor, productId, quantity);
      this.#carts.push({ quantities, total: await priceByCard(visitor) });
    }
    return this.#carts;
  }

  /** Places so many, some at a time; fill the carts first. */
  async placeOrders(orders: number): Promise<void> {
    let placed = 0;
    const loop = async () => {
      while (placed < orders) {
        const cart = this.#carts[placed % this.#carts.length];
        placed += 1;
        if (cart) await this.buy(cart);
      }
    };
    await Promise.all(Array.from({ length: SHOPPERS }, loop));
  }

  /** Returns the order's address. @throws Error when there is no order in the end */
  async buy({ quantities, total }: FilledCart): Promise<string> {
    const email = `guest-${randomUUID()}@example.com`;
    const ending = await buyByScript(this.#browser.stranger(), email, total, quantities);
    if (ending !== "confirmed") throw new Error(`A script's order ended as ${ending}.`);
    return email;
  }
}
