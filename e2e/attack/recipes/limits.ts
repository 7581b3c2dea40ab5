import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { memoryOf } from "../../perf/process-usage.ts";
import { atOnce } from "../at-once.ts";
import type { AttackedShop } from "../attacked-shop.ts";
import type { Caller, CallerResponse } from "../caller.ts";
import { buyAsGuest } from "../guest-order.ts";
import { mustWork, type Recipe } from "../recipe.ts";

/* What one visitor gained by many or by large requests. */

const PRODUCT = 1;
/** The most that a cart's line holds. */
const WHOLE_LINE = "99";

const details = {
  firstName: "A",
  lastName: "B",
  email: "a@b.example",
  phone: "",
  address: "x",
  city: "y",
  postcode: "SY8 1AA",
  country: "United Kingdom",
  sameShipping: "on",
};

const CARTS_WITH_ALL = 4;

const emptyShelves: Recipe = {
  finding: "H3",
  what: "one visitor with a few carts holds all stock, from one address or out of a /48",
  async play(shop) {
    const products = await shop.query(
      "select id from product where archived_at is null and stock_quantity > 0",
    );
    const ways: Record<string, string>[] = [
      { intent: "pay", shownTotal: "1" },
      { intent: "prepare", paymentMethod: "paypal" },
      { intent: "pay" },
    ];
    const eve = shop.stranger();
    const sources: [string, (cart: number) => Caller][] = [
      ["one address", () => eve.withoutCookies()],
      ["a /48", (cart) => shop.at(`2001:db8:48:${cart + 1}::1`)],
    ];
    for (const [source, callerOf] of sources) {
      for (const way of ways) {
        for (let carts = 0; carts < CARTS_WITH_ALL; carts += 1) {
          const cart = callerOf(carts);
          for (const { id } of products) {
            const form = { intent: "add", productId: String(id), quantity: WHOLE_LINE };
            await cart.post("/cart", { form });
          }
          await cart.post("/checkout", { form: { ...details, ...way } });
        }
        const left = await shop.count(
          "select count(*) from product where archived_at is null and stock_quantity > held_quantity",
        );
        await giveBackStock(shop);
        if (left === 0) return `all stock from ${source}, by ${JSON.stringify(way)}`;
        await shop.forgetAttempts();
      }
    }
    return undefined;
  },
};

/** Returns the stock that attackers hold, as after its time limit. */
export async function giveBackStock(shop: AttackedShop): Promise<void> {
  await shop.query("update checkout set hold_expires_at = null where hold_expires_at is not null");
  await shop.query("delete from stock_hold");
  await shop.query("update product set held_quantity = 0 where held_quantity <> 0");
}

const GUESSES = 40;

/** Whether somebody who guesses passwords is ever slowed down. */
async function isStopped(
  callers: (time: number) => Caller,
  headers: Record<string, string> = {},
): Promise<boolean> {
  for (let time = 0; time < GUESSES; time += 1) {
    const json = { email: `a${time}@b.example`, password: "x" };
    const { status } = await callers(time).post("/api/admin/login", { json, headers });
    if (status === 429) return true;
  }
  return false;
}

const manyAddresses: Recipe = {
  finding: "M7",
  what: "each of a home line's 2^64 addresses has limits of its own",
  async play(shop) {
    const callers = (time: number) => shop.at(`2001:db8:1:1::${(time + 1).toString(16)}`);
    return (await isStopped(callers)) ? undefined : `${GUESSES} guesses without a pause`;
  },
};

const ownClientAddress: Recipe = {
  finding: "L29",
  what: "a client names its own address in X-Client-Address",
  async play(shop) {
    const eve = shop.stranger();
    for (let time = 0; time < GUESSES; time += 1) {
      const json = { email: `a${time}@b.example`, password: "x" };
      const headers = { "X-Client-Address": `198.51.100.${time}` };
      const { status } = await eve.post("/api/admin/login", { json, headers });
      if (status === 429) return undefined;
    }
    return `${GUESSES} guesses without a pause`;
  },
};

