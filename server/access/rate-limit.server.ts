import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { openPool } from "#db/connections.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { limitKeyOf, widerLimitKeyOf } from "./limit-key.ts";
import {
  type AddressLimit,
  type KeyedLimit,
  type RateLimitName,
  rateLimits,
  WIDER_NETWORK_FACTOR,
} from "./limits.ts";

/**
 * A limit is one small statement. If it takes longer than this, in milliseconds, the database is in trouble and the
 * request gets a 503.
 */
const PATIENCE = { connectionTimeoutMillis: 10_000, statement_timeout: 10_000 };

interface Limiters {
  url: string;
  pool: pg.Pool;
  byNameAndPoints: Map<string, RateLimiterPostgres>;
}

const holder = globalThis as { shopRateLimiters?: Limiters };

function limiters(): Limiters {
  const url = process.env.DATABASE_URL ?? "";
  if (holder.shopRateLimiters?.url === url) return holder.shopRateLimiters;
  const pool = openPool(url, {
    max: 2,
    ...PATIENCE,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  holder.shopRateLimiters = { url, pool, byNameAndPoints: new Map() };
  return holder.shopRateLimiters;
}

/** Ends the limiters' connections; the next use opens new ones. */
export async function closeRateLimiters(): Promise<void> {
  const current = holder.shopRateLimiters;
  holder.shopRateLimiters = undefined;
  await current?.pool.end();
}

/** The client that is counted. What the shop does for nobody's request is not counted. */
type Requester = Pick<Context, "clientAddress"> & Partial<Pick<Context, "actor" | "waiting">>;

/** The refusal of a limit, with the message of its row; the response says how long it lasts. */
export function limitError(
  { waiting }: Requester,
  name: RateLimitName,
  retryAfterSeconds: number = rateLimits[name].seconds,
): ShopError {
  if (waiting) waiting.retryAfterSeconds = retryAfterSeconds;
  return new ShopError("rate_limited", rateLimits[name].message, { retryAfterSeconds });
}

/**
 * Counts one use, by the client's address or by the key that the limit's row asks for.
 * @throws ShopError `rate_limited` when the window is used up.
 */
export async function countAgainstLimit(context: Requester, name: AddressLimit): Promise<void>;
export async function countAgainstLimit(context: Requester, name: KeyedLimit, key: string): Promise<void>;
export async function countAgainstLimit(
  context: Requester,
  name: RateLimitName,
  key?: string,
): Promise<void> {
  for (const counter of countersOf(context, name, key)) {
    try {
      await counter.limiter.consume(counter.key);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      log("warn", "a rate limit was reached", { name });
      throw limitError(context, name, Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
    }
  }
}

/** As `countAgainstLimit`, for a limit that refuses nothing: returns whether it is not used up. */
export async function isWithinLimit(context: Requester, name: AddressLimit): Promise<boolean>;
export async function isWithinLimit(context: Requester, name: KeyedLimit, key: string): Promise<boolean>;
export async function isWithinLimit(context: Requester, name: RateLimitName, key?: string): Promise<boolean> {
  let isWithin = true;
  for (const counter of countersOf(context, name, key)) {
    await counter.limiter.consume(counter.key).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      log("info", "a silent limit was reached", { name });
      isWithin = false;
    });
  }
  return isWithin;
}

/** Takes back one counted use, for an attempt that turned out to be honest (a sign-in that succeeded). */
export async function returnToLimit(context: Requester, name: AddressLimit): Promise<void>;
export async function returnToLimit(context: Requester, name: KeyedLimit, key: string): Promise<void>;
export async function returnToLimit(context: Requester, name: RateLimitName, key?: string): Promise<void> {
  for (const counter of countersOf(context, name, key)) await counter.limiter.reward(counter.key, 1);
}

/** Clears the count of a key, because what it was counted against no longer exists. */
export async function forgetLimit(context: Requester, name: KeyedLimit, key: string): Promise<void> {
  for (const counter of countersOf(context, name, key)) await counter.limiter.delete(counter.key);
}

interface Counter {
  limiter: RateLimiterPostgres;
  key: string;
}

function countersOf(requester: Requester, name: RateLimitName, key?: string): Counter[] {
  if (readEnvironment().RATE_LIMIT_FACTOR === 0) return [];
  if (key !== undefined) return [{ limiter: limiterFor(name), key: storedKey(key) }];
  const { clientAddress } = requester;
  if (clientAddress === "" && requester.actor?.kind === "system") return [];
  const narrow = { limiter: limiterFor(name), key: storedKey(limitKeyOf(clientAddress)) };
  const wider = widerLimitKeyOf(clientAddress);
  return wider ? [narrow, { limiter: limiterFor(name, WIDER_NETWORK_FACTOR), key: wider }] : [narrow];
}

function storedKey(key: string): string {
  return key.slice(0, 200).toLowerCase();
}

function limiterFor(name: RateLimitName, times = 1): RateLimiterPostgres {
  const { byNameAndPoints, pool } = limiters();
  const { points: most, seconds } = rateLimits[name];
  const points = Math.max(1, Math.round(most * times * readEnvironment().RATE_LIMIT_FACTOR));
  const existing = byNameAndPoints.get(`${name} ${points}`);
  if (existing) return existing;
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  byNameAndPoints.set(`${name} ${points}`, limiter);
  return limiter;
}
