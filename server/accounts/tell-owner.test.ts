import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { AccountToken, User } from "#db/entities/index.ts";
import { rateLimits } from "#server/access/limits.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { fixedClock } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo, writeEmailChanges } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { sendEmailChange } from "./change-email.server.ts";
import { notifyOfPasskey } from "./own-passkeys.server.ts";
import { updateProfile } from "./own-profile.server.ts";
import { notifyOfTwoFactor } from "./second-factor.server.ts";
import { changePassword, sendPasswordReset } from "./set-password.server.ts";

afterAll(closeRateLimiters);

const WORDS = "Claim your prize at evil.example";
const MOST = rateLimits["mail-to"].points;

/** Somebody who chose these words, signed in to an account with an address. */
async function accountWith(input: { isVerified: boolean; emailProvenAt: Date | null }) {
  const clock = fixedClock("2026-03-02T12:00:00Z");
  const context = await testContext({ clock });
  const user = await makeUser(context, {
    ...{ name: WORDS, username: `${WORDS} ${randomUUID()}`, password: "password 0" },
    ...input,
  });
  const device = await signInDevice(context, user);
  const changePasswordTo = (number: number) => {
    clock.advance(1000);
    return changePassword(device.context, {
      currentPassword: `password ${number - 1}`,
      newPassword: `password ${number}`,
    });
  };
  return { context, user, device, changePasswordTo };
}

describe("an address that nobody has proven", () => {
  it("gets no more mails of what happens to its account than strangers can cause", async () => {
    const { context, user, changePasswordTo } = await accountWith({ isVerified: false, emailProvenAt: null });
    for (let number = 1; number <= MOST + 2; number += 1) await changePasswordTo(number);
    expect(await mailsTo(context, user.email)).toHaveLength(MOST);
  });

  it("that had its share of mails leaves the link to a new one as it was mailed, however often its job runs", async () => {
    const { context, user, device, changePasswordTo } = await accountWith({
      isVerified: false,
      emailProvenAt: null,
    });
    for (let number = 1; number <= MOST; number += 1) await changePasswordTo(number);
    const email = `other-${user.id}@example.com`;
    await updateProfile(device.context, { email, currentPassword: `password ${MOST}` });
    await writeEmailChanges(context);
    expect(await mailsTo(context, user.email)).toHaveLength(MOST);
    expect(await mailsTo(context, email)).toHaveLength(1);
    const asked = { user: user.id, purpose: "change_email" } as const;
    const request = await context.em.fork().findOneOrFail(AccountToken, asked);
    await sendEmailChange(context, { tokenId: request.id });
    expect(await context.em.fork().findOneOrFail(AccountToken, asked)).toMatchObject({
      tokenHash: request.tokenHash,
    });
  });

  it("reads none of the words of the person who has the account, also once a scanner has opened its link", async () => {
    const { context, user, device, changePasswordTo } = await accountWith({
      isVerified: true,
      emailProvenAt: null,
    });
    await changePasswordTo(1);
    await sendPasswordReset(context, { email: user.email });
    await updateProfile(device.context, {
      email: `other-${user.id}@example.com`,
      currentPassword: "password 1",
    });
    await writeEmailChanges(context);
    await inTransaction(context.em, async (em) => {
      const owner = await em.findOneOrFail(User, user.id);
      await notifyOfTwoFactor(context, em, owner, { kind: "on" });
      await notifyOfPasskey(context, em, owner, { kind: "added", passkey: WORDS });
    });
    const mails = await mailsTo(context, user.email);
    expect(mails.map(({ template }) => template)).toEqual([
      "password-changed",
      "reset-password",
      "email-changed",
      "two-factor-changed",
      "passkey-changed",
    ]);
    for (const { template, text, html } of mails) expect(text + html, template).not.toContain("prize");
  });
});

it("a proven address reads of every change, with its owner's name", async () => {
  const { context, user, changePasswordTo } = await accountWith({
    isVerified: true,
    emailProvenAt: new Date("2026-03-01T12:00:00Z"),
  });
  for (let number = 1; number <= MOST + 2; number += 1) await changePasswordTo(number);
  const mails = await mailsTo(context, user.email);
  expect(mails).toHaveLength(MOST + 2);
  expect(mails[0]?.text).toContain(WORDS);
});
