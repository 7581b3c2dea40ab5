import pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";

/**
 * What one client address (or account) may do in a window. Generous enough that neither a person nor a small
 * office behind one address meets them; RATE_LIMIT_FACTOR scales all of them, 0 switches them off.
 */
export const rateLimits = {
  "sign-in": { points: 30, seconds: 300 },
  "sign-in-account": { points: 10, seconds: 300 },
  /** Codes tried at one account. Three of a million are right at any time: half a chance after sixteen months. */
  "two-factor": { points: 5, seconds: 900 },
  register: { points: 20, seconds: 3600 },
  "forgot-password": { points: 10, seconds: 3600 },
  newsletter: { points: 20, seconds: 3600 },
  /** Mails to one address, and codes tried by one client. */
  "newsletter-mail": { points: 5, seconds: 3600 },
  "newsletter-code": { points: 40, seconds: 3600 },
  contact: { points: 20, seconds: 3600 },
  /** Each new checkout holds stock. */
  checkout: { points: 60, seconds: 600 },
  /** Each payment intent lets a stolen card be tried (docs.stripe.com/disputes/prevention/card-testing). */
  "payment-intent": { points: 60, seconds: 600 },
  /** All shoppers together: ten a second, far above any day of this shop. */
  "payment-intent-of-all": { points: 6000, seconds: 600 },
  /** For each key: an export of 200 rows a call reads a million in five minutes. */
  "api-key": { points: 1200, seconds: 60 },
  /** Keys that nobody was given, tried by one client. */
  "unknown-api-key": { points: 60, seconds: 300 },
  /** For each order. */
  "resend-confirmation": { points: 5, seconds: 3600 },
} as const;

export type RateLimitName = keyof typeof rateLimits;

/** A limit is one small statement: what takes longer is a database in trouble, and the request a 503. In milliseconds. */
const PATIENCE = { connectionTimeoutMillis: 10_000, statement_timeout: 10_000 };

interface Limiters {
  url: string;
  pool: pg.Pool;
  byName: Map<RateLimitName, RateLimiterPostgres>;
}

const holder = globalThis as { shopRateLimiters?: Limiters };

function limiters(): Limiters {
  const url = process.env.DATABASE_URL ?? "";
  if (holder.shopRateLimiters?.url === url) return holder.shopRateLimiters;
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    ...PATIENCE,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined);
  holder.shopRateLimiters = { url, pool, byName: new Map() };
  return holder.shopRateLimiters;
}

/** Ends the limiters' connections; the next use opens new ones. */
export async function closeRateLimiters(): Promise<void> {
  const current = holder.shopRateLimiters;
  holder.shopRateLimiters = undefined;
  await current?.pool.end();
}

/**
 * Counts one use by a key (the client's address unless given).
 * @throws ShopError `rate_limited` when the window is used up.
 */
export async function countAgainstLimit(
  context: Pick<Context, "clientAddress">,
  name: RateLimitName,
  key: string = context.clientAddress,
): Promise<void> {
  if (switchedOff() || key === "") return;
  const limiter = limiterFor(name);
  try {
    await limiter.consume(storedKey(key));
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    log("warn", "a rate limit was reached", { name });
    const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    throw new ShopError("rate_limited", "Too many attempts. Please wait a little and try again.", {
      retryAfterSeconds,
    });
  }
}

/** Takes back one counted use, for an attempt that turned out to be honest (a sign-in that succeeded). */
export async function giveBackToLimit(
  context: Pick<Context, "clientAddress">,
  name: RateLimitName,
  key: string = context.clientAddress,
): Promise<void> {
  if (switchedOff() || key === "") return;
  await limiterFor(name).reward(storedKey(key), 1);
}

function switchedOff(): boolean {
  return readEnvironment().RATE_LIMIT_FACTOR === 0;
}

function storedKey(key: string): string {
  return key.slice(0, 200).toLowerCase();
}

function limiterFor(name: RateLimitName): RateLimiterPostgres {
  const { byName, pool } = limiters();
  const known = byName.get(name);
  if (known) return known;
  const { points, seconds } = rateLimits[name];
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix: name,
    points: Math.max(1, Math.round(points * readEnvironment().RATE_LIMIT_FACTOR)),
    duration: seconds,
  });
  byName.set(name, limiter);
  return limiter;
}
