import { afterAll, describe, expect, it } from "vitest";
import { AccountToken, ApiKey, AuditEntry, Order, Passkey, TwoFactor, User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { editUser } from "#server/customers/edit-user.server.ts";
import { asUser, makeOrder, makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, writeEmailChanges } from "#server/testing/mailed.ts";
import { type Device, STAFF_PASSWORD, signInDevice, storedUser } from "#server/testing/users.ts";
import { accountTokenLifetimes } from "./account-links.ts";
import { findUndoableEmailChange, undoEmailChange } from "./change-email.server.ts";
import { eraseOwnAccount } from "./erase-account.server.ts";
import { updateProfile } from "./own-profile.server.ts";
import { register } from "./register.server.ts";
import { changePassword, resetPassword, sendPasswordReset } from "./set-password.server.ts";
import { signIn } from "./sign-in.server.ts";
import { verifyEmail } from "./verify-email.server.ts";

afterAll(closeRateLimiters);

const password = "her own password";
const invalid = { code: "bad_request" };
const fresh = () => getOrm().em.fork();

async function person(input: Parameters<typeof makeUser>[1] = {}) {
  const clock = fixedClock("2026-03-02T12:00:00Z");
  const context = await testContext({ clock });
  const user = await makeUser(context, { password, ...input });
  const thief = await signInDevice(context, user);
  return { clock, context, user, thief, oldEmail: user.email, newEmail: `eve-${user.email}` };
}

/** Moves an account to another address with a session and its password. */
async function move({ context }: Device, to: string, currentPassword = password): Promise<void> {
  await updateProfile(context, { email: to, currentPassword });
  await writeEmailChanges(context);
  await verifyEmail(context, await mailedLink(context, "confirm-email", to));
}

const wayBack = (context: Context, email: string) => mailedLink(context, "email-changed", email);

async function open(context: Context, username: string, mailbox: string) {
  const request = new Request("http://shop.test/login");
  return signIn({ ...context, em: fresh() }, request, { audience: "customer", username, password: mailbox });
}

describe("anyone who took a session over and moved the address", () => {
  it("is out when the owner says that it was not them, and the owner is in again by a new password", async () => {
    const { context, user, thief, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    await turnOnTwoFactor(context, user);
    await fresh().insert(Passkey, {
      ...{ user: user.id, name: "Eve's", credentialId: user.username, publicKey: "x" },
    });
    await fresh().insert(ApiKey, {
      ...{ name: "k", tokenHash: user.username, beginning: "oxb_", permissions: [], maker: user.id },
      expiresAt: new Date("2030-01-01"),
    });
    const link = await wayBack(context, oldEmail);
    expect(link.url.pathname).toBe("/undo-email-change");

    expect(await undoEmailChange(context, link)).toEqual({ passwordLinkSentTo: oldEmail });
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail, isActive: true });
    expect(await thief.isSignedIn()).toBe(false);
    await expect(open(context, user.username, password)).toBeRefused("unauthenticated");
    expect(await fresh().count(TwoFactor, { user: user.id })).toBe(0);
    expect(await fresh().count(Passkey, { user: user.id })).toBe(0);
    expect(await fresh().count(ApiKey, { maker: user.id, revokedAt: null })).toBe(0);
    await expect(undoEmailChange(context, link)).rejects.toMatchObject(invalid);

    const { token } = await mailedLink(context, "reset-password", oldEmail);
    await resetPassword(context, { token, newPassword: "a new one of hers" });
    expect((await open(context, user.username, "a new one of hers")).actor.id).toBe(user.id);
    const [entry] = await fresh().find(AuditEntry, { area: "users", subjectId: String(user.id) });
    expect(entry).toMatchObject({
      action: "change of address undone",
      before: { email: newEmail },
      after: { email: oldEmail },
    });
  });

  it("keeps nobody from that by another password, a reset, or by moving on", async () => {
    const { context, thief, user, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    const changes = { currentPassword: password, newPassword: "eves password" };
    await changePassword(thief.context, changes);
    await sendPasswordReset(context, { email: newEmail });
    const { token } = await mailedLink(context, "reset-password", newEmail);
    await resetPassword(context, { token, newPassword: "eves password" });
    const again = await signInDevice(context, user);
    await move(again, `further-${newEmail}`, "eves password");
    const eves = await wayBack(context, newEmail);

    await undoEmailChange(context, eves);
    expect(await storedUser(context, user.id)).toMatchObject({ email: newEmail });
    await undoEmailChange(context, await wayBack(context, oldEmail));
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail });
    expect(await fresh().count(AccountToken, { user: user.id, purpose: "undo_email_change" })).toBe(0);
    await expect(undoEmailChange(context, eves)).rejects.toMatchObject(invalid);
  });

  it("keeps nobody from that by opening another account on the old address", async () => {
    const { context, thief, user, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    const newcomer = { name: "Eve", email: oldEmail, username: `eve-${user.username}`, password };
    await register(await testContext(), { ...newcomer, emailOptIn: false });
    await undoEmailChange(context, await wayBack(context, oldEmail));
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail });
    await expect(open(context, newcomer.username, password)).toBeRefused("unauthenticated");
  });

  it("leaves the owner none of the orders that came with the other address, and the owner's own", async () => {
    const { context, thief, user, oldEmail, newEmail } = await person();
    const [own, other] = [
      await makeOrder(context, { customer: user, customerEmail: oldEmail }),
      await makeOrder(context, { customerEmail: newEmail }),
    ];
    await move(thief, newEmail);
    await undoEmailChange(context, await wayBack(context, oldEmail));
    const orders = await fresh().find(Order, { customer: user.id });
    expect(orders.map(({ id }) => id)).toEqual([own.id]);
    expect(await fresh().findOneOrFail(Order, other.id)).toMatchObject({ customer: null });
  });
});

