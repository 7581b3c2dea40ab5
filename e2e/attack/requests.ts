import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { details } from "../money/paying.ts";
import { memoryOf } from "../perf/shop.ts";
import type { Caller, CallerResponse } from "../support/caller.ts";
import { type Attack, type AttackedShop, mustWork } from "./attacked-shop.ts";

/* What requests that no browser sends disclosed, and what one visitor gained by many or by large ones. */

const openOutbox: Attack = {
  finding: "M10",
  what: "everybody's mail is read through a proxy or tunnel that rewrites Host",
  async play(shop) {
    mustWork((await shop.direct().get("/dev/mail")).status === 200, "read the outbox at this machine");
    const signs: Record<string, string>[] = [
      { "X-Forwarded-For": "203.0.113.9" },
      { Forwarded: "for=203.0.113.9" },
      { Via: "1.1 tunnel" },
      { "X-Real-IP": "203.0.113.9" },
      { "CF-Connecting-IP": "203.0.113.9" },
      { "X-Forwarded-Host": "friend.example" },
      { Host: "friend.example" },
      { Origin: "https://friend.example" },
    ];
    for (const headers of signs) {
      for (const page of ["/dev/mail", "/dev/mail/1", "/metrics"]) {
        const { status } = await shop.direct().get(page, headers);
        if (status === 200) return `${page} with ${JSON.stringify(headers)}`;
      }
    }
    const hint = await shop.stranger().get("/admin/login");
    return hint.text.includes("biochar-demo") ? "the demo sign-ins on the page" : undefined;
  },
};

const valuesInLogs: Attack = {
  finding: "L22",
  what: "the logs of the shop and its database tell addresses and hashes of refused rows",
  async play(shop) {
    const administrator = await shop.administrator();
    const email = `logged-${randomUUID()}@example.com`;
    const user = { name: "Lena Logged", email, password: "a long enough password", role: "customer" };
    const add = (username: string) => administrator.post("/api/admin/users", { json: { ...user, username } });
    await Promise.all([1, 2, 3, 4].map(() => add(`logged-${randomUUID().slice(0, 12)}`)));
    return [shop.log, shop.databaseLog].some((text) => text.includes(email))
      ? "the address in a log"
      : undefined;
  },
};

const CARTS_WITH_ALL = 4;
/** The most that a cart's line holds. */
const WHOLE_LINE = "99";

const emptyShelves: Attack = {
  finding: "H3",
  what: "one visitor with a few carts holds all stock, from one address or out of a /48",
  async play(shop) {
    const isBuyable = "archived_at is null and stock_quantity > held_quantity";
    const products = await shop.query(`select id from product where ${isBuyable}`);
    const variants: Record<string, string>[] = [
      { intent: "pay", shownTotal: "1" },
      { intent: "prepare", paymentMethod: "paypal" },
      { intent: "pay" },
    ];
    const eve = shop.stranger();
    const sources: [string, (cart: number) => Caller][] = [
      ["one address", () => eve.somebodyElse()],
      ["a /48", (cart) => shop.at(`2001:db8:48:${cart + 1}::1`)],
    ];
    for (const [source, callerOf] of sources) {
      for (const way of variants) {
        await shop.forgetAttempts();
        for (let carts = 0; carts < CARTS_WITH_ALL; carts += 1) {
          const cart = callerOf(carts);
          for (const { id } of products) {
            const form = { intent: "add", productId: String(id), quantity: WHOLE_LINE };
            await cart.post("/cart", { form });
          }
          await cart.post("/checkout", { form: { ...details("a@b.example"), ...way } });
        }
        const left = await shop.query(`select id from product where ${isBuyable}`);
        await shop.returnStock();
        if (left.length === 0) return `all stock from ${source}, by ${JSON.stringify(way)}`;
      }
    }
    return undefined;
  },
};

const LOOK_UPS = 80;
/** What a shopper who reloads needs. */
const FEW_LOOK_UPS = 30;

const providerQuota: Attack = {
  finding: "M8",
  what: "a stranger makes the shop ask its payment providers as often as they like",
  async play(shop) {
    const eve = shop.stranger();
    const countCalls = async () => Number(JSON.parse((await shop.direct().get("/sandbox/hold")).text).calls);
    const variants: [string, (length: number) => Promise<CallerResponse>][] = [
      ["Stripe", (length) => eve.get(`/checkout-success?payment_intent=pi_${"x".repeat(length)}`)],
      ["PayPal", (length) => eve.post(`/paypal/order/${"X".repeat(length)}/capture`, { json: {} })],
    ];
    for (const [provider, ask] of variants) {
      await shop.forgetAttempts();
      const before = await countCalls();
      for (let time = 0; time < LOOK_UPS; time += 1) if ((await ask(time + 8)).status === 429) break;
      const calls = (await countCalls()) - before;
      if (calls > FEW_LOOK_UPS) return `${calls} questions to ${provider} for ${LOOK_UPS} of ours`;
    }
    return undefined;
  },
};

const SEARCHES = 30;
const STALL_MS = 3000;

const costlySearches: Attack = {
  finding: "M18",
  what: "a few searches that wait for the database stall everybody else",
  async play(shop) {
    const { browser } = await shop.customer();
    const me = () => browser.get("/api/auth/user");
    mustWork((await me()).text.includes("email"), "ask who they are");
    const eve = shop.stranger();
    const stalled = await shop.whileProductsAreLocked(async () => {
      const searches = Array.from({ length: SEARCHES }, (_, place) =>
        eve.somebodyElse().get(`/products?search=${(370 + place).toString(36)}&sort=price-desc`),
      );
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

const bufferedBodies: Attack = {
  finding: "M19",
  what: "bodies of eight megabytes are held for whoever sends them, before anybody is asked who that is",
  async play(shop) {
    const before = memoryOf(shop.pid);
    const sockets = Array.from({ length: BIG_BODIES }, () => sendSlowly(shop));
    const isSending = () => sockets.some((socket) => !socket.destroyed && socket.writableLength > 0);
    let opened = 0;
    for (const limit = Date.now() + SENDING_LIMIT_MS; opened === 0 || isSending(); ) {
      await wait(200);
      opened = Math.max(opened, memoryOf(shop.pid) - before);
      if (Date.now() > limit) break;
    }
    for (const socket of sockets) socket.destroy();
    await wait(200);
    return opened > MUCH_MEMORY_MB ? `${opened.toFixed(0)} MB of the shop's memory` : undefined;
  },
};

/** Most of a large body, whose end never comes. */
function sendSlowly(shop: AttackedShop): Socket {
  const { host, hostname, port } = new URL(shop.url);
  const socket = new Socket();
  socket.on("error", () => undefined);
  socket.connect(Number(port), hostname, () => {
    const head = [
      "PUT /api/admin/products/1 HTTP/1.1",
      `Host: ${host}`,
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

export const requestAttacks: readonly Attack[] = [
  openOutbox,
  valuesInLogs,
  emptyShelves,
  providerQuota,
  costlySearches,
  bufferedBodies,
];
