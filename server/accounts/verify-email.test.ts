import { describe, expect, it } from "vitest";
import { AccountToken, Order, User } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, waitingJobs } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { grantResearchAccess } from "./own-profile.server.ts";
import { resendVerification } from "./send-verification.server.ts";
import { verifyEmail } from "./verify-email.server.ts";

const HOUR = 3_600_000;
const invalid = { code: "bad_request", message: expect.stringContaining("invalid or has expired") };

async function unverified() {
  const clock = fixedClock("2026-03-02T12:00:00Z");
  const context = await testContext({ clock });
  const user = await makeUser(context, { isVerified: false, password: "secret" });
  const device = await signInDevice(context, user);
  await resendVerification(device.context);
  return { context, clock, user, device, link: await mailedLink(context, "verify-email", user.email) };
}

const freshUser = (context: Context, id: number) => context.em.fork().findOneOrFail(User, id);

describe("verifying an address", () => {
  it("marks the account verified, without research access until its job has run", async () => {
    const { context, user, link } = await unverified();
    const { email, username } = user;
    const verified = { kind: "verified", email, username, isProven: false, mayReport: true };
    expect(await verifyEmail(context, link)).toEqual(verified);
    expect(await freshUser(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: false });
    const job = (await waitingJobs(context, "grant-research-access")).find(
      ({ userId }) => userId === user.id,
    );
    await grantResearchAccess(context, { userId: job?.userId ?? 0 });
    expect(await freshUser(context, user.id)).toMatchObject({ hasResearchAccess: true });
  });

  it("gives the same answer again and again until the link expires, and queues access once", async () => {
    const { context, clock, user, link } = await unverified();
    for (let reading = 0; reading < 3; reading += 1) {
      expect(await verifyEmail(context, link)).toMatchObject({ kind: "verified" });
    }
    const jobs = await waitingJobs(context, "grant-research-access");
    expect(jobs.filter(({ userId }) => userId === user.id)).toHaveLength(1);
    clock.advance(24 * HOUR);
    await context.em.fork().nativeUpdate(User, user.id, { isVerified: false });
    await expect(verifyEmail(context, link)).rejects.toMatchObject(invalid);
    expect(await freshUser(context, user.id)).toMatchObject({ isVerified: false });
  });

  it("does not give access back that staff took away", async () => {
    const { context, user, link } = await unverified();
    await verifyEmail(context, link);
    await context.em.fork().nativeUpdate(User, { id: user.id }, { hasResearchAccess: false });
    await verifyEmail(context, link);
    const jobs = await waitingJobs(context, "grant-research-access");
    expect(jobs.filter(({ userId }) => userId === user.id)).toHaveLength(1);
  });

  it("refuses a token with a character changed, none at all, and the stored hash itself", async () => {
    const { context, user, link } = await unverified();
    const stored = await context.em
      .fork()
      .findOneOrFail(AccountToken, { user: user.id }, { populate: ["tokenHash"] });
    const changed = (link.token.startsWith("A") ? "B" : "A") + link.token.slice(1);
    for (const token of [changed, "", stored.tokenHash]) {
      await expect(verifyEmail(context, { email: user.email, token })).rejects.toMatchObject(invalid);
    }
  });

  it("refuses another person's token for one's own address, and one's own for theirs", async () => {
    const mine = await unverified();
    const theirs = await unverified();
    for (const link of [
      { email: mine.user.email, token: theirs.link.token },
      { email: theirs.user.email, token: mine.link.token },
    ]) {
      await expect(verifyEmail(mine.context, link)).rejects.toMatchObject(invalid);
    }
    expect(await freshUser(mine.context, mine.user.id)).toMatchObject({ isVerified: false });
  });

  it("refuses a link to an address that the account no longer uses", async () => {
    const { context, user, link } = await unverified();
    await context.em.fork().nativeUpdate(User, { id: user.id }, { email: `new-${user.email}` });
    await expect(verifyEmail(context, link)).rejects.toMatchObject(invalid);
  });

  it("gives nobody the guest orders made with the address while it is opened without the account", async () => {
    const { context, user, link } = await unverified();
    await makeOrder(context, { customerEmail: user.email });
    await verifyEmail(context, link);
    const somebodyElse = await signInDevice(context, await makeUser(context));
    await verifyEmail(somebodyElse.context, link);
    expect(await context.em.fork().count(Order, { customer: user.id })).toBe(0);
    expect(await freshUser(context, user.id)).toMatchObject({ isVerified: true, emailProvenAt: null });
  });

  it("opened in the account's session, after a scanner too, gives it the guest orders of the address alone", async () => {
    const { context, user, device, link } = await unverified();
    const [mine, other] = [
      await makeOrder(context, { customerEmail: user.email.toUpperCase() }),
      await makeOrder(context, { customerEmail: "somebody-else@example.com" }),
    ];
    await verifyEmail(context, link);
    expect(await verifyEmail(device.context, link)).toMatchObject({ isProven: true, mayReport: false });
    const orders = await context.em.fork().find(Order, { customer: user.id });
    expect(orders.map((order) => order.id)).toEqual([mine.id]);
    expect(other.id).not.toBe(mine.id);
  });

  it("keeps earlier links valid when another one is requested", async () => {
    const { context, user, device, link } = await unverified();
    await resendVerification(device.context);
    const newer = await mailedLink(context, "verify-email", user.email);
    expect(newer.token).not.toBe(link.token);
    await expect(verifyEmail(context, link)).resolves.toBeTruthy();
    await expect(verifyEmail(context, newer)).resolves.toBeTruthy();
  });

  it("sends a new link as long as none was opened with the account, and none afterwards", async () => {
    const { context, device, link } = await unverified();
    await verifyEmail(context, link);
    expect(await resendVerification(device.context)).toBe(true);
    await verifyEmail(device.context, link);
    expect(await resendVerification(device.context)).toBe(false);
  });
});

describe("granting research access", () => {
  it("passes over accounts that are unverified or suspended by then", async () => {
    const context = await testContext();
    const users = [
      await makeUser(context, { isVerified: false }),
      await makeUser(context, { isActive: false }),
    ];
    for (const { id } of users) {
      await grantResearchAccess(context, { userId: id });
      expect(await freshUser(context, id)).toMatchObject({ hasResearchAccess: false });
    }
  });
});
