import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { details } from "../money/paying.ts";
import { Caller } from "../support/caller.ts";

/** The source of the flood: one machine at one address, or somebody with a provider's /48 of IPv6. */
export const sources = ["one address", "a /48"] as const;
export type Source = (typeof sources)[number];

/** The "one address". */
export const FLOODING_ADDRESS = "203.0.113.66";

const json = (body: unknown) => ({ json: body });
const anybody = () => `${randomUUID()}@example.com`;
const PRODUCTS = 8;

/** One step of each flood. */
const floods: Record<string, (caller: Caller, shopUrl: string) => Promise<unknown>> = {
  "guessed passwords": (caller) => caller.post("/api/admin/login", json({ email: anybody(), password: "x" })),
  registrations: (caller) => {
    const username = `flood-${randomUUID().slice(0, 12)}`;
    return caller.post(
      "/api/auth/register",
      json({ name: "Flood", email: anybody(), username, password: "flooding" }),
    );
  },
  "carts and payments": async (caller) => {
    for (let product = 1; product <= PRODUCTS; product += 1) {
      const form = { intent: "add", productId: String(product), quantity: "99" };
      const { status } = await caller.post("/cart", { form });
      if (status === 429) return;
    }
    await caller.post("/checkout", { form: { ...details(anybody()), intent: "pay" } });
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
    await caller.somebodyElse().post("/newsletter", { form: { intent: "subscribe", email } });
    const message = "Words, words, words, and more words.";
    await caller.post("/api/contact", json({ name: "Flood", email, subject: "Hello", message }));
  },
  "large bodies": (caller) => caller.post("/contact", { form: { message: "x".repeat(1_000_000) } }),
  "addresses of 3,900 segments": (caller) => caller.get("/a".repeat(3900)),
  "forms of 60 kB of spaces": (caller) =>
    caller.post("/orders/INV-1/use", {
      form: { use: "soil", outwardCode: `A${" ".repeat(60_000)}B` },
    }),
  "routes of 400 links": (caller) => caller.get(`/__manifest?${"p=/orders/1/x&".repeat(400)}version=x`),
  "routes of 100 links to different pages": discoverAll,
  "headers of 15 kB of spaces": (caller) => caller.get("/", { "Accept-Encoding": `a${" ".repeat(15_000)}b` }),
  "connections that never end": (_caller, shopUrl) => holdConnection(shopUrl),
};

export const floodNames = Object.keys(floods);

/** Requests of a stranger, each of which once kept a process busy for seconds. */
export const costlyOnce = [
  "addresses of 3,900 segments",
  "forms of 60 kB of spaces",
  "routes of 400 links",
  "routes of 100 links to different pages",
  "headers of 15 kB of spaces",
];

/** Each with all that is above it, as Remix looks them up. */
async function discoverAll(caller: Caller): Promise<unknown> {
  const links = Array.from({ length: 100 }, (_, page) => `p=/orders/${page}/x/a/b/c/d/e/f`);
  const [, version] = /"version": "(\w+)"/.exec((await caller.get("/")).text) ?? [];
  return caller.get(`/__manifest?${links.join("&")}&version=${version}`);
}

const CONNECTION_MS = 2000;

/** Begins a large body and never finishes it. */
async function holdConnection(shopUrl: string): Promise<void> {
  const { host, hostname, port } = new URL(shopUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = `PUT /api/admin/products/1 HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n`;
  socket.write(head);
  socket.write(Buffer.alloc(500_000, 32));
  await wait(CONNECTION_MS);
  socket.destroy();
}

export interface FloodPlan {
  shopUrl: string;
  source: Source;
  kinds: readonly string[];
  seconds: number;
  /** How many at a time. */
  workers: number;
}

/** The total: more would show nothing new. */
const MOST_REQUESTS = 20_000;

/** Sends requests as fast as they are answered, all kinds in turn, until the time is over. */
async function flood({ shopUrl, source, kinds, seconds, workers }: FloodPlan): Promise<void> {
  let requests = 0;
  const end = Date.now() + seconds * 1000;
  const first = new Caller(shopUrl, addressOf(source));
  const work = async (place: number) => {
    for (let turn = place; Date.now() < end && requests < MOST_REQUESTS; turn += 1) {
      requests += 1;
      const kind = kinds[turn % kinds.length] ?? "";
      await floods[kind]?.(first.somebodyElse(addressOf(source)), shopUrl);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, place) => work(place)));
}

/** The documentation block of RFC 3849; a /48 of it, with another of its 2^80 addresses each time. */
function addressOf(source: Source): string {
  if (source === "one address") return FLOODING_ADDRESS;
  const parts = randomBytes(10).toString("hex").match(/.{4}/g) ?? [];
  return `2001:db8:bad:${parts.join(":")}`;
}

// A process of its own, so that the cost of the attack does not count as the shop's.
if (import.meta.main) {
  await flood(JSON.parse(process.argv[2] ?? "{}"));
  // Connections that the shop has not ended yet.
  process.exit();
}
