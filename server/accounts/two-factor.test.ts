import { generateSync } from "otplib";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { RecoveryCode, Session, TwoFactor, type User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { resetTwoFactor } from "#server/customers/user-actions.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { cookieOf, signInDevice } from "#server/testing/users.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { CodeRequired } from "./audience.ts";
import { checkSecondFactor, openSecret, sealSecret } from "./second-factor.server.ts";
import { changePassword } from "./set-password.server.ts";
import { completeSignIn, findPendingAudience, holdSignIn, signIn } from "./sign-in.server.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
} from "./two-factor.server.ts";

const password = "correct horse battery";
const request = new Request("http://shop.test/login", { headers: { "user-agent": "Test Browser" } });
const STEP_MS = 30_000;

let clock: ReturnType<typeof fixedClock>;
beforeEach(() => {
  clock = fixedClock("2026-03-02T12:00:00Z");
});
afterAll(closeRateLimiters);

interface Protected {
  user: User;
  /** On the device that set it up. */
  context: Context;
  secret: string;
  recoveryCodes: string[];
}

/** An administrator with two-factor sign-in on. */
async function makeProtected(): Promise<Protected> {
  const user = await makeUser(await testContext(), { role: "administrator", password });
  const { context } = await signInDevice(await testContext({ clock }), user);
  await beginTwoFactor(context, { password });
  const view = await readTwoFactor(context);
  if (view.state !== "begun") throw new Error(`the set-up is ${view.state}`);
  const secret = view.secret.replaceAll(" ", "");
  const recoveryCodes = await confirmTwoFactor(context, { code: codeOf(secret) });
  clock.advance(2 * STEP_MS);
  return { user, context, secret, recoveryCodes };
}

/** The app's code now, or some half minutes from now. */
function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: clock.now().getTime() / 1000 + steps * 30 });
}

const attempt = async ({ user }: Protected, code?: string) =>
  signIn(await testContext({ clock }), request, { audience: "staff", email: user.email, password, code });

describe("setting up", () => {
  it("asks for the password, shows a key that the database holds encrypted, and counts from the first code on", async () => {
    const user = await makeUser(await testContext(), { password });
    const { context } = await signInDevice(await testContext({ clock }), user);
    const elsewhere = await signInDevice(await testContext({ clock }), user);
    await expect(beginTwoFactor(context, { password: "wrong" })).toBeRefused("validation_failed");
    await beginTwoFactor(context, { password });
    const view = await readTwoFactor(context);
    if (view.state !== "begun") throw new Error(`the set-up is ${view.state}`);
    const secret = view.secret.replaceAll(" ", "");
    expect(new URL(view.address).searchParams.get("secret")).toBe(secret);
    expect(view.picture.path).toMatch(/^M/);
    const row = await context.em.fork().findOneOrFail(TwoFactor, { user: user.id });
    expect(row.secret).not.toContain(secret);
    await expect(
      signIn(await testContext({ clock }), request, {
        audience: "customer",
        username: user.username,
        password,
      }),
    ).resolves.toBeTruthy();

    await expect(confirmTwoFactor(context, { code: "000000" })).toBeRefused("validation_failed");
    const codes = await confirmTwoFactor(context, { code: codeOf(secret) });
    expect(new Set(codes).size).toBe(10);
    expect(await readTwoFactor(context)).toMatchObject({ state: "on", codesLeft: 10 });
    expect(await elsewhere.isSignedIn()).toBe(false);
    const stored = await context.em.fork().find(RecoveryCode, { user: user.id });
    for (const { codeHash } of stored) expect(codeHash).toMatch(/^\$argon2id\$/);
    expect((await mailsTo(context, user.email)).map(({ template }) => template)).toContain(
      "two-factor-changed",
    );
  });

  it("is forgotten when no code comes for half an hour", async () => {
    const user = await makeUser(await testContext(), { password });
    const { context } = await signInDevice(await testContext({ clock }), user);
    await beginTwoFactor(context, { password });
    clock.advance(30 * 60_000);
    expect(await readTwoFactor(context)).toEqual({ state: "off" });
    await expect(confirmTwoFactor(context, { code: "123456" })).toBeRefused("conflict");
  });
});

