import { createHash, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { Session } from "#db/entities/index.ts";
import { rateLimits } from "#server/access/limits.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { readCookie, SESSION_COOKIE_SECONDS, sessionCookie } from "#server/http/cookies.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink } from "#server/testing/mailed.ts";
import { findSessionActor } from "./sessions.server.ts";
import { resetPassword, sendPasswordReset } from "./set-password.server.ts";
import { countSignIn, signIn } from "./sign-in.server.ts";

const password = "correct horse";
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const request = new Request("http://shop.test/login", { headers: { "user-agent": "Test Browser" } });

const context = await testContext();
const customer = await makeUser(context, { password });
const administrator = await makeUser(context, { password, role: "administrator" });
afterAll(closeRateLimiters);

const asCustomer = (context: Context, attempted = password, username = customer.username) =>
  signIn(context, request, { audience: "customer", username, password: attempted });
const asStaff = (context: Context, email: string, attempted = password) =>
  signIn(context, request, { audience: "staff", email, password: attempted });

async function tokenIn(context: Context, cookieHeader: string): Promise<string | null> {
  const cookie = cookieHeader.split(";")[0] ?? "";
  return readCookie(
    await sessionCookie(context.em),
    new Request("http://shop.test/", { headers: { cookie } }),
  );
}

describe("signing in", () => {
  it("starts a session whose token only the cookie holds", async () => {
    const context = await testContext();
    const { actor, cookieHeader } = await asCustomer(context);
    expect(actor).toMatchObject({ kind: "user", id: customer.id, role: "customer" });
    expect(cookieHeader).toMatch(/HttpOnly/);
    expect(cookieHeader).toMatch(/SameSite=Lax/);
    const token = await tokenIn(context, cookieHeader);
    const session = await context.em
      .fork()
      .findOneOrFail(Session, actor.sessionId, { populate: ["tokenHash"] });
    expect(session.tokenHash).toBe(
      createHash("sha256")
        .update(token ?? "")
        .digest("hex"),
    );
    expect(session.userAgent).toBe("Test Browser");
    expect(await findSessionActor(context.em.fork(), token, context.clock.now())).toMatchObject({
      id: customer.id,
    });
  });

  it("takes the username and the email without regard to case", async () => {
    await expect(
      asCustomer(await testContext(), password, customer.username.toUpperCase()),
    ).resolves.toBeTruthy();
    await expect(asStaff(await testContext(), administrator.email.toUpperCase())).resolves.toBeTruthy();
  });

  it("takes a customer's email as well, before a username that somebody else made of it", async () => {
    const context = await testContext();
    const owner = await makeUser(context, { password, email: `${randomUUID()}@example.com` });
    await makeUser(context, { password: "another password", username: owner.email });
    const { actor } = await asCustomer(await testContext(), password, ` ${owner.email.toUpperCase()}`);
    expect(actor.id).toBe(owner.id);
    await expect(asCustomer(await testContext(), "another password", owner.email)).toBeRefused(
      "unauthenticated",
    );
  });

  it("lets staff in on the customers' screen", async () => {
    const { actor } = await asCustomer(await testContext(), password, administrator.username);
    expect(actor.role).toBe("administrator");
  });

  it.each([
    ["a wrong password", () => [customer.username, "wrong"]],
    ["an unknown user", () => ["nobody-of-that-name", password]],
  ])("refuses %s with the customers' words", async (_case, input) => {
    const [username, attempted] = input();
    await expect(asCustomer(await testContext(), attempted, username)).toBeRefused("unauthenticated", {
      message: "Invalid credentials. Please try again.",
    });
  });

  it("refuses a wrong password, an unknown user and a customer on the staff screen with the same message", async () => {
    for (const [email, attempted] of [
      [administrator.email, "wrong"],
      ["nobody@example.com", password],
      [customer.email, password],
    ] as const) {
      await expect(asStaff(await testContext(), email, attempted)).toBeRefused("unauthenticated", {
        message: "Invalid email or password",
      });
    }
  });

  it("tells a suspended user so only after the right password", async () => {
    const suspended = await makeUser(await testContext(), { password, isActive: false });
    const attempt = async (attempted: string) =>
      asCustomer(await testContext(), attempted, suspended.username);
    await expect(attempt(password)).toBeRefused("forbidden", { message: /suspended/ });
    await expect(attempt("wrong")).toBeRefused("unauthenticated");
  });

  it("refuses an account without a password", async () => {
    const guest = await makeUser(await testContext());
    await expect(asCustomer(await testContext(), "", guest.username)).toBeRefused("unauthenticated");
  });
});

describe("a session", () => {
  it("is new at every sign-in and ends the one the browser had (fixation)", async () => {
    const first = await asCustomer(await testContext());
    const context = await testContext({ actor: first.actor });
    const second = await asCustomer(context);
    const now = context.clock.now();
    expect(second.cookieHeader).not.toBe(first.cookieHeader);
    expect(
      await findSessionActor(context.em.fork(), await tokenIn(context, first.cookieHeader), now),
    ).toEqual({
      kind: "visitor",
    });
    expect(
      await findSessionActor(context.em.fork(), await tokenIn(context, second.cookieHeader), now),
    ).toMatchObject({ kind: "user" });
  });

  it("expires, and is cleared away at the next sign-in", async () => {
    const clock = fixedClock("2026-03-02T12:00:00Z");
    const context = await testContext({ clock });
    const { actor, cookieHeader } = await asCustomer(context);
    const token = await tokenIn(context, cookieHeader);
    clock.advance(SESSION_COOKIE_SECONDS * 1000 - 1);
    expect(await findSessionActor(context.em.fork(), token, clock.now())).toMatchObject({ kind: "user" });
    clock.advance(1);
    expect(await findSessionActor(context.em.fork(), token, clock.now())).toEqual({ kind: "visitor" });
    await asCustomer(await testContext({ clock }));
    expect(await context.em.fork().count(Session, { id: actor.sessionId })).toBe(0);
  });

  it("of staff ends when it was not used for twelve hours, one of a customer does not", async () => {
    const clock = fixedClock("2026-03-02T12:00:00Z");
    const context = await testContext({ clock });
    const theirs = await tokenIn(context, (await asStaff(context, administrator.email)).cookieHeader);
    const other = await testContext({ clock });
    const mine = await tokenIn(other, (await asCustomer(other)).cookieHeader);
    const kindOf = async (token: string | null) =>
      (await findSessionActor(context.em.fork(), token, clock.now())).kind;
    clock.advance(12 * HOUR_MS - 1);
    expect(await kindOf(theirs)).toBe("user");
    // That was a use, so the time starts again.
    clock.advance(12 * HOUR_MS - 1);
    expect(await kindOf(theirs)).toBe("user");
    clock.advance(12 * HOUR_MS);
    expect(await kindOf(theirs)).toBe("visitor");
    expect(await kindOf(mine)).toBe("user");
  });

  it("lasts a week for staff, however busy, and a month for customers", async () => {
    const context = await testContext();
    const lifeOf = async (sessionId: string) => {
      const { createdAt, expiresAt } = await context.em.fork().findOneOrFail(Session, sessionId);
      return (expiresAt.getTime() - createdAt.getTime()) / DAY_MS;
    };
    expect(await lifeOf((await asStaff(context, administrator.email)).actor.sessionId)).toBe(7);
    expect(await lifeOf((await asCustomer(await testContext())).actor.sessionId)).toBe(30);
  });

  it("is one of a person's twenty: the one unseen for longest ends for another", async () => {
    const user = await makeUser(await testContext(), { password });
    const clock = fixedClock("2026-03-02T12:00:00Z");
    const ids: string[] = [];
    for (let device = 0; device < 22; device += 1) {
      clock.advance(1000);
      ids.push((await asCustomer(await testContext({ clock }), password, user.username)).actor.sessionId);
    }
    const sessions = await (await testContext()).em.fork().find(Session, { user: user.id });
    expect(sessions.map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
  });

  it("ends when its user is suspended", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password });
    const { cookieHeader } = await asCustomer(context, password, user.username);
    await context.em.fork().execute("update user_account set is_active = false where id = ?", [user.id]);
    const token = await tokenIn(context, cookieHeader);
    expect(await findSessionActor(context.em.fork(), token, context.clock.now())).toEqual({
      kind: "visitor",
    });
  });

  it("is not opened by a cookie that somebody else signed", async () => {
    const forged = new Request("http://shop.test/", {
      headers: { cookie: "session=InRva2VuIg%3D%3D.forged" },
    });
    const context = await testContext();
    expect(await readCookie(await sessionCookie(context.em), forged)).toBeNull();
  });
});

