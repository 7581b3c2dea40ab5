import { generateSync } from "otplib";
import { afterAll, describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, writeEmailChanges } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { updateProfile } from "./own-profile.server.ts";
import { verifyPassword } from "./password.server.ts";
import { changePassword, findPasswordLink, sendPasswordReset } from "./set-password.server.ts";
import { verifyEmail } from "./verify-email.server.ts";

afterAll(closeRateLimiters);

async function twoDevices() {
  const context = await testContext();
  const user = await makeUser(context, { password: "old-password" });
  return { context, user, here: await signInDevice(context, user), there: await signInDevice(context, user) };
}

const change = { currentPassword: "old-password", newPassword: "new-password" };

describe("changing the password", () => {
  it("signs the other devices out and keeps this one", async () => {
    const { here, there } = await twoDevices();
    await changePassword(here.context, change);
    expect(await here.isSignedIn()).toBe(true);
    expect(await there.isSignedIn()).toBe(false);
  });

  it("leaves other people's devices alone", async () => {
    const [mine, theirs] = [await twoDevices(), await twoDevices()];
    await changePassword(mine.here.context, change);
    expect(await theirs.there.isSignedIn()).toBe(true);
  });

  it("stores the new one only", async () => {
    const { context, user, here } = await twoDevices();
    await changePassword(here.context, change);
    const { passwordHash } = await context.em
      .fork()
      .findOneOrFail(User, user.id, { populate: ["passwordHash"] });
    expect(await verifyPassword(passwordHash ?? null, "new-password")).toBe(true);
    expect(await verifyPassword(passwordHash ?? null, "old-password")).toBe(false);
  });

  it("needs the current password, and says beside its field when that is wrong", async () => {
    const { here, there } = await twoDevices();
    await expect(changePassword(here.context, { ...change, currentPassword: "guess" })).toBeRefused(
      "validation_failed",
      { fields: { currentPassword: ["Current password is incorrect"] } },
    );
    expect(await there.isSignedIn()).toBe(true);
  });

  it("asks for a code where signing in does", async () => {
    const { context, user, here, there } = await twoDevices();
    const secret = await turnOnTwoFactor(context, user);
    for (const code of [undefined, "000000"]) {
      await expect(changePassword(here.context, { ...change, code })).toBeRefused("validation_failed", {
        fields: { code: [expect.any(String)] },
      });
    }
    expect(await there.isSignedIn()).toBe(true);
    const code = generateSync({ secret, epoch: context.clock.now().getTime() / 1000 });
    await changePassword(here.context, { ...change, code });
    expect(await there.isSignedIn()).toBe(false);
  });

  it("does not let a borrowed device guess without end", async () => {
    const { here } = await twoDevices();
    const guess = () => changePassword(here.context, { ...change, currentPassword: "guess" });
    for (let count = 0; count < 10; count += 1) {
      await expect(guess()).toBeRefused("validation_failed");
    }
    await expect(guess()).toBeRefused("rate_limited");
  });

  it("voids reset links and a change of address that were under way", async () => {
    const { context, user, here } = await twoDevices();
    await sendPasswordReset(context, { email: user.email });
    const reset = await mailedLink(context, "reset-password", user.email);
    const newEmail = `thief-${user.id}@example.com`;
    await updateProfile(here.context, { email: newEmail, currentPassword: "old-password" });
    await writeEmailChanges(context);
    const confirmation = await mailedLink(context, "confirm-email", newEmail);
    await changePassword(here.context, change);
    expect(await findPasswordLink(context, reset.token)).toBeUndefined();
    await expect(verifyEmail(context, confirmation)).toBeRefused("bad_request");
  });

  it("tells the owner by mail", async () => {
    const { context, user, here } = await twoDevices();
    await changePassword(here.context, change);
    expect((await mailsTo(context, user.email)).map((mail) => mail.template)).toEqual(["password-changed"]);
  });

  it("is refused to visitors", async () => {
    await expect(changePassword(await testContext(), change)).toBeRefused("unauthenticated");
  });
});
