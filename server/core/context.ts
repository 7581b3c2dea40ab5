import type { EntityManager } from "@mikro-orm/postgresql";
import type { PaymentGateways } from "#server/payments/providers.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import type { Capability, Role } from "./roles.ts";

/**
 * Who makes the request. `api-key` is a script with a key: it is no particular person and may do what the key allows.
 * `system` is a job or a webhook: it acts for the shop itself.
 */
export type Actor =
  | { kind: "visitor" }
  | {
      kind: "user";
      id: number;
      role: Role;
      name: string;
      email: string;
      sessionId: string;
      /** The code of the list whose prices they pay; none is everybody's prices. */
      tradeList?: string | null;
      /** What staff must do before they get their permissions; until then `role` is a customer's. */
      mustFirst?: RequiredAction;
    }
  | { kind: "api-key"; id: number; name: string; permissions: readonly Capability[] }
  | { kind: "system" };

/** Sign in with their passkey; choose a better password; set up a second factor. */
export type RequiredAction = "passkey" | "password" | "second-factor";

/** What every server function gets as its first argument; made again for each request and each job. */
export interface Context {
  /** A fresh fork: nothing is shared with other requests. */
  em: EntityManager;
  actor: Actor;
  settings: StoreSettings;
  /** They are the cache's: what takes money compares their version or reads them again (`withCurrentSettings`). */
  settingsMayBeOld?: boolean;
  clock: Clock;
  gateways: PaymentGateways;
  requestId: string;
  /** The client's network address, for rate limits; "" for jobs. */
  clientAddress: string;
  /**
   * A program on this machine makes the request directly, under this machine's name, and as far as we can see for
   * nobody else.
   */
  fromThisMachine: boolean;
  /**
   * The request came through a tunnel, a proxy or a name that is not this machine's; undefined for jobs and webhooks.
   */
  fromElsewhere?: boolean;
  /** A limit that refuses something writes it here; all contexts made from this one share it. */
  waiting?: LoadContext;
  /** The shop's public address without a trailing slash, for links in mails and provider return addresses. */
  publicUrl: string;
}

/** What Remix hands to all loaders of one request. */
export interface LoadContext {
  /** When a limit refused something: for how long. The page sends it in a header, wherever it reports the refusal. */
  retryAfterSeconds?: number;
}

/** The list whose prices the visitor sees and pays. */
export function tradeListOf({ actor }: Pick<Context, "actor">): string | null {
  return actor.kind === "user" ? (actor.tradeList ?? null) : null;
}

/** The name of the actor in the audit and in an order's timeline; jobs and webhooks are the shop itself. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "user":
      return actor.name;
    case "api-key":
      return `API key ${actor.name}`;
    case "visitor":
      return "A visitor";
    case "system":
      return "The shop";
  }
}

/** Where the current time comes from, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still at a moment until it is moved. */
export function fixedClock(iso: string): Clock & { advance(milliseconds: number): void } {
  let current = new Date(iso).getTime();
  return {
    now: () => new Date(current),
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