describe("sign-in limits", () => {
  afterEach(() => vi.unstubAllEnvs());
  const fail = async (context: Context, username: string) =>
    expect(asCustomer(context, "wrong", username)).toBeRefused("unauthenticated");

  it("stop guessing at one account from one address, and nobody else", async () => {
    const user = await makeUser(await testContext(), { password, role: "administrator" });
    const eve = "203.0.113.66";
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await fail(await testContext({ clientAddress: eve }), user.username);
    }
    await expect(asCustomer(await testContext({ clientAddress: eve }), password, user.username)).toBeRefused(
      "rate_limited",
    );
    await expect(asCustomer(await testContext(), password, user.username)).resolves.toBeTruthy();
    await expect(asStaff(await testContext(), user.email)).resolves.toBeTruthy();
  });

  it("stop guessing from everywhere, but not where its owner is signed in", async () => {
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.1");
    const user = await makeUser(await testContext(), { password });
    const home = "198.51.100.44";
    await asCustomer(await testContext({ clientAddress: home }), password, user.username);
    const unknownName = randomUUID();
    for (const name of [user.username, unknownName]) {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await countSignIn(await testContext(), "customer", ` ${name.toUpperCase()}`);
      }
      // The response is the same whether or not the name exists.
      await expect(asCustomer(await testContext(), password, name)).toBeRefused("rate_limited", {
        message: rateLimits["sign-in-name"].message,
      });
    }
    await expect(
      asCustomer(await testContext({ clientAddress: home }), password, user.username),
    ).resolves.toBeTruthy();
  });

  it("stop nobody whom a mailed link has just given a new password", async () => {
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.1");
    const user = await makeUser(await testContext(), { password, role: "administrator" });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await countSignIn(await testContext(), "customer", user.username);
      await countSignIn(await testContext(), "staff", user.email);
    }
    await expect(asStaff(await testContext(), user.email)).toBeRefused("rate_limited");
    const newPassword = "another correct horse";
    await sendPasswordReset(await testContext(), { email: user.email });
    const { token } = await mailedLink(await testContext(), "reset-password", user.email);
    await resetPassword(await testContext(), { token, newPassword });
    await expect(asStaff(await testContext(), user.email, newPassword)).resolves.toBeTruthy();
    await expect(asCustomer(await testContext(), newPassword, user.username)).resolves.toBeTruthy();
  });

  it("reveal on neither screen who has an account", async () => {
    vi.stubEnv("RATE_LIMIT_FACTOR", "0.3");
    const user = await makeUser(await testContext(), { password });
    for (const login of [user.email, `${randomUUID()}@example.com`]) {
      const clientAddress = randomUUID();
      const codes: string[] = [];
      const tried = async (attempt: (context: Context) => Promise<unknown>) => {
        const code = await attempt(await testContext({ clientAddress })).then(
          () => "in",
          (error) => Object(error).code,
        );
        codes.push(String(code));
      };
      for (let time = 0; time < 4; time += 1) await tried((context) => asStaff(context, login));
      await tried((context) => asCustomer(context, "wrong", login));
      expect(codes).toEqual([...Array<string>(3).fill("unauthenticated"), "rate_limited", "unauthenticated"]);
    }
  });

  it("never count what succeeds", async () => {
    const user = await makeUser(await testContext(), { password });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const context = await testContext({ clientAddress: "198.51.100.7" });
      await expect(asCustomer(context, password, user.username)).resolves.toBeTruthy();
    }
  });
});