describe("the key at rest", () => {
  it("is read again only for its own user and with the same signing secret", async () => {
    const secret = await signingSecret(getOrm().em.fork());
    const sealed = sealSecret(secret, 7, "JBSWY3DPEHPK3PXP");
    expect(openSecret(secret, 7, sealed)).toBe("JBSWY3DPEHPK3PXP");
    expect(openSecret(secret, 8, sealed)).toBeUndefined();
    expect(openSecret(`${secret}x`, 7, sealed)).toBeUndefined();
    expect(openSecret(secret, 7, `${sealed.slice(0, -4)}AAAA`)).toBeUndefined();
    expect(openSecret(secret, 7, "")).toBeUndefined();
  });
});

describe("signing in with it", () => {
  it("needs the code, and says so only to those who know the password", async () => {
    const person = await makeProtected();
    const sessions = () => getOrm().em.fork().count(Session, { user: person.user.id });
    const before = await sessions();
    await expect(attempt(person)).rejects.toBeInstanceOf(CodeRequired);
    const guess = { audience: "staff", email: person.user.email, password: "wrong" } as const;
    await expect(signIn(await testContext({ clock }), request, guess)).toBeRefused("unauthenticated", {
      message: "Invalid email or password",
    });
    expect(await sessions()).toBe(before);
    await expect(attempt(person, codeOf(person.secret))).resolves.toMatchObject({
      actor: { id: person.user.id },
    });
  });

  it("takes the code of one step before or after, and none further away", async () => {
    const person = await makeProtected();
    for (const steps of [-2, 2]) {
      await expect(attempt(person, codeOf(person.secret, steps))).toBeRefused("unauthenticated");
    }
    await expect(attempt(person, codeOf(person.secret, -1))).resolves.toBeTruthy();
    await expect(attempt(person, codeOf(person.secret, 1))).resolves.toBeTruthy();
  });

  it("takes no code twice, also when both come at once", async () => {
    const person = await makeProtected();
    const code = codeOf(person.secret);
    const context = await testContext({ clock });
    const check = () => checkSecondFactor(context, person.user.id, code);
    const checks = await inTransaction(context.em, async (em) => {
      await em.execute("select from two_factor where user_id = ? for update", [person.user.id]);
      const both = Promise.allSettled([check(), check()]);
      // Both have read that it is unused.
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
      return { both };
    });
    const outcomes = await checks.both;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(attempt(person, code)).toBeRefused("unauthenticated");
    // Nor is an older one.
    await expect(attempt(person, codeOf(person.secret, -1))).toBeRefused("unauthenticated");
  });

  it("takes each recovery code once, as people type it, and tells its owner", async () => {
    const person = await makeProtected();
    const [code = ""] = person.recoveryCodes;
    await expect(attempt(person, ` ${code.toUpperCase().replace("-", " ")} `)).resolves.toBeTruthy();
    await expect(attempt(person, code)).toBeRefused("unauthenticated");
    expect(await readTwoFactor(person.context)).toMatchObject({ codesLeft: 9 });
    const [mail] = (await mailsTo(person.context, person.user.email)).slice(-1);
    expect(mail?.subject).toMatch(/recovery code was used/);
  });

  it("takes a recovery code once of two who send it at the same time", async () => {
    const person = await makeProtected();
    const [code = ""] = person.recoveryCodes;
    const outcomes = await Promise.allSettled([attempt(person, code), attempt(person, code)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("stops guessing of codes, from any address", async () => {
    const person = await makeProtected();
    for (let tried = 0; tried < 5; tried += 1) {
      await expect(attempt(person, "000000")).toBeRefused("unauthenticated");
    }
    await expect(attempt(person, codeOf(person.secret))).toBeRefused("rate_limited");
  });
});

describe("the second page of a sign-in", () => {
  /** The request of a browser whose password was right. */
  async function afterPassword(person: Protected): Promise<Request> {
    const context = await testContext({ clock });
    const cookie = cookieOf(await holdSignIn(context, new CodeRequired(person.user.id, "staff")));
    return new Request("http://shop.test/login/code", { headers: { cookie } });
  }
  const complete = async (browser: Request, code: string) =>
    completeSignIn(await testContext({ clock }), browser, { code });

  it("signs in once by the code, however often it was tried before", async () => {
    const person = await makeProtected();
    const browser = await afterPassword(person);
    expect(await findPendingAudience(await testContext({ clock }), browser)).toBe("staff");
    await expect(complete(browser, "000000")).toBeRefused("unauthenticated");
    await expect(complete(browser, codeOf(person.secret))).resolves.toMatchObject({
      audience: "staff",
      actor: { id: person.user.id },
    });
    await expect(complete(browser, codeOf(person.secret, 1))).toBeRefused("conflict");
  });

  it.each([
    ["ten minutes", async () => clock.advance(10 * 60_000)],
    [
      "another password",
      async (person: Protected) => {
        const newPassword = "another horse battery";
        const code = codeOf(person.secret, 1);
        await changePassword(person.context, { currentPassword: password, newPassword, code });
      },
    ],
    [
      "another password that was set while it began",
      async ({ context, user }: Protected) =>
        context.em
          .fork()
          .execute("update user_account set password_hash = 'another' where id = ?", [user.id]),
    ],
    [
      "a suspension",
      async ({ context, user }: Protected) =>
        context.em.fork().execute("update user_account set is_active = false where id = ?", [user.id]),
    ],
  ])("is void after %s", async (_what, happens) => {
    const person = await makeProtected();
    const browser = await afterPassword(person);
    await happens(person);
    expect(await findPendingAudience(await testContext({ clock }), browser)).toBeNull();
    await expect(complete(browser, codeOf(person.secret))).toBeRefused("conflict");
  });

  it("is not opened by a cookie of one's own making", async () => {
    const cookie = `sign-in=${Buffer.from(JSON.stringify("token")).toString("base64")}.forged`;
    const browser = new Request("http://shop.test/login/code", { headers: { cookie } });
    expect(await findPendingAudience(await testContext({ clock }), browser)).toBeNull();
  });
});

describe("turning it off", () => {
  it("asks for password and code", async () => {
    const { context, secret, user } = await makeProtected();
    await expect(endTwoFactor(context, { password: "wrong", code: codeOf(secret) })).rejects.toMatchObject({
      fields: { password: expect.anything() },
    });
    await expect(endTwoFactor(context, { password, code: "000000" })).toBeRefused("validation_failed", {
      fields: { code: expect.anything() },
    });
    await endTwoFactor(context, { password, code: codeOf(secret) });
    expect(await readTwoFactor(context)).toEqual({ state: "off" });
    const login = { audience: "staff", email: user.email, password } as const;
    await expect(signIn(await testContext({ clock }), request, login)).resolves.toBeTruthy();
  });

  it("makes room for new recovery codes before: the old ones open nothing any more", async () => {
    const person = await makeProtected();
    const { context, secret, recoveryCodes } = person;
    const renewed = await renewRecoveryCodes(context, { password, code: codeOf(secret) });
    await expect(attempt(person, recoveryCodes[0])).toBeRefused("unauthenticated");
    await expect(attempt(person, renewed[0])).resolves.toBeTruthy();
  });
});

describe("a reset by an administrator", () => {
  it("takes it off somebody else, signs them out, tells them and stands in the audit", async () => {
    const person = await makeProtected();
    const admin = await makeUser(await testContext(), { role: "administrator", name: "Ada Admin" });
    const { context } = await signInDevice(await testContext({ clock }), admin);
    await resetTwoFactor(context, person.user.id);
    await expect(attempt(person)).resolves.toBeTruthy();
    const [entry] = await context.em.execute(
      "select action, actor_name from audit_entry where area = 'users' and subject_id = ?",
      [String(person.user.id)],
    );
    expect(entry).toEqual({ action: "two-factor sign-in reset", actor_name: "Ada Admin" });
    const mails = await mailsTo(context, person.user.email);
    expect(mails.at(-1)?.text).toMatch(/An administrator took the second factor off/);
    await expect(resetTwoFactor(context, person.user.id)).toBeRefused("conflict");
  });

  it("is neither for oneself nor for a shop manager", async () => {
    const { context, user } = await makeProtected();
    await expect(resetTwoFactor(context, user.id)).toBeRefused("forbidden");
    const manager = await makeUser(await testContext(), { role: "shop_manager" });
    const theirs = await signInDevice(await testContext({ clock }), manager);
    await expect(resetTwoFactor(theirs.context, user.id)).toBeRefused("forbidden");
  });
});
