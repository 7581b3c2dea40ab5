import { afterAll, describe, expect, it } from "vitest";
import { Order, User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { makeOrder, makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, waitingJobs, writeEmailChanges } from "#server/testing/mailed.ts";
import { type Device, signInDevice } from "#server/testing/users.ts";
import { findPendingEmail } from "./change-email.server.ts";
import { updateProfile } from "./own-profile.server.ts";
import { verifyEmail } from "./verify-email.server.ts";

afterAll(closeRateLimiters);

const PASSWORD = "her password";

async function person(input: Parameters<typeof makeUser>[1] = {}) {
  const context = await testContext();
  const user = await makeUser(context, { password: PASSWORD, ...input });
  const device = await signInDevice(context, user);
  return { context, user, device, newEmail: `new-${user.email}` };
}

const stored = (context: Context, id: number) => context.em.fork().findOneOrFail(User, id);

describe("changing the profile", () => {
  it("changes what is named and leaves the rest", async () => {
    const { context, user, device } = await person();
    await updateProfile(device.context, { name: "New Name", city: "Hereford", landSize: 12.5 });
    expect(await stored(context, user.id)).toMatchObject({
      name: "New Name",
      city: "Hereford",
      landSize: 12.5,
      username: user.username,
      email: user.email,
    });
  });

  it("takes either name of the postcode, and writes it as it is written", async () => {
    const { context, user, device } = await person();
    await updateProfile(device.context, { postalCode: "sy81aa" });
    expect(await stored(context, user.id)).toMatchObject({ postcode: "SY8 1AA" });
    await updateProfile(device.context, { postcode: "HR4 9AA", postalCode: "SY8 1AA" });
    expect(await stored(context, user.id)).toMatchObject({ postcode: "HR4 9AA" });
  });

  it("keeps when and to what a person agreed, and forgets it with a no", async () => {
    const { context, user, device } = await person();
    await updateProfile(device.context, { emailOptIn: true });
    expect(await stored(context, user.id)).toMatchObject({
      emailOptIn: true,
      emailConsentAt: context.clock.now(),
      emailConsentSource: "account settings",
    });
    await updateProfile(device.context, { emailOptIn: false });
    expect(await stored(context, user.id)).toMatchObject({ emailOptIn: false, emailConsentAt: null });
  });

  it("is refused to visitors", async () => {
    await expect(updateProfile(await testContext(), { name: "Nobody" })).toBeRefused("unauthenticated");
  });
});

/** Requests a new address with the password, and runs the job that writes its mails. */
async function requestChange({ context }: Device, changes: { email: string }) {
  const update = await updateProfile(context, { ...changes, currentPassword: PASSWORD });
  await writeEmailChanges(context);
  return update;
}

describe("changing the address", () => {
  it("takes effect only once the new one is confirmed in a session of the account", async () => {
    const { context, user, device, newEmail } = await person();
    expect(await requestChange(device, { email: newEmail })).toEqual({ pendingEmail: newEmail });
    expect(await findPendingEmail(device.context)).toBe(newEmail);
    expect(await stored(context, user.id)).toMatchObject({ email: user.email, isVerified: true });
    const link = await mailedLink(context, "confirm-email", newEmail);
    expect(await verifyEmail(context, link)).toMatchObject({ kind: "changed", isProven: false });
    expect(await stored(context, user.id)).toMatchObject({ email: user.email });
    expect(await verifyEmail(device.context, link)).toMatchObject({ kind: "changed", isProven: true });
    expect(await stored(context, user.id)).toMatchObject({ email: newEmail, isVerified: true });
    expect(await findPendingEmail({ ...device.context, em: context.em.fork() })).toBeNull();
  });

  it("mails the old address when it is requested and when it takes effect", async () => {
    const { context, user, device, newEmail } = await person();
    await requestChange(device, { email: newEmail });
    await verifyEmail(device.context, await mailedLink(context, "confirm-email", newEmail));
    const mails = await mailsTo(context, user.email);
    expect(mails.map((mail) => mail.template)).toEqual(["email-changed", "email-changed"]);
    for (const mail of mails) expect(mail.text).toContain(newEmail);
  });

  it("answers the same link alike until it expires", async () => {
    const { context, device, newEmail } = await person();
    await requestChange(device, { email: newEmail });
    const link = await mailedLink(context, "confirm-email", newEmail);
    await verifyEmail(device.context, link);
    expect(await verifyEmail(context, link)).toMatchObject({
      kind: "changed",
      isProven: true,
      email: newEmail,
    });
  });

  it("verifies an account that was not, and brings the guest orders of the new address", async () => {
    const { context, user, device, newEmail } = await person({ isVerified: false });
    await makeOrder(context, { customerEmail: newEmail });
    await requestChange(device, { email: newEmail });
    await verifyEmail(device.context, await mailedLink(context, "confirm-email", newEmail));
    expect(await stored(context, user.id)).toMatchObject({ isVerified: true });
    expect(await context.em.fork().count(Order, { customer: user.id })).toBe(1);
  });

  it("forgets an earlier request when another address is requested", async () => {
    const { context, device, newEmail } = await person();
    await requestChange(device, { email: newEmail });
    const first = await mailedLink(context, "confirm-email", newEmail);
    await requestChange(device, { email: `other-${newEmail}` });
    await expect(verifyEmail(context, first)).toBeRefused("bad_request");
  });

  it("does not tell that an address has an account already, and gives it to nobody", async () => {
    const { context, user, device } = await person();
    const owner = await makeUser(context);
    expect(await requestChange(device, { email: owner.email })).toEqual({
      pendingEmail: owner.email,
    });
    expect(await mailsTo(context, owner.email)).toEqual([]);
    expect(await stored(context, user.id)).toMatchObject({ email: user.email });
  });

  it("refuses the link when somebody else took the address meanwhile", async () => {
    const { context, user, device, newEmail } = await person();
    await requestChange(device, { email: newEmail });
    await makeUser(context, { email: newEmail.toUpperCase() });
    await expect(verifyEmail(context, await mailedLink(context, "confirm-email", newEmail))).toBeRefused(
      "bad_request",
    );
    expect(await stored(context, user.id)).toMatchObject({ email: user.email });
  });

  it("asks for the password, and for a code where there is one: a borrowed device cannot take the account", async () => {
    const { context, user, device, newEmail } = await person();
    for (const [typedValue, field] of [
      [{}, "currentPassword"],
      [{ currentPassword: "wrong" }, "currentPassword"],
    ] as const) {
      await expect(updateProfile(device.context, { email: newEmail, ...typedValue })).toBeRefused(
        "validation_failed",
        { fields: { [field]: [expect.any(String)] } },
      );
    }
    await turnOnTwoFactor(context, user);
    for (const code of [undefined, "000000"]) {
      await expect(
        updateProfile(device.context, { email: newEmail, currentPassword: PASSWORD, code }),
      ).toBeRefused("validation_failed", { fields: { code: [expect.any(String)] } });
    }
    await writeEmailChanges(context);
    expect(await mailsTo(context, newEmail)).toEqual([]);
    await updateProfile(device.context, { city: "Hereford" });
  });

  it("ends the sessions on all other devices once it takes effect", async () => {
    const { context, user, device, newEmail } = await person();
    const elsewhere = await signInDevice(context, user);
    await requestChange(device, { email: newEmail });
    await verifyEmail(device.context, await mailedLink(context, "confirm-email", newEmail));
    expect(await elsewhere.isSignedIn()).toBe(false);
    expect(await device.isSignedIn()).toBe(true);
  });

  it("is one and the same job whether or not the address has an account", async () => {
    const { context, device, newEmail } = await person();
    const owner = await makeUser(context);
    const before = (await waitingJobs(context, "send-email-change")).length;
    for (const email of [owner.email, newEmail]) {
      await updateProfile(device.context, { email, currentPassword: PASSWORD });
      expect(await mailsTo(context, email)).toEqual([]);
    }
    expect(await waitingJobs(context, "send-email-change")).toHaveLength(before + 2);
  });

  it("needs no mail when only the case changes", async () => {
    const { context, user, device } = await person();
    const shouted = user.email.toUpperCase();
    expect(await requestChange(device, { email: shouted })).toEqual({ pendingEmail: null });
    expect(await stored(context, user.id)).toMatchObject({ email: shouted });
  });
});
