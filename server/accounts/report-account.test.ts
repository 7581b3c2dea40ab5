import { afterAll, describe, expect, it } from "vitest";
import { AccountToken, ApiKey, Cart, Order, RecoveryCode, TwoFactor, User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import {
  makeCart,
  makeOrder,
  makeProduct,
  makeUser,
  testContext,
  turnOnTwoFactor,
} from "#server/testing/factories.ts";
import { mailedLink, writeEmailChanges } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { updateProfile } from "./own-profile.server.ts";
import { resendVerification } from "./send-verification.server.ts";
import { signIn } from "./sign-in.server.ts";
import {
  declineEmailChange,
  deleteReportedAccount,
  takeAccountOver,
  verifyEmail,
} from "./verify-email.server.ts";

afterAll(closeRateLimiters);

const invalid = { code: "bad_request", message: expect.stringContaining("invalid or has expired") };
const newPassword = "the owner's own password";

/** An account that somebody opened with another person's address, and the link mailed to that address. */
async function accountOfAnother(input: Parameters<typeof makeUser>[1] = {}) {
  const context = await testContext();
  const user = await makeUser(context, { isVerified: false, password: "stranger", name: "Eve", ...input });
  const device = await signInDevice(context, user);
  await resendVerification(device.context);
  return { context, user, device, link: await mailedLink(context, "verify-email", user.email) };
}

const fresh = (context: Context) => context.em.fork();
const signInAs = (context: Context, username: string, password: string) =>
  signIn({ ...context, em: fresh(context) }, new Request("http://shop.test/login"), {
    audience: "customer",
    username,
    password,
  });

describe("anyone who reads the mail takes the account over", () => {
  it("with a password of their own: sessions, keys, links and second factor of the other end", async () => {
    const { context, user, device, link } = await accountOfAnother();
    await turnOnTwoFactor(context, user);
    await fresh(context).insert(RecoveryCode, { user: user.id, codeHash: "x" });
    await fresh(context).insert(ApiKey, {
      name: "k",
      tokenHash: user.username,
      beginning: "oxb_",
      permissions: [],
      maker: user.id,
      expiresAt: new Date("2030-01-01"),
    });
    await verifyEmail(context, link);
    await takeAccountOver(context, { ...link, newPassword });

    expect(await device.isSignedIn()).toBe(false);
    expect(await fresh(context).count(TwoFactor, { user: user.id })).toBe(0);
    expect(await fresh(context).count(RecoveryCode, { user: user.id })).toBe(0);
    expect(await fresh(context).count(ApiKey, { maker: user.id, revokedAt: null })).toBe(0);
    expect(await fresh(context).count(AccountToken, { user: user.id })).toBe(1);
    await expect(signInAs(context, user.username, "stranger")).toBeRefused("unauthenticated");
    await expect(signInAs(context, user.username, newPassword)).resolves.toBeTruthy();
  });

  it("gets the guest orders of the address and nothing that the other put in", async () => {
    const { context, user, device, link } = await accountOfAnother();
    await updateProfile(device.context, { address: "1 Eve Lane", phone: "07700 900456" });
    const [own, eves] = [
      await makeOrder(context, { customerEmail: user.email }),
      await makeOrder(context, { customer: user, customerEmail: "eve@elsewhere.example" }),
    ];
    await makeCart(context, [{ product: await makeProduct(context), quantity: 1 }], user);
    await takeAccountOver(context, { ...link, newPassword });

    expect(await fresh(context).findOneOrFail(User, user.id)).toMatchObject({
      name: user.username,
      email: user.email,
      address: "",
      phone: "",
      isActive: true,
      isVerified: true,
      erasedAt: null,
      emailProvenAt: context.clock.now(),
    });
    const orders = await fresh(context).find(Order, { customer: user.id });
    expect(orders.map(({ id }) => id)).toEqual([own.id]);
    expect(await fresh(context).findOneOrFail(Order, eves.id)).toMatchObject({ customer: null });
    expect(await fresh(context).count(Cart, { user: user.id })).toBe(0);
  });

  it("once; not when the link was opened with the account before, nor for staff's accounts", async () => {
    const taken = await accountOfAnother();
    await takeAccountOver(taken.context, { ...taken.link, newPassword });
    const proven = await accountOfAnother();
    await verifyEmail(proven.device.context, proven.link);
    const staff = await accountOfAnother({ role: "shop_manager" });
    for (const { context, link } of [taken, proven, staff]) {
      await expect(takeAccountOver(context, { ...link, newPassword: "again" })).rejects.toMatchObject(
        invalid,
      );
      await expect(deleteReportedAccount(context, link)).rejects.toMatchObject(invalid);
    }
  });

  it("not with a link of another account, or one that was tampered with", async () => {
    const [mine, theirs] = [await accountOfAnother(), await accountOfAnother()];
    for (const link of [
      { email: theirs.user.email, token: mine.link.token },
      { email: mine.user.email, token: `${mine.link.token}A` },
    ]) {
      await expect(takeAccountOver(mine.context, { ...link, newPassword })).rejects.toMatchObject(invalid);
    }
  });
});

describe("anyone who reads the mail deletes the account", () => {
  it("with its sessions; guest orders of the address stay as they are", async () => {
    const { context, user, device, link } = await accountOfAnother();
    const order = await makeOrder(context, { customerEmail: user.email });
    await deleteReportedAccount(context, link);
    expect(await device.isSignedIn()).toBe(false);
    expect(await fresh(context).count(User, { email: user.email })).toBe(0);
    expect(await fresh(context).findOneOrFail(Order, order.id)).toMatchObject({ customerEmail: user.email });
    await expect(verifyEmail(context, link)).rejects.toMatchObject(invalid);
  });
});

describe("somebody mailed a confirmation of an address that they never gave", () => {
  it("stops the change", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password: "secret" });
    const device = await signInDevice(context, user);
    const newEmail = `new-${user.email}`;
    await updateProfile(device.context, { email: newEmail, currentPassword: "secret" });
    await writeEmailChanges(context);
    const link = await mailedLink(context, "confirm-email", newEmail);
    await declineEmailChange(context, link);
    await expect(verifyEmail(device.context, link)).rejects.toMatchObject(invalid);
    expect(await fresh(context).count(User, { email: user.email })).toBe(1);
  });
});
