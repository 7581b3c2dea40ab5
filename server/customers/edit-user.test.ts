import { afterAll, describe, expect, it } from "vitest";
import { AccountToken } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { makeOrder, makeUser, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { postForm } from "#server/testing/post-form.ts";
import { STAFF_PASSWORD, signInDevice, storedUser, userAndStaff } from "#server/testing/users.ts";
import { editUser } from "./edit-user.server.ts";
import { findUser } from "./list-users.server.ts";
import { sendUserPasswordReset } from "./user-actions.server.ts";
import { shownUser, type UserChanges, userChangesSchema, userCommands } from "./users.schema.ts";

afterAll(closeRateLimiters);

describe("editing a user", () => {
  it("changes every field that is named and leaves the rest", async () => {
    const { staff, context, user } = await userAndStaff();
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
    await editUser(staff, { id: user.id, changes: { ...changes, currentPassword: STAFF_PASSWORD } });
    expect(await findUser(staff, user.id)).toMatchObject({
      ...changes,
      email: user.email,
      postalCode: "SY8 1AA",
    });
    await editUser(staff, { id: user.id, changes: { customerSegment: null, leadScore: null, city: "" } });
    expect(await storedUser(context, user.id)).toMatchObject({
      customerSegment: null,
      leadScore: null,
      city: "",
      name: "Ellis",
      tags: "vip",
    });
  });

  it("takes either name of the postcode, and writes it as it is written", async () => {
    const { staff, context, user } = await userAndStaff();
    await editUser(staff, { id: user.id, changes: { postalCode: "sy81aa" } });
    expect(await storedUser(context, user.id)).toMatchObject({ postcode: "SY8 1AA" });
    await editUser(staff, { id: user.id, changes: { postcode: "HR4 9AA", postalCode: "SY8 1AA" } });
    expect(await storedUser(context, user.id)).toMatchObject({ postcode: "HR4 9AA" });
  });

  it("reads a lifetime value as paid orders and an opening balance", async () => {
    const { staff, context, user } = await userAndStaff();
    const { totalAmount } = await makeOrder(context, { customer: user });
    const { totalLifetimeValue } = userChangesSchema.parse({ totalLifetimeValue: "120.50" });
    await editUser(staff, { id: user.id, changes: { totalLifetimeValue } });
    expect(await storedUser(context, user.id)).toMatchObject({ openingLifetimeValue: 12_050 - totalAmount });
    expect(await findUser(staff, user.id)).toMatchObject({ totalLifetimeValue: 12_050 });
    const next = await makeOrder(context, { customer: user });
    expect(await findUser(staff, user.id)).toMatchObject({ totalLifetimeValue: 12_050 + next.totalAmount });
  });

  it("tells the second of two staff, and overwrites nothing", async () => {
    const { staff, context, user } = await userAndStaff();
    const { version } = await findUser(staff, user.id);
    await editUser(staff, { id: user.id, version, changes: { city: "Ludlow" } });
    await expect(
      editUser(staff, { id: user.id, version, changes: { city: "Hereford", notes: "lost" } }),
    ).toBeRefused("conflict", { message: "Somebody else has changed this user in the meantime." });
    expect(await storedUser(context, user.id)).toMatchObject({ city: "Ludlow", notes: "" });
    const expected = await findUser(staff, user.id);
    await editUser(staff, { id: user.id, version: expected.version, changes: { city: "Hereford" } });
    expect(await storedUser(context, user.id)).toMatchObject({ city: "Hereford" });
  });

  it("lets one of two edits of the same moment through", async () => {
    const { staff, user } = await userAndStaff();
    const { version } = await findUser(staff, user.id);
    const outcomes = await Promise.allSettled(
      ["Ludlow", "Hereford"].map((city) => editUser(staff, { id: user.id, version, changes: { city } })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses an email or username that somebody else has, and allows one's own in another case", async () => {
    const { staff, context, user } = await userAndStaff();
    const other = await makeUser(context);
    await expect(
      editUser(staff, { id: user.id, changes: { email: other.email, currentPassword: STAFF_PASSWORD } }),
    ).toBeRefused("conflict", { fields: { email: ["This email is already taken"] } });
    await editUser(staff, { id: user.id, changes: { username: user.username.toUpperCase() } });
    expect(await storedUser(context, user.id)).toMatchObject({ username: user.username.toUpperCase() });
  });

  it("makes links to an old address void, tells its owner, and asks the new one for proof", async () => {
    const { staff, context, user } = await userAndStaff({ password: "secret" });
    await sendUserPasswordReset(staff, user.id);
    const email = `moved-${user.email}`;
    await editUser(staff, {
      id: user.id,
      changes: { email, isVerified: false, currentPassword: STAFF_PASSWORD },
    });
    // The remaining administrator reverts the change.
    const links = await context.em.fork().find(AccountToken, { user: user.id, email: user.email });
    expect(links.map(({ purpose }) => purpose)).toEqual(["undo_email_change"]);
    expect((await mailsTo(context, user.email)).map(({ template }) => template)).toContain("email-changed");
    expect((await mailsTo(context, email)).map(({ template }) => template)).toEqual(["verify-email"]);
  });

  it.each([
    ["another role", { role: "shop_manager", currentPassword: STAFF_PASSWORD }],
    ["another address", { email: "moved-by-staff@example.com", currentPassword: STAFF_PASSWORD }],
  ] as const)("ends the sessions with %s", async (_what, changes) => {
    const { staff, context, user } = await userAndStaff();
    const device = await signInDevice(context, user);
    await editUser(staff, { id: user.id, changes: { city: "Ludlow" } });
    expect(await device.isSignedIn()).toBe(true);
    await editUser(staff, { id: user.id, changes });
    expect(await device.isSignedIn()).toBe(false);
  });

  it("requires the editor's own password, and a code where needed, to make somebody staff or to move an account", async () => {
    const { staff, administrator, context, user } = await userAndStaff();
    const colleague = await makeUser(context, { role: "shop_manager" });
    const attempts: [number, UserChanges][] = [
      [user.id, { role: "administrator" }],
      [colleague.id, { role: "administrator" }],
      [colleague.id, { email: `eve-${colleague.email}` }],
      [user.id, { email: `eve-${user.email}` }],
    ];
    for (const [id, changes] of attempts) {
      for (const currentPassword of [undefined, "wrong"]) {
        await expect(editUser(staff, { id, changes: { ...changes, currentPassword } })).toBeRefused(
          "validation_failed",
          { fields: { currentPassword: [expect.any(String)] } },
        );
      }
    }
    await turnOnTwoFactor(context, administrator);
    for (const change of [{ role: "shop_manager" }, { email: `eve-${user.email}` }] as const) {
      const changes = { ...change, currentPassword: STAFF_PASSWORD };
      await expect(editUser(staff, { id: user.id, changes })).toBeRefused("validation_failed", {
        fields: { code: [expect.any(String)] },
      });
    }
    expect(await storedUser(context, user.id)).toMatchObject({ role: "customer", email: user.email });
  });

  it("lets no script give an account to another address, which would outlast its key", async () => {
    const { context, user } = await userAndStaff();
    const permissions = ["users.edit", "users.view"] as const;
    const script: Context = { ...context, actor: { kind: "api-key", id: 1, name: "CRM", permissions } };
    await expect(editUser(script, { id: user.id, changes: { email: `eve-${user.email}` } })).toBeRefused(
      "forbidden",
    );
    const same = { email: user.email.toUpperCase(), city: "Ludlow" };
    await editUser(script, { id: user.id, changes: same });
    expect(await storedUser(context, user.id)).toMatchObject(same);
  });

  it("tells the owner of an account of its new role", async () => {
    const { staff, context, user } = await userAndStaff();
    await editUser(staff, {
      id: user.id,
      changes: { role: "shop_manager", currentPassword: STAFF_PASSWORD },
    });
    const [mail] = await mailsTo(context, user.email);
    expect(mail).toMatchObject({ template: "role-changed", text: expect.stringContaining("Shop Manager") });
  });

  it("keeps who recorded a consent to marketing mail, and forgets it with a no", async () => {
    const { staff, context, user } = await userAndStaff();
    await editUser(staff, { id: user.id, changes: { emailOptIn: true } });
    expect(await storedUser(context, user.id)).toMatchObject({
      emailOptIn: true,
      emailConsentAt: context.clock.now(),
      emailConsentSource: "recorded by staff",
    });
    await editUser(staff, { id: user.id, changes: { emailOptIn: false } });
    expect(await storedUser(context, user.id)).toMatchObject({ emailOptIn: false, emailConsentAt: null });
  });
});

describe("the dialog's form", () => {
  /** As a browser sends it: a box that is not ticked is missing. */
  async function formOf(staff: Context, id: number, typed: Record<string, string>): Promise<FormData> {
    const user = await findUser(staff, id);
    const form = new FormData();
    form.set("id", String(id));
    form.set("version", String(user.version));
    for (const [name, value] of Object.entries(shownUser(user))) {
      if (value === true) form.set(name, "on");
      else if (value !== false) form.set(name, value.replaceAll("\n", "\r\n"));
    }
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    return form;
  }

  it("writes nothing where nothing was touched, whatever the browser did to line ends", async () => {
    const { staff, context, user } = await userAndStaff();
    await editUser(staff, { id: user.id, changes: { notes: "one\ntwo" } });
    const { version } = await findUser(staff, user.id);
    await postForm(staff, userCommands.edit.name, await formOf(staff, user.id, {}));
    expect(await storedUser(context, user.id)).toMatchObject({ version, notes: "one\ntwo" });
  });

  it("changes what was touched: money in pounds, an empty text clears, an unticked box means no", async () => {
    const { staff, context, user } = await userAndStaff();
    await editUser(staff, { id: user.id, changes: { city: "Ludlow", leadScore: 5 } });
    const typed = { totalLifetimeValue: "120.50", city: "", leadScore: "7" };
    const form = await formOf(staff, user.id, typed);
    form.delete("isActive");
    await postForm(staff, userCommands.edit.name, form);
    const stored = await storedUser(context, user.id);
    expect(stored).toMatchObject({ city: "", leadScore: 7, isActive: false, name: user.name });
    expect((await findUser(staff, user.id)).totalLifetimeValue).toBe(12_050);
  });

  it("saves beside a stored value that a newer rule would refuse, and refuses a wrong one beside its field", async () => {
    const { staff, context, user } = await userAndStaff();
    await context.em.execute("update user_account set username = 'ab' where id = ?", [user.id]);
    await postForm(staff, userCommands.edit.name, await formOf(staff, user.id, { city: "Ludlow" }));
    expect((await storedUser(context, user.id)).city).toBe("Ludlow");
    const wrong = await formOf(staff, user.id, { leadScore: "500" });
    await expect(postForm(staff, userCommands.edit.name, wrong)).toBeRefused("validation_failed", {
      fields: { leadScore: ["Must be at most 100"] },
    });
  });

  it("takes the editor's password for another address", async () => {
    const { staff, context, user } = await userAndStaff();
    const email = `moved-${user.email}`;
    const without = await formOf(staff, user.id, { email });
    await expect(postForm(staff, userCommands.edit.name, without)).rejects.toMatchObject({
      fields: { currentPassword: ["Enter your current password"] },
    });
    const form = await formOf(staff, user.id, { email, currentPassword: STAFF_PASSWORD });
    await postForm(staff, userCommands.edit.name, form);
    expect((await storedUser(context, user.id)).email).toBe(email);
  });

  it("refuses to overwrite what somebody else saved meanwhile", async () => {
    const { staff, user } = await userAndStaff();
    const form = await formOf(staff, user.id, { city: "Ludlow" });
    // A new address needs a password, of anyone who gives it.
    const theirs = { email: `moved-${user.email}`, currentPassword: STAFF_PASSWORD };
    await editUser(staff, { id: user.id, changes: theirs });
    await expect(postForm(staff, userCommands.edit.name, form)).toBeRefused("conflict");
  });
});
