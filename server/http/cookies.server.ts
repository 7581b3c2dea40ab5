import type { EntityManager } from "@mikro-orm/postgresql";
import { type Cookie, createCookie } from "@remix-run/node";
import { signingSecret } from "#server/core/secret.server.ts";

const cookies = new Map<string, Cookie>();

async function signedCookie(em: EntityManager, name: string, maxAge: number): Promise<Cookie> {
  const secret = await signingSecret(em);
  const key = `${name}:${secret}`;
  const known = cookies.get(key);
  if (known) return known;
  const made = createCookie(name, {
    secrets: [secret],
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge,
    secure: process.env.PUBLIC_URL?.startsWith("https:") ?? false,
  });
  cookies.set(key, made);
  return made;
}

const DAY = 24 * 60 * 60;

/** A browser's cart survives 90 days without a visit; its signature keeps others from guessing cart ids. */
const CART_COOKIE_SECONDS = 90 * DAY;
/** A sign-in lasts 30 days at most. */
export const SESSION_COOKIE_SECONDS = 30 * DAY;

export const cartCookie = (em: EntityManager) => signedCookie(em, "cart", CART_COOKIE_SECONDS);
export const sessionCookie = (em: EntityManager) => signedCookie(em, "session", SESSION_COOKIE_SECONDS);

/** The text a signed cookie carries, or null when it is absent or was tampered with. */
export async function readCookie(cookie: Cookie, request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}