describe("the way back", () => {
  it("is shown without being gone, once it is a proven address's, for seven days", async () => {
    const { clock, context, user, thief, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    const { token } = await wayBack(context, oldEmail);
    const shown = { username: user.username, email: oldEmail };
    for (const _look of [1, 2]) expect(await findUndoableEmailChange(context, token)).toEqual(shown);
    expect(await findUndoableEmailChange(context, `${token}A`)).toBeUndefined();
    expect(accountTokenLifetimes.undo_email_change).toBe(7 * 24 * 60 * 60 * 1000);
    clock.advance(accountTokenLifetimes.undo_email_change);
    expect(await findUndoableEmailChange(context, token)).toBeUndefined();
    await expect(undoEmailChange(context, { token })).rejects.toMatchObject(invalid);
    expect(await storedUser(context, user.id)).toMatchObject({ email: newEmail });
  });

  it("is not mailed to an unproven address, which may be mistyped and a stranger's", async () => {
    const { context, thief, oldEmail, newEmail } = await person({ isVerified: false });
    await move(thief, newEmail);
    const mail = (await mailsTo(context, oldEmail)).at(-1);
    expect(mail).toMatchObject({ template: "email-changed", text: expect.stringContaining(newEmail) });
    expect(mail?.text).not.toContain("token=");
  });

  it("ends with the account", async () => {
    const { context, thief, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    await eraseOwnAccount(thief.context, { password });
    await expect(undoEmailChange(context, await wayBack(context, oldEmail))).rejects.toMatchObject(invalid);
  });

  it("is refused when the address has a proven account by then", async () => {
    const { context, thief, user, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    await makeUser(context, { email: oldEmail });
    const link = await wayBack(context, oldEmail);
    await expect(undoEmailChange(context, link)).toBeRefused("conflict");
    expect(await storedUser(context, user.id)).toMatchObject({ email: newEmail });
  });

  it("works once of many presses at once", async () => {
    const { context, thief, oldEmail, newEmail } = await person();
    await move(thief, newEmail);
    const link = await wayBack(context, oldEmail);
    const presses = await Promise.allSettled([1, 2, 3].map(() => undoEmailChange(context, link)));
    expect(presses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  });
});

describe("a change of address by staff", () => {
  async function movedByStaff(role: "customer" | "shop_manager" | "administrator" = "customer") {
    const { context, user, oldEmail, newEmail } = await person({ role });
    const administrator = await makeUser(context, { role: "administrator", password: STAFF_PASSWORD });
    const changes = { email: newEmail, currentPassword: STAFF_PASSWORD };
    await editUser(asUser(context, administrator), { id: user.id, changes });
    return { context, user, administrator, oldEmail, newEmail };
  }

  it("is mailed to both addresses, and undone from the old one", async () => {
    const { context, user, oldEmail, newEmail } = await movedByStaff();
    expect((await mailsTo(context, newEmail)).map(({ template }) => template)).toEqual(["verify-email"]);
    await undoEmailChange(context, await wayBack(context, oldEmail));
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail, passwordHash: null });
  });

  it("gives anyone who reads the new address no way to delete the account as a stranger's", async () => {
    const { context, user, newEmail } = await movedByStaff();
    const link = await mailedLink(context, "verify-email", newEmail);
    expect(await verifyEmail(context, link)).toMatchObject({ isProven: false, mayReport: false });
    expect(await fresh().count(User, { id: user.id, erasedAt: null })).toBe(1);
  });

  it("is undone for staff as well, who are suspended until an administrator has verified them", async () => {
    const { context, user, oldEmail } = await movedByStaff("shop_manager");
    expect(await undoEmailChange(context, await wayBack(context, oldEmail))).toEqual({
      passwordLinkSentTo: null,
    });
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail, isActive: false });
    expect((await mailsTo(context, oldEmail)).map(({ template }) => template)).not.toContain(
      "reset-password",
    );
  });

  it("leaves the last administrator active, who has nobody to ask", async () => {
    const { context, user, oldEmail } = await movedByStaff("administrator");
    await fresh().nativeUpdate(User, { role: "administrator", id: { $ne: user.id } }, { isActive: false });
    await undoEmailChange(context, await wayBack(context, oldEmail));
    expect(await storedUser(context, user.id)).toMatchObject({ email: oldEmail, isActive: true });
  });
});
