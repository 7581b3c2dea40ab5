import { shopCookie } from "#server/http/cookies.server.ts";

/** Which address a browser without JavaScript is confirming, with the code where it is shown on screen. */
const newsletterCookie = () => shopCookie("newsletter", { maxAge: 1800 });

export function newsletterCookieHeader(step: { email: string; shownCode: string | null; sent: boolean }) {
  return newsletterCookie().serialize(step);
}

/** What the browser carries; unparsed. */
export function readNewsletterCookie(request: Request): Promise<unknown> {
  return newsletterCookie().parse(request.headers.get("cookie"));
}
