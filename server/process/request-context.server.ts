import { randomUUID } from "node:crypto";
import { getOrm } from "#db/orm.server.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { findSessionActor } from "#server/accounts/sessions.server.ts";
import { withTwoFactorEnforced } from "#server/accounts/user-views.server.ts";
import { bearerTokenIn, findKeyActor } from "#server/api-keys/api-key-secret.server.ts";
import { type Actor, type Context, type LoadContext, systemClock } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { isStaff } from "#server/core/roles.ts";
import { readCookie, sessionCookie } from "#server/http/cookies.server.ts";
import { assertSameOrigin } from "#server/http/same-origin.ts";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { cachedSettings, readSettings } from "#server/settings/read-settings.server.ts";

const contexts = new WeakMap<object, Promise<Context>>();

interface ContextOptions {
  /**
   * What it is for compares the settings' version in the statement that takes money, or reads them again before: so it
   * may begin with those of the cache.
   */
  checksSettings?: boolean;
}

/**
 * The context of one HTTP request. Remix hands all loaders of a request the same load-context object, so they share
 * one actor and one EntityManager fork; anything that writes a cookie or money runs in its own action.
 * @throws ShopError `forbidden` when another site made the browser send a write; `rate_limited`, of writes alone
 */
export function contextFor(
  request: Request,
  loadContext: LoadContext,
  options: ContextOptions = {},
): Promise<Context> {
  const existing = contexts.get(loadContext);
  if (existing) return existing;
  const made = makeContext(request, loadContext, options);
  contexts.set(loadContext, made);
  return made;
}

/**
 * The same for a request to the REST API, where an API key may replace a sign-in. No browser sends a key by itself,
 * so no other site can use it: the origin is not checked, and cookies are ignored.
 * @throws ShopError `forbidden` as above; `unauthenticated` for an invalid key, `rate_limited`
 */
export async function restContextFor(
  request: Request,
  loadContext: LoadContext,
  options: ContextOptions = {},
): Promise<Context> {
  const key = bearerTokenIn(request.headers.get("authorization"));
  if (key === null) return contextFor(request, loadContext, options);
  const em = getOrm().em.fork();
  const origin = { now: systemClock.now(), clientAddress: clientAddressOf(request) };
  return contextOf(request, em, await findKeyActor(em, key, origin), loadContext, options);
}

async function makeContext(
  request: Request,
  waiting: LoadContext,
  options: ContextOptions,
): Promise<Context> {
  assertSameOrigin(request, shopUrl());
  const em = getOrm().em.fork();
  const token = await readCookie(await sessionCookie(em), request);
  const actor = await findSessionActor(em, token, systemClock.now());
  const isStaffAtWork = actor.kind === "user" && isStaff(actor.role);
  if (!onlyReads(request) && !isStaffAtWork) {
    await countAgainstLimit({ clientAddress: clientAddressOf(request), waiting }, "write");
  }
  return contextOf(request, em, actor, waiting, options);
}

async function contextOf(
  request: Request,
  em: Context["em"],
  actor: Actor,
  waiting: LoadContext,
  { checksSettings = false }: ContextOptions = {},
): Promise<Context> {
  // Requests that take money or write use the settings of this moment.
  const settings = await (onlyReads(request) || checksSettings ? cachedSettings(em) : readSettings(em));
  return {
    em,
    actor: await withTwoFactorEnforced(em, settings, actor),
    settings,
    settingsMayBeOld: checksSettings,
    clock: systemClock,
    gateways: paymentGateways(),
    requestId: request.headers.get("x-request-id") ?? randomUUID(),
    clientAddress: clientAddressOf(request),
    fromThisMachine: request.headers.get("x-from-this-machine") === "yes",
    fromElsewhere: request.headers.get("x-from-elsewhere") === "yes",
    waiting,
    publicUrl: shopUrl(),
  };
}

function onlyReads({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function clientAddressOf(request: Request): string {
  return request.headers.get("x-client-address") ?? "";
}

/** The context of a job or a webhook, which acts for the shop itself. */
export async function systemContext(
  requestId: string = randomUUID(),
  { checksSettings = false }: ContextOptions = {},
): Promise<Context> {
  const em = getOrm().em.fork();
  return {
    em,
    actor: { kind: "system" },
    settings: await (checksSettings ? cachedSettings(em) : readSettings(em)),
    settingsMayBeOld: checksSettings,
    clock: systemClock,
    gateways: paymentGateways(),
    requestId,
    clientAddress: "",
    fromThisMachine: false,
    publicUrl: shopUrl(),
  };
}

/** From the environment, never from a Host header, so that a forged one cannot put its address into our mails. */
function shopUrl(): string {
  const environment = readEnvironment();
  return (environment.PUBLIC_URL ?? `http://${environment.HOST}:${environment.PORT}`).replace(/\/$/, "");
}
