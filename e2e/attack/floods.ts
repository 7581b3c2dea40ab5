import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { details } from "../money/paying.ts";
import { Caller } from "./caller.ts";

/** The source of the flood: one machine at one address, or somebody with a provider's /48 of IPv6. */
export const sources = ["one address", "a /48"] as const;
export type Source = (typeof sources)[number];

/** The "one address". */
export const FLOODING_ADDRESS = "203.0.113.66";

/** One step of a flood. */
type Stroke = (caller: Caller, shopUrl: string) => Promise<{ status: number } | undefined>;

const json = (body: unknown) => ({ json: body });
const anybody = () => `${randomUUID()}@example.com`;
const PRODUCTS = 8;

export const floods = {
  "guessed passwords": (caller) => caller.post("/api/admin/login", json({ email: anybody(), password: "x" })),
  registrations: (caller) => {
    const username = `flood-${randomUUID().slice(0, 12)}`;
    return caller.post(
      "/api/auth/register",
      json({ name: "Flood", email: anybody(), username, password: "flooding" }),
    );
  },
  "carts and payments": async (caller) => {
    const cart = caller.withoutCookies();
    for (let product = 1; product <= PRODUCTS; product += 1) {
      const form = { intent: "add", productId: String(product), quantity: "99" };
      const { status } = await cart.post("/cart", { form });
      if (status === 429) return { status };
    }
    return cart.post("/checkout", { form: { ...details(anybody()), intent: "pay" } });
  },
  searches: (caller) => {
    const letter = String.fromCharCode(97 + randomInt(26));
    return caller.get(`/products?search=${letter}&sort=price-desc&page=${randomInt(1, 1000)}`);
  },
  "payments looked up": (caller) =>
    caller.get(`/checkout-success?payment_intent=pi_${randomUUID().slice(0, 12)}`),
  "tRPC batches": (caller) => caller.get(`/api/trpc/${",".repeat(12_000)}?batch=1`),
  "mails to strangers": async (caller) => {
    const email = anybody();
    await caller.post("/api/auth/forgot-password", json({ email }));
    await caller.withoutCookies().post("/newsletter", { form: { intent: "subscribe", email } });
    const message = "Words, words, words, and more words.";
    return caller.post("/api/contact", json({ name: "Flood", email, subject: "Hello", message }));
  },
  "large bodies": (caller) => caller.post("/contact", { form: { message: "x".repeat(1_000_000) } }),
  "addresses of 3,900 segments": (caller) => caller.get("/a".repeat(3900)),
  "forms of 60 kB of spaces": (caller) =>
    caller.post("/orders/INV-1/use", {
      form: { use: "soil", outwardCode: `A${" ".repeat(60_000)}B` },
    }),
  "routes of 400 links": (caller) => caller.get(`/__manifest?${"p=/orders/1/x&".repeat(400)}version=x`),
  "headers of 15 kB of spaces": (caller) => caller.get("/", { "Accept-Encoding": `a${" ".repeat(15_000)}b` }),
  "connections that never end": (_caller, shopUrl) => holdConnection(shopUrl),
} satisfies Record<string, Stroke>;

/** Requests of a stranger, each of which once kept a process busy for seconds. */
export const costlyOnce = [
  "addresses of 3,900 segments",
  "forms of 60 kB of spaces",
  "routes of 400 links",
  "headers of 15 kB of spaces",
] as const;

export type Flood = keyof typeof floods;
export const floodNames = Object.keys(floods) as Flood[];

const CONNECTION_MS = 2000;

/** Begins a large body and never finishes it. */
async function holdConnection(shopUrl: string): Promise<undefined> {
  const { hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head =
    "PUT /api/admin/products/1 HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n";
  socket.write(head.replace("Host: shop", `Host: ${hostname}:${port}`));
  socket.write(Buffer.alloc(500_000, 32));
  await wait(CONNECTION_MS);
  socket.destroy();
}

export interface Flooded {
  requests: number;
  /** How often each status came; 0 means no response. */
  statuses: Record<string, number>;
}

export interface FloodPlan {
  shopUrl: string;
  source: Source;
  kinds: readonly Flood[];
  seconds: number;
  /** How many at a time. */
  workers: number;
}

/** The total: more would show nothing new. */
const MOST_REQUESTS = 20_000;

/** Sends requests as fast as they are answered, all kinds in turn, until the time is over. */
export async function flood({ shopUrl, source, kinds, seconds, workers }: FloodPlan): Promise<Flooded> {
  const flooded: Flooded = { requests: 0, statuses: {} };
  const end = Date.now() + seconds * 1000;
  const own = new Caller(shopUrl, addressOf(source));
  const work = async (first: number) => {
    for (let turn = first; Date.now() < end && flooded.requests < MOST_REQUESTS; turn += 1) {
      const kind = kinds[turn % kinds.length];
      if (!kind) return;
      const caller = source === "one address" ? own.withoutCookies() : own.movedTo(addressOf(source));
      const stroke: Stroke = floods[kind];
      const response = await stroke(caller, shopUrl);
      flooded.requests += 1;
      const status = response ? String(response.status) : "held";
      flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, first) => work(first)));
  return flooded;
}

/** The documentation block of RFC 3849; a /48 of it, with another of its 2^80 addresses each time. */
function addressOf(source: Source): string {
  if (source === "one address") return FLOODING_ADDRESS;
  const parts = randomBytes(10).toString("hex").match(/.{4}/g) ?? [];
  return `2001:db8:bad:${parts.join(":")}`;
}
