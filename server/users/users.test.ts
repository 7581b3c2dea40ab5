import { afterAll, describe, expect, it } from "vitest";
import { AccountToken, AuditEntry, Order, Session, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { closeRateLimiters } from "#server/http/rate-limit.server.ts";
import { eraseAccount } from "#server/identity/erase-account.server.ts";
import { grantResearchAccess } from "#server/identity/grant-research-access.server.ts";
import { resetPassword } from "#server/identity/reset-password.server.ts";
import { signIn } from "#server/identity/sign-in.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, waitingJobs } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/signed-in.ts";
import { createUser } from "./create-user.server.ts";
import { editUser } from "./edit-user.server.ts";
import { findUser } from "./list-users.server.ts";
import { sendUserPasswordReset } from "./send-user-password-reset.server.ts";
import { setUserStatus } from "./set-user-status.server.ts";
import { userChangesSchema } from "./users.schema.ts";
import { verifyUser } from "./verify-user.server.ts";

afterAll(closeRateLimiters);

type Input = Parameters<typeof makeUser>[1];

async function scene(input: Input = {}) {
  const context = await testContext();
  const administrator = await makeUser(context, { role: "administrator" });
  return {
    context,
    administrator,
    staff: asUser(context, administrator),
    user: await makeUser(context, input),
  };
}

const stored = (context: Context, id: number) =>
  context.em.fork().findOneOrFail(User, id, { populate: ["passwordHash"] });

let made = 0;
const newUser = (changes: object = {}) => {
  made += 1;
  return {
    name: "Nell New",
    email: `nell-${made}@new.example`,
    username: `nell-${made}`,
    password: "secret",
    role: "customer" as const,
    ...changes,
  };
};

describe("making a user", () => {
  it("makes an account that can be signed in to, unverified, and mails its link", async () => {
    const { staff, context } = await scene();
    const person = newUser();
    const id = await createUser(staff, person);
    expect(await stored(context, id)).toMatchObject({
      name: "Nell New",
      email: person.email,
      role: "customer",
      isVerified: false,
      isActive: true,
      hasResearchAccess: false,
    });
    const request = new Request("http://shop.test/login");
    const { actor } = await signIn(context, request, { door: "customer", ...person });
    expect(actor.id).toBe(id);
    expect(await mailedLink(context, "verify-email", person.email)).toMatchObject({ email: person.email });
  });

  it("lets a shop manager make a customer or a shop manager, never an administrator", async () => {
    const { context } = await scene();
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    for (const role of ["customer", "shop_manager"] as const) {
      const id = await createUser(manager, newUser({ role }));
      expect(await stored(context, id)).toMatchObject({ role });
    }
    const administrator = newUser({ role: "administrator" });
    await expect(createUser(manager, administrator)).rejects.toMatchObject({
      code: "forbidden",
      message: "Only an administrator may assign the administrator role.",
    });
    expect(await context.em.fork().count(User, { email: administrator.email })).toBe(0);
  });

  it("names the email and the username that are taken, whatever their case", async () => {
    const { staff, user } = await scene();
    const twin = newUser({ email: user.email.toUpperCase(), username: user.username.toUpperCase() });
    await expect(createUser(staff, twin)).rejects.toMatchObject({
      code: "conflict",
      fields: { email: ["This email is already taken"], username: ["This username is already taken"] },
    });
  });

  it("makes one account when two staff make the same at once", async () => {
    const { staff } = await scene();
    const person = newUser();
    const outcomes = await Promise.allSettled([createUser(staff, person), createUser(staff, person)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      // The username is looked for last: the other account may come in between the two.
      reason: { code: "conflict", fields: { username: ["This username is already taken"] } },
    });
  });
});

describe("editing a user", () => {
  it("changes every field that is named and leaves the rest", async () => {
    const { staff, context, user } = await scene();
    const changes = userChangesSchema.parse({
      name: "Ellis",
      username: "ellis-edited",
      phone: "1",
      address: "2 Lane",
      city: "Ludlow",
      postcode: "SY8 1AA",
      country: "Wales",
      role: "shop_manager",
      hasResearchAccess: true,
      companyName: "Farms",
      customerType: "agriculture",
      customerSegment: "wholesale",
      industry: "Arable",
      landSize: 12.5,
      cropTypes: "Wheat",
      biocharApplications: "Soil",
      leadScore: 80,
      acquisitionSource: "event",
      tags: "vip",
      notes: "Kind.",
      smsOptIn: true,
      preferredContactMethod: "phone",
      sustainabilityGoals: "Net zero",
      carbomReductionTarget: 40,
    });
    await editUser(staff, { id: user.id, changes });
    expect(await findUser(staff, user.id)).toMatchObject({
      ...changes,
      email: user.email,
      postalCode: "SY8 1AA",
    });
    await editUser(staff, { id: user.id, changes: { customerSegment: null, leadScore: null, city: "" } });
    expect(await stored(context, user.id)).toMatchObject({
      customerSegment: null,
      leadScore: null,
      city: "",
      name: "Ellis",
      tags: "vip",
    });
  });

  it("takes either name of the postcode", async () => {
    const { staff, context, user } = await scene();
    await editUser(staff, { id: user.id, changes: { postalCode: "SY8 1AA" } });
    expect(await stored(context, user.id)).toMatchObject({ postcode: "SY8 1AA" });
    await editUser(staff, { id: user.id, changes: { postcode: "HR4 9AA", postalCode: "SY8 1AA" } });
    expect(await stored(context, user.id)).toMatchObject({ postcode: "HR4 9AA" });
  });

  it("reads a lifetime value as paid orders and an opening balance", async () => {
    const { staff, context, user } = await scene();
    const { totalAmount } = await makeOrder(context, { customer: user });
    const { totalLifetimeValue } = userChangesSchema.parse({ totalLifetimeValue: "120.50" });
    await editUser(staff, { id: user.id, changes: { totalLifetimeValue } });
    expect(await stored(context, user.id)).toMatchObject({ openingLifetimeValue: 12_050 - totalAmount });
    expect(await findUser(staff, user.id)).toMatchObject({ totalLifetimeValue: 12_050 });
    const next = await makeOrder(context, { customer: user });
    expect(await findUser(staff, user.id)).toMatchObject({ totalLifetimeValue: 12_050 + next.totalAmount });
  });

  it("tells the second of two staff, and overwrites nothing", async () => {
    const { staff, context, user } = await scene();
    const { version } = await findUser(staff, user.id);
    await editUser(staff, { id: user.id, version, changes: { city: "Ludlow" } });
    await expect(
      editUser(staff, { id: user.id, version, changes: { city: "Hereford", notes: "lost" } }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: "Somebody else has changed this user in the meantime.",
    });
    expect(await stored(context, user.id)).toMatchObject({ city: "Ludlow", notes: "" });
    const seen = await findUser(staff, user.id);
    await editUser(staff, { id: user.id, version: seen.version, changes: { city: "Hereford" } });
    expect(await stored(context, user.id)).toMatchObject({ city: "Hereford" });
  });

  it("lets one of two edits of the same moment through", async () => {
    const { staff, user } = await scene();
    const { version } = await findUser(staff, user.id);
    const outcomes = await Promise.allSettled(
      ["Ludlow", "Hereford"].map((city) => editUser(staff, { id: user.id, version, changes: { city } })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses an email or username that somebody else has, and allows one's own in another case", async () => {
    const { staff, context, user } = await scene();
    const other = await makeUser(context);
    await expect(editUser(staff, { id: user.id, changes: { email: other.email } })).rejects.toMatchObject({
      code: "conflict",
      fields: { email: ["This email is already taken"] },
    });
    await editUser(staff, { id: user.id, changes: { username: user.username.toUpperCase() } });
    expect(await stored(context, user.id)).toMatchObject({ username: user.username.toUpperCase() });
  });

  it("makes links to an old address void, tells its owner, and asks the new one for proof", async () => {
    const { staff, context, user } = await scene({ password: "secret" });
    await sendUserPasswordReset(staff, user.id);
    const email = `moved-${user.email}`;
    await editUser(staff, { id: user.id, changes: { email, isVerified: false } });
    expect(await context.em.fork().count(AccountToken, { user: user.id, email: user.email })).toBe(0);
    expect((await mailsTo(context, user.email)).map(({ template }) => template)).toContain("email-changed");
    expect((await mailsTo(context, email)).map(({ template }) => template)).toEqual(["verify-email"]);
  });

  it("keeps who recorded a consent to marketing mail, and forgets it with a no", async () => {
    const { staff, context, user } = await scene();
    await editUser(staff, { id: user.id, changes: { emailOptIn: true } });
    expect(await stored(context, user.id)).toMatchObject({
      emailOptIn: true,
      emailConsentAt: context.clock.now(),
      emailConsentSource: "recorded by staff",
    });
    await editUser(staff, { id: user.id, changes: { emailOptIn: false } });
    expect(await stored(context, user.id)).toMatchObject({ emailOptIn: false, emailConsentAt: null });
  });

  it("is not for shop managers", async () => {
    const { context, user } = await scene();
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    for (const act of [
      () => editUser(manager, { id: user.id, changes: { name: "Mine" } }),
      () => setUserStatus(manager, { id: user.id, isActive: false }),
      () => verifyUser(manager, user.id),
      () => sendUserPasswordReset(manager, user.id),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await stored(context, user.id)).toMatchObject({ name: user.name, isActive: true });
  });
});

describe("suspending a user", () => {
  it("ends every open session at once, and lets in again once activated", async () => {
    const { staff, context, user } = await scene({ password: "secret" });
    const device = await signInDevice(context, user);
    expect(await device.isSignedIn()).toBe(true);
    await setUserStatus(staff, { id: user.id, isActive: false });
    expect(await device.isSignedIn()).toBe(false);
    expect(await context.em.fork().count(Session, { user: user.id })).toBe(0);
    // Each try is a request of its own.
    const enter = () =>
      signIn({ ...context, em: context.em.fork() }, new Request("http://shop.test/login"), {
        door: "customer",
        username: user.username,
        password: "secret",
      });
    await expect(enter()).rejects.toMatchObject({ code: "forbidden" });
    await setUserStatus(staff, { id: user.id, isActive: true });
    await expect(enter()).resolves.toBeTruthy();
    expect(await device.isSignedIn()).toBe(false);
  });

  it("does the same from the edit form", async () => {
    const { staff, context, user } = await scene();
    const device = await signInDevice(context, user);
    await editUser(staff, { id: user.id, changes: { isActive: false } });
    expect(await device.isSignedIn()).toBe(false);
    expect(await context.em.fork().count(Session, { user: user.id })).toBe(0);
  });

  it("is refused for oneself and for who is not there", async () => {
    const { staff, administrator } = await scene();
    await expect(setUserStatus(staff, { id: administrator.id, isActive: false })).rejects.toMatchObject({
      code: "forbidden",
      message: "You cannot suspend your own account.",
    });
    await expect(setUserStatus(staff, { id: 2_000_000_000, isActive: false })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the last active administrator", () => {
  async function twoAdministrators() {
    const context = await testContext();
    await context.em.fork().nativeUpdate(User, { role: "administrator" }, { role: "customer" });
    const pair = [
      await makeUser(context, { role: "administrator" }),
      await makeUser(context, { role: "administrator" }),
    ] as const;
    return { context, pair };
  }

  it.each([
    ["suspend", (context: Context, id: number) => setUserStatus(context, { id, isActive: false })],
    ["demote", (context: Context, id: number) => editUser(context, { id, changes: { role: "customer" } })],
    [
      "suspend by edit",
      (context: Context, id: number) => editUser(context, { id, changes: { isActive: false } }),
    ],
  ])("is left when two %s each other at once", async (_name, act) => {
    const { context, pair } = await twoAdministrators();
    const [one, other] = pair;
    const outcomes = await Promise.allSettled([
      act(asUser(context, one), other.id),
      act(asUser(context, other), one.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    const left = await context.em
      .fork()
      .find(User, { role: "administrator", isActive: true, erasedAt: null });
    expect(left).toHaveLength(1);
  });
});

describe("verifying a user by hand", () => {
  it("gives research access and the guest orders of the address", async () => {
    const { staff, context, user } = await scene({ isVerified: false });
    const order = await makeOrder(context, { customerEmail: user.email.toUpperCase() });
    await verifyUser(staff, user.id);
    expect(await stored(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: true });
    expect((await context.em.fork().findOneOrFail(Order, order.id)).customer?.id).toBe(user.id);
    const seen = await findUser(staff, user.id);
    for (const job of await waitingJobs(context, "grant-research-access"))
      await grantResearchAccess(context, job);
    // The job is no change that staff would have to be told of.
    expect((await findUser(staff, user.id)).version).toBe(seen.version);
  });

  it("leaves research access alone that staff took away from a verified user", async () => {
    const { staff, context, user } = await scene();
    await verifyUser(staff, user.id);
    expect(await stored(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: false });
  });

  it("follows the edit form where that says no to research access", async () => {
    const { staff, context, user } = await scene({ isVerified: false });
    await editUser(staff, { id: user.id, changes: { isVerified: true, hasResearchAccess: false } });
    for (const job of await waitingJobs(context, "grant-research-access"))
      await grantResearchAccess(context, job);
    expect(await stored(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: false });
  });
});

describe("resetting a user's password", () => {
  it("mails the link to a new one, and says where to", async () => {
    const { staff, context, user } = await scene({ password: "secret" });
    expect(await sendUserPasswordReset(staff, user.id)).toBe(user.email);
    const { token } = await mailedLink(context, "reset-password", user.email);
    await resetPassword(context, { token, newPassword: "another" });
    const entered = signIn(context, new Request("http://shop.test/login"), {
      door: "customer",
      username: user.username,
      password: "another",
    });
    await expect(entered).resolves.toBeTruthy();
  });

  it("mails a guest the link to their first", async () => {
    const { staff, context, user } = await scene();
    await sendUserPasswordReset(staff, user.id);
    expect((await mailsTo(context, user.email)).map(({ template }) => template)).toEqual(["set-password"]);
  });

  it("is refused while the account is suspended", async () => {
    const { staff, context, user } = await scene({ isActive: false, password: "secret" });
    await expect(sendUserPasswordReset(staff, user.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await mailsTo(context, user.email)).toEqual([]);
  });
});

describe("what staff did to a user", () => {
  const entriesOf = (context: Context, id: number) =>
    context.em.fork().find(AuditEntry, { area: "users", subjectId: String(id) }, { orderBy: { id: "asc" } });

  it("is written down with who, before and after", async () => {
    const { staff, administrator, context } = await scene();
    const id = await createUser(staff, newUser({ name: "Ada Audited" }));
    await editUser(staff, { id, changes: { city: "Ludlow", notes: "Kind.", name: "Ada Audited" } });
    await verifyUser(staff, id);
    await sendUserPasswordReset(staff, id);
    await setUserStatus(staff, { id, isActive: false });
    const entries = await entriesOf(context, id);
    expect(entries.map(({ action }) => action)).toEqual([
      "created",
      "edited",
      "verified",
      "password link sent",
      "suspended",
    ]);
    expect(entries[1]).toMatchObject({
      actorName: administrator.name,
      subjectName: "Ada Audited",
      before: { city: "", notes: "" },
      after: { city: "Ludlow", notes: "Kind." },
    });
    expect(entries[4]).toMatchObject({ before: { isActive: true }, after: { isActive: false } });
    expect(JSON.stringify(entries)).not.toMatch(/secret|argon2/);
  });

  it("keeps nothing about a person once they are erased, but who did what when", async () => {
    const { staff, context, user } = await scene({ name: "Gone Away" });
    await editUser(staff, { id: user.id, changes: { city: "Ludlow" } });
    await eraseAccount(staff, user.id);
    const entries = await entriesOf(context, user.id);
    expect(entries.map(({ action }) => action)).toEqual(["edited", "deleted"]);
    expect(entries[0]).toMatchObject({ before: {}, after: {}, subjectName: `User ${user.id}` });
    expect(entries[1]).toMatchObject({ before: { role: "customer" }, after: {} });
  });
});
