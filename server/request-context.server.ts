import { randomUUID } from "node:crypto";
import { getOrm } from "#db/orm.server.ts";
import { systemClock } from "#server/core/clock.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { readCookie, sessionCookie } from "#server/http/cookies.server.ts";
import { refuseCrossOrigin } from "#server/http/same-origin.server.ts";
import { findSessionActor } from "#server/identity/find-session-actor.server.ts";
import { paymentGateways } from "#server/payments/gateways.server.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";

const contexts = new WeakMap<object, Promise<Context>>();

/**
 * The context of one HTTP request. Remix hands all loaders of a request the same load-context object, so they share
 * one actor and one EntityManager fork; anything that writes a cookie or money runs in its own action.
 * @throws ShopError `forbidden` when another site made the browser send a write.
 */
export function contextFor(request: Request, loadContext: object): Promise<Context> {
  const known = contexts.get(loadContext);
  if (known) return known;
  const made = makeContext(request);
  contexts.set(loadContext, made);
  return made;
}

async function makeContext(request: Request): Promise<Context> {
  const publicUrl = shopUrl();
  refuseCrossOrigin(request, publicUrl);
  const em = getOrm().em.fork();
  const token = await readCookie(await sessionCookie(em), request);
  const [settings, actor] = [await readSettings(em), await findSessionActor(em, token, systemClock.now())];
  return {
    em,
    actor,
    settings,
    clock: systemClock,
    gateways: paymentGateways(),
    requestId: request.headers.get("x-request-id") ?? randomUUID(),
    clientAddress: request.headers.get("x-client-address") ?? "",
    publicUrl,
  };
}

/** The context of a job or a webhook, which acts for the shop itself. */
export async function systemContext(requestId: string = randomUUID()): Promise<Context> {
  const em = getOrm().em.fork();
  return {
    em,
    actor: { kind: "system" },
    settings: await readSettings(em),
    clock: systemClock,
    gateways: paymentGateways(),
    requestId,
    clientAddress: "",
    publicUrl: shopUrl(),
  };
}

/** From the environment, never from a Host header, so that a forged one cannot put its address into our mails. */
function shopUrl(): string {
  const environment = readEnvironment();
  return (environment.PUBLIC_URL ?? `http://${environment.HOST}:${environment.PORT}`).replace(/\/$/, "");
}