const noAddress: Recipe = {
  finding: "L30",
  what: "limits are off for whoever has no address",
  async play(shop) {
    const unreadable = ["unknown", "", "_hidden", "999.1.1.1"];
    const callers = (time: number) => shop.at(unreadable[time % unreadable.length] ?? "");
    return (await isStopped(callers)) ? undefined : `${GUESSES} guesses without a pause`;
  },
};

const LOOK_UPS = 80;
/** What a shopper who reloads needs. */
const FEW_LOOK_UPS = 30;

const providerQuota: Recipe = {
  finding: "M8",
  what: "a stranger makes the shop ask its payment providers as often as they like",
  async play(shop) {
    const eve = shop.stranger();
    const ways: [string, (length: number) => Promise<CallerResponse>][] = [
      ["Stripe", (length) => eve.get(`/checkout-success?payment_intent=pi_${"x".repeat(length)}`)],
      ["PayPal", (length) => eve.post(`/paypal/order/${"X".repeat(length)}/capture`, { json: {} })],
    ];
    for (const [provider, ask] of ways) {
      await shop.forgetAttempts();
      const before = await shop.countProviderCalls();
      for (let time = 0; time < LOOK_UPS; time += 1) if ((await ask(time + 8)).status === 429) break;
      const providerCalls = (await shop.countProviderCalls()) - before;
      if (providerCalls > FEW_LOOK_UPS)
        return `${providerCalls} questions to ${provider} for ${LOOK_UPS} of ours`;
    }
    return undefined;
  },
};

const MUCH_BYTES = 200_000;

const longBatches: Recipe = {
  finding: "M9",
  what: "one short address is answered with megabytes of tRPC errors",
  async play(shop) {
    const { browser } = await shop.customer();
    const lines = shop.log.split("\n").length;
    const nothing = await shop.stranger().get(`/api/trpc/${",".repeat(12_000)}?batch=1`);
    const names = Array<string>(800).fill("orders.totals").join(",");
    const totals = await browser.get(`/api/trpc/${names}?batch=1`);
    const longest = Math.max(nothing.text.length, totals.text.length);
    if (longest > MUCH_BYTES) return `${longest} bytes for an address of ${names.length}`;
    const written = shop.log.split("\n").length - lines;
    return written > 100 ? `${written} lines in the log by one request` : undefined;
  },
};

const CARTS = 400;

const manyCarts: Recipe = {
  finding: "M17",
  what: "one visitor without cookies fills the database with carts",
  async play(shop) {
    const eve = shop.stranger();
    const before = await shop.count("select count(*) from cart");
    const form = { intent: "add", productId: String(PRODUCT), quantity: "1" };
    let isStopped = false;
    await atOnce(8, CARTS, async () => {
      if (!isStopped) isStopped = (await eve.withoutCookies().post("/cart", { form })).status === 429;
    });
    const made = (await shop.count("select count(*) from cart")) - before;
    mustWork(made > 0, "fill a cart");
    return made === CARTS ? `${made} carts of one address` : undefined;
  },
};

const SEARCHES = 30;
const STALL_MS = 3000;

const costlySearches: Recipe = {
  finding: "M18",
  what: "a few searches that wait for the database stall everybody else",
  async play(shop) {
    const { browser } = await shop.customer();
    const me = () => browser.get("/api/auth/user");
    mustWork((await me()).text.includes("email"), "ask who they are");
    const eve = shop.stranger();
    const stalled = await shop.whileLocked("product", async () => {
      const searches = Array.from({ length: SEARCHES }, (_, place) => {
        const letters = [97 + (place % 26), 97 + Math.floor(place / 26)].map((code) =>
          String.fromCharCode(code),
        );
        return eve.withoutCookies().get(`/products?search=${letters.join("")}&sort=price-desc`);
      });
      await wait(STALL_MS / 2);
      const outcome = await Promise.race([me(), wait(STALL_MS)]);
      return { isAnswered: outcome !== undefined, searches };
    });
    await Promise.all(stalled.searches);
    return stalled.isAnswered ? undefined : `nobody was answered while ${SEARCHES} searches waited`;
  },
};

