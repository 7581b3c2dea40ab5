import { shopCookie } from "./cookies.server.ts";
import { type Notice, noticeSchema } from "./notice.ts";

/** Lives just long enough to reach the page that follows a redirect. */
const noticeCookie = () => shopCookie("notice", { maxAge: 60 });

/** A `Set-Cookie` value that shows a message on the next page: a toast, or inline without JavaScript. */
export function noticeHeader(notice: Notice): Promise<string> {
  return noticeCookie().serialize(notice);
}

/** The message that the previous page left, if there is one. */
export async function readNotice(request: Request): Promise<Notice | null> {
  const parsed = noticeSchema.safeParse(await noticeCookie().parse(request.headers.get("cookie")));
  return parsed.success ? parsed.data : null;
}

/** A `Set-Cookie` value that forgets a message once it has been shown. */
export function clearedNoticeHeader(): Promise<string> {
  return noticeCookie().serialize("", { maxAge: 0 });
}
