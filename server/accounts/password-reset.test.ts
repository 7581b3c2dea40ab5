import { afterAll, describe, expect, it } from "vitest";
import { Order, OutboxEmail, TwoFactor, User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { fixedClock } from "#server/core/context.ts";
import { mayMail } from "#server/email/queue-email.server.ts";
import { makeOrder, makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { resendVerification } from "./send-verification.server.ts";
import {
  findPasswordLink,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
  sendSetPassword,
} from "./set-password.server.ts";
import { signIn } from "./sign-in.server.ts";
import { verifyEmail } from "./verify-email.server.ts";

afterAll(closeRateLimiters);

const HOUR = 3_600_000;
const invalid = {
  code: "bad_request",
  message: "This password reset link is invalid or has expired.",
};

async function forgotten() {
  const clock = fixedClock("2026-03-02T12:00:00Z");
  const context = await testContext({ clock });
  const user = await makeUser(context, { password: "old-password" });
  await sendPasswordReset(context, { email: user.email });
  const { token, url } = await mailedLink(context, "reset-password", user.email);
  const login = (password: string) =>
    signIn({ ...context, em: context.em.fork() }, new Request("http://shop.test/login"), {
      audience: "customer",
      username: user.username,
      password,
    });
  return { clock, context, user, token, url, login };
}

describe("asking for a reset link", () => {
  it("does the same for an address with and without an account: it queues a job", async () => {
    const context = await testContext();
    const user = await makeUser(context);
    for (const email of [user.email, "nobody-at-all@example.com"]) {
      expect(await requestPasswordReset(context, { email })).toBeUndefined();
      expect(await waitingJobs(context, "send-password-reset")).toContainEqual({ email });
      expect(await mailsTo(context, email)).toEqual([]);
    }
  });

  it("mails nobody without an active account", async () => {
    const context = await testContext();
    const suspended = await makeUser(context, { isActive: false });
    for (const email of ["nobody-at-all@example.com", suspended.email]) {
      await sendPasswordReset(context, { email });
      expect(await mailsTo(context, email)).toEqual([]);
    }
  });

  it("finds the account in any case and mails a link to the reset page", async () => {
    const context = await testContext();
    const user = await makeUser(context);
    await sendPasswordReset(context, { email: user.email.toUpperCase() });
    const { url } = await mailedLink(context, "reset-password", user.email);
    expect(url.href).toMatch(/^http:\/\/shop\.test\/reset-password\?token=[\w-]{43}$/);
  });
});

it("of several links for one account only the newest opens something", async () => {
  const { context, user, token } = await forgotten();
  await sendPasswordReset(context, { email: user.email });
  const newest = await mailedLink(context, "reset-password", user.email);
  expect(await findPasswordLink(context, token)).toBeUndefined();
  expect(await findPasswordLink(context, newest.token)).toBeTruthy();
});

describe("the limit on reset mails", () => {
  it("sends one mailbox so many an hour, and nobody can keep its owner from asking", async () => {
    const context = await testContext();
    const { email } = await makeUser(context);
    const [name, host] = email.split("@");
    for (let time = 0; time < 8; time += 1) {
      const visitor = await testContext({ clientAddress: `192.0.2.${time}` });
      await requestPasswordReset(visitor, { email });
      await sendPasswordReset(context, { email });
    }
    expect(await context.em.fork().count(OutboxEmail, { recipient: email })).toBe(5);
    await requestPasswordReset(await testContext({ clientAddress: "192.0.2.99" }), { email });
    expect(await mayMail(context, `${name}+another@${host?.toUpperCase()}`)).toBe(false);
  });
});

describe("resetting a password", () => {
  it("sets the new one and refuses the old one", async () => {
    const { context, token, login } = await forgotten();
    await resetPassword(context, { token, newPassword: "new-password" });
    await expect(login("old-password")).toBeRefused("unauthenticated");
    await expect(login("new-password")).resolves.toBeTruthy();
  });

  it("uses the link up", async () => {
    const { context, token, login } = await forgotten();
    await resetPassword(context, { token, newPassword: "new-password" });
    expect(await findPasswordLink(context, token)).toBeUndefined();
    await expect(resetPassword(context, { token, newPassword: "another-one" })).rejects.toMatchObject(
      invalid,
    );
    await expect(login("new-password")).resolves.toBeTruthy();
  });

  it("lets one of two requests with the same link win", async () => {
    const { token } = await forgotten();
    const outcomes = await Promise.allSettled(
      ["first-password", "second-password"].map(async (newPassword) =>
        resetPassword(await testContext(), { token, newPassword }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("looks at a link without using it up, so that opening the page burns nothing", async () => {
    const { context, user, token } = await forgotten();
    expect(await findPasswordLink(context, token)).toEqual({
      username: user.username,
      isFirst: false,
      forStaff: false,
    });
    expect(await findPasswordLink(context, token)).toBeTruthy();
    await expect(resetPassword(context, { token, newPassword: "new-password" })).resolves.toBeUndefined();
  });

  it("refuses a link after an hour", async () => {
    const { clock, context, token } = await forgotten();
    clock.advance(HOUR);
    expect(await findPasswordLink(context, token)).toBeUndefined();
    await expect(resetPassword(context, { token, newPassword: "new-password" })).rejects.toMatchObject(
      invalid,
    );
  });

  it("refuses a token that was tampered with, and one made for something else", async () => {
    const { context, user, token } = await forgotten();
    await context.em.fork().nativeUpdate(User, { id: user.id }, { isVerified: false, emailProvenAt: null });
    const device = await signInDevice(context, user);
    await resendVerification(device.context);
    const verification = await mailedLink(context, "verify-email", user.email);
    for (const other of [`${token}A`, token.slice(1), "", verification.token]) {
      await expect(
        resetPassword(context, { token: other, newPassword: "new-password" }),
      ).rejects.toMatchObject(invalid);
    }
    await expect(verifyEmail(context, { email: user.email, token })).toBeRefused("bad_request");
  });

  it("changes nobody else's password", async () => {
    const [one, other] = [await forgotten(), await forgotten()];
    await resetPassword(one.context, { token: one.token, newPassword: "new-password" });
    await expect(other.login("old-password")).resolves.toBeTruthy();
    expect(await findPasswordLink(one.context, other.token)).toEqual({
      username: other.user.username,
      isFirst: false,
      forStaff: false,
    });
  });

  it("signs every device out and voids the other links", async () => {
    const { context, user, token } = await forgotten();
    const devices = [await signInDevice(context, user), await signInDevice(context, user)];
    await context.em.fork().transactional(async (em) => {
      await sendSetPassword(context, em, await em.findOneOrFail(User, user.id));
    });
    const other = await mailedLink(context, "set-password", user.email);
    await resetPassword(context, { token, newPassword: "new-password" });
    for (const device of devices) expect(await device.isSignedIn()).toBe(false);
    expect(await findPasswordLink(context, other.token)).toBeUndefined();
  });

  it("refuses the link once the account is suspended or its address changed", async () => {
    for (const change of [{ isActive: false }, { email: `moved-${Date.now()}@example.com` }]) {
      const { context, user, token } = await forgotten();
      await context.em.fork().nativeUpdate(User, { id: user.id }, change);
      await expect(resetPassword(context, { token, newPassword: "new-password" })).rejects.toMatchObject(
        invalid,
      );
    }
  });
});

describe("a reset for an account on an address that nobody had proven", () => {
  it("proves it, and ends the second factor of anyone who registered first", async () => {
    const context = await testContext();
    const user = await makeUser(context, { isVerified: false, password: "stranger" });
    await turnOnTwoFactor(context, user);
    const order = await makeOrder(context, { customerEmail: user.email });
    await sendPasswordReset(context, { email: user.email });
    const { token } = await mailedLink(context, "reset-password", user.email);
    await resetPassword(context, { token, newPassword: "owner's password" });
    const em = context.em.fork();
    expect(await em.findOneOrFail(User, user.id)).toMatchObject({ isVerified: true });
    expect(await em.count(Order, { id: order.id, customer: user.id })).toBe(1);
    await expect(
      signIn(context, new Request("http://shop.test/login"), {
        audience: "customer",
        username: user.username,
        password: "owner's password",
      }),
    ).resolves.toBeTruthy();
  });

  it.each([
    ["a proven account", {}],
    ["a member of staff", { role: "shop_manager", emailProvenAt: null }],
  ] as const)("leaves the second factor of %s", async (_whose, input) => {
    const context = await testContext();
    const user = await makeUser(context, { password: "old-password", ...input });
    await turnOnTwoFactor(context, user);
    await sendPasswordReset(context, { email: user.email });
    const { token } = await mailedLink(context, "reset-password", user.email);
    await resetPassword(context, { token, newPassword: "new-password" });
    expect(await context.em.fork().count(TwoFactor, { user: user.id })).toBe(1);
  });
});

describe("a guest's first password", () => {
  it("makes the record of the order an account: verified, with its past orders and a memorable username", async () => {
    const context = await testContext();
    const guest = await makeUser(context, { username: `guest-${Date.now()}`, isVerified: false });
    const order = await makeOrder(context, { customerEmail: guest.email });
    await context.em.fork().transactional(async (em) => {
      await sendSetPassword(context, em, await em.findOneOrFail(User, guest.id));
    });
    const { token } = await mailedLink(context, "set-password", guest.email);
    expect(await findPasswordLink(context, token)).toEqual({
      username: guest.email,
      isFirst: true,
      forStaff: false,
    });
    await resetPassword(context, { token, newPassword: "first-password" });
    const em = context.em.fork();
    expect(await em.findOneOrFail(User, guest.id)).toMatchObject({ isVerified: true, username: guest.email });
    expect(await em.count(Order, { id: order.id, customer: guest.id })).toBe(1);
    await expect(
      signIn(context, new Request("http://shop.test/login"), {
        audience: "customer",
        username: guest.email,
        password: "first-password",
      }),
    ).resolves.toBeTruthy();
  });
});