/** Together 950 MB. What is read and thrown away leaves up to 160 MB to collect, however many there are. */
const BIG_BODIES = 120;
const BIG_BYTES = 7_900_000;
const MUCH_MEMORY_MB = 300;
const SENDING_LIMIT_MS = 10_000;

const heldBodies: Recipe = {
  finding: "M19",
  what: "bodies of eight megabytes are held for whoever sends them, before anybody is asked who that is",
  async play(shop) {
    const before = memoryOf(shop.pid) ?? 0;
    const sockets = Array.from({ length: BIG_BODIES }, () => sendSlowly(shop));
    const limit = Date.now() + SENDING_LIMIT_MS;
    let opened = 0;
    do {
      await wait(200);
      opened = Math.max(opened, (memoryOf(shop.pid) ?? 0) - before);
    } while (
      Date.now() < limit &&
      sockets.some(({ destroyed, writableLength }) => !destroyed && writableLength > 0)
    );
    for (const socket of sockets) socket.destroy();
    await wait(200);
    return opened > MUCH_MEMORY_MB ? `${opened.toFixed(0)} MB of the shop's memory` : undefined;
  },
};

/** Most of a large body, whose end never comes. */
function sendSlowly(shop: AttackedShop): Socket {
  const { hostname, port } = new URL(shop.url);
  const socket = new Socket();
  socket.on("error", () => undefined);
  socket.connect(Number(port), hostname, () => {
    const head = [
      "PUT /api/admin/products/1 HTTP/1.1",
      `Host: ${hostname}:${port}`,
      "Content-Type: application/json",
      // No session, but it looks like one.
      "Cookie: session=x.y; __Host-session=x.y",
      "Transfer-Encoding: chunked",
    ].join("\r\n");
    socket.write(`${head}\r\n\r\n${BIG_BYTES.toString(16)}\r\n`);
    socket.write(Buffer.alloc(BIG_BYTES, 32));
  });
  return socket;
}

const PDFS = 60;

const manyInvoices: Recipe = {
  finding: "L31",
  what: "whoever has an invoice's link makes the shop draw it as a PDF as often as they like",
  async play(shop) {
    const email = `buyer-${randomUUID().slice(0, 8)}@example.com`;
    await buyAsGuest(shop.stranger(), PRODUCT, { customerEmail: email });
    const browser = shop.stranger();
    const confirmation = await browser.get(await shop.mailedLink(email, "/order-confirmation"));
    const invoice = confirmation.text.match(/\/orders\/[^"]*invoice[^"]*/)?.[0] ?? "/orders";
    const pdf = invoice.replaceAll("&amp;", "&").replace(/\/invoice(?!\.)/, "/invoice.pdf");
    const first = await browser.get(pdf);
    mustWork(first.headers["content-type"] === "application/pdf", `open the invoice: ${first.status} ${pdf}`);
    const statuses: number[] = [];
    for (let time = 0; time < PDFS && !statuses.includes(429); time += 1) {
      statuses.push((await browser.get(pdf)).status);
    }
    return statuses.every((status) => status === 200) ? `${PDFS} times` : undefined;
  },
};

const chosenNumber: Recipe = {
  finding: "L32",
  what: "a guest gives the order the invoice number of a time to come",
  async play(shop) {
    const orderNumber = `INV-2000000000${Math.floor(Math.random() * 900 + 100)}`;
    const { invoiceNumber } = await buyAsGuest(shop.stranger(), PRODUCT, { invoiceNumber: orderNumber });
    return invoiceNumber === orderNumber ? invoiceNumber : undefined;
  },
};

export const limitRecipes: readonly Recipe[] = [
  emptyShelves,
  manyAddresses,
  ownClientAddress,
  noAddress,
  providerQuota,
  longBatches,
  manyCarts,
  costlySearches,
  heldBodies,
  manyInvoices,
  chosenNumber,
];
