import type { EntityManager } from "@mikro-orm/postgresql";
import { type Cookie, createCookie } from "@remix-run/node";
import { getOrm } from "#db/orm.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { type Notice, noticeSchema } from "./notice.ts";
import { cookieName, isServedByTls } from "./security-headers.ts";

const cookies = new Map<string, Cookie>();

interface CookieSettings {
  /** In seconds. */
  maxAge: number;
  /** Signs the cookie, where nobody else may create one. */
  secret?: string;
}

/**
 * A cookie with the attributes of all the shop's cookies: not readable by scripts, and with TLS sent over TLS only.
 */
export function shopCookie(name: string, { maxAge, secret }: CookieSettings): Cookie {
  const fullName = cookieName(name);
  const key = `${fullName}:${secret ?? ""}`;
  const cached = cookies.get(key);
  if (cached) return cached;
  const made = createCookie(fullName, {
    ...(secret ? { secrets: [secret] } : {}),
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge,
    secure: isServedByTls(),
  });
  cookies.set(key, made);
  return made;
}

async function signedCookie(em: EntityManager, name: string, maxAge: number): Promise<Cookie> {
  return shopCookie(name, { maxAge, secret: await signingSecret(em) });
}

const DAY = 24 * 60 * 60;

/** A browser's cart survives 90 days without a visit; its signature keeps others from guessing cart ids. */
const CART_COOKIE_SECONDS = 90 * DAY;
/** A sign-in lasts 30 days at most. */
export const SESSION_COOKIE_SECONDS = 30 * DAY;
/** Between the password and the code of two-factor sign-in. */
export const PENDING_SIGN_IN_SECONDS = 10 * 60;
/** Between the shop's challenge and a passkey's response: time to find the device and to use the finger or PIN. */
export const PASSKEY_CHALLENGE_SECONDS = 5 * 60;

export const cartCookie = (em: EntityManager) => signedCookie(em, "cart", CART_COOKIE_SECONDS);
export const sessionCookie = (em: EntityManager) => signedCookie(em, "session", SESSION_COOKIE_SECONDS);
export const pendingSignInCookie = (em: EntityManager) =>
  signedCookie(em, "sign-in", PENDING_SIGN_IN_SECONDS);

export const passkeyCookie = (em: EntityManager) => signedCookie(em, "passkey", PASSKEY_CHALLENGE_SECONDS);

/** The text of a signed cookie, or null when it is absent or was tampered with. */
export async function readCookie(cookie: Cookie, request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

/** Lives just long enough for the page after a redirect. Signed: it may offer staff a form that is already filled in. */
function noticeCookie(em: EntityManager = getOrm().em.fork()): Promise<Cookie> {
  return signedCookie(em, "notice", 60);
}

/** A `Set-Cookie` value that shows a message on the next page: a toast, or inline without JavaScript. */
export async function noticeHeader(notice: Notice): Promise<string> {
  return (await noticeCookie()).serialize(notice);
}

/** The message that the previous page left, if there is one. */
export async function readNotice(request: Request): Promise<Notice | null> {
  const parsed = noticeSchema.safeParse(await (await noticeCookie()).parse(request.headers.get("cookie")));
  return parsed.success ? parsed.data : null;
}

/** A `Set-Cookie` value that deletes a message once it has been shown. */
export async function clearedNoticeHeader(): Promise<string> {
  return (await noticeCookie()).serialize("", { maxAge: 0 });
}
