import { afterEach, expect, it } from "vitest";
import type { UndoCommand } from "#server/core/errors.ts";
import { newsletterCookieHeader } from "#server/newsletter/subscribe.server.ts";
import { testContext } from "#server/testing/factories.ts";
import {
  cartCookie,
  clearedNoticeHeader,
  noticeHeader,
  pendingSignInCookie,
  readNotice,
  sessionCookie,
} from "./cookies.server.ts";

afterEach(() => {
  delete process.env.PUBLIC_URL;
});

/** Every cookie that the shop sets. */
async function cookieHeaders(): Promise<string[]> {
  const { em } = await testContext();
  const signed = [await sessionCookie(em), await cartCookie(em), await pendingSignInCookie(em)];
  return [
    ...(await Promise.all(signed.map((cookie) => cookie.serialize("value")))),
    await noticeHeader({ kind: "success", title: "Saved" }),
    await clearedNoticeHeader(),
    await newsletterCookieHeader({ email: "a@b.example", shownCode: null, sent: true }),
  ];
}

it("is out of reach of scripts and of writes from other sites, and works without TLS in development", async () => {
  for (const header of await cookieHeaders()) {
    expect(header).toMatch(/^(session|cart|sign-in|notice|newsletter)=/);
    expect(header).toMatch(/HttpOnly/);
    expect(header).toMatch(/SameSite=Lax/);
    expect(header).not.toMatch(/Secure/);
    expect(header).not.toMatch(/Domain=/);
  }
});

it("is Secure with TLS, and bound to its host", async () => {
  process.env.PUBLIC_URL = "https://shop.example";
  for (const header of await cookieHeaders()) {
    expect(header).toMatch(/; Secure/);
    expect(header).not.toMatch(/Domain=/);
    expect(header).toMatch(/^__Host-(session|cart|sign-in|notice|newsletter)=/);
    expect(header).toMatch(/Path=\/;/);
  }
});

it("tells no message that the shop has not written, and offers nothing to take back", async () => {
  const read = (cookie: string) => readNotice(new Request("http://shop.test/", { headers: { cookie } }));
  const notice = { kind: "success", title: "Order dispatched" } as const;
  const planted = Buffer.from(JSON.stringify(notice)).toString("base64");
  expect(await read(`notice=${encodeURIComponent(planted)}`)).toBeNull();
  const takeBack: UndoCommand = { to: "/admin/packing", command: "orders.undoDispatch", ids: [1] };
  const written = await noticeHeader({ ...notice, takeBack, undo: 1 });
  expect(await read(written.split(";", 1)[0] ?? "")).toEqual(notice);
});

it("is not read under the name that anybody may set once there is TLS", async () => {
  const header = await noticeHeader({ kind: "success", title: "Planted" });
  const cookie = header.split(";", 1)[0] ?? "";
  const readAgain = () => readNotice(new Request("http://shop.test/", { headers: { cookie } }));
  expect(await readAgain()).toMatchObject({ title: "Planted" });
  process.env.PUBLIC_URL = "https://shop.example";
  expect(await readAgain()).toBeNull();
});
