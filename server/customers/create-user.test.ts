import { afterAll, describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import { asUser, makeUser } from "#server/testing/factories.ts";
import { mailedLink } from "#server/testing/mailed.ts";
import { newUser, STAFF_PASSWORD, storedUser, userAndStaff } from "#server/testing/users.ts";
import { createUser } from "./edit-user.server.ts";

afterAll(closeRateLimiters);

describe("making a user", () => {
  it("makes an account that can be signed in to, unverified, and mails its link", async () => {
    const { staff, context } = await userAndStaff();
    const person = newUser();
    const id = await createUser(staff, person);
    expect(await storedUser(context, id)).toMatchObject({
      name: "Nell New",
      email: person.email,
      role: "customer",
      isVerified: false,
      isActive: true,
      hasResearchAccess: false,
    });
    const request = new Request("http://shop.test/login");
    const { actor } = await signIn(context, request, { audience: "customer", ...person });
    expect(actor.id).toBe(id);
    expect(await mailedLink(context, "verify-email", person.email)).toMatchObject({ email: person.email });
  });

  it("lets a shop manager make a customer or a shop manager, never an administrator", async () => {
    const { context } = await userAndStaff();
    const manager = asUser(
      context,
      await makeUser(context, { role: "shop_manager", password: STAFF_PASSWORD }),
    );
    for (const role of ["customer", "shop_manager"] as const) {
      const id = await createUser(manager, newUser({ role, currentPassword: STAFF_PASSWORD }));
      expect(await storedUser(context, id)).toMatchObject({ role });
    }
    const administrator = newUser({ role: "administrator" });
    await expect(createUser(manager, administrator)).toBeRefused("forbidden", {
      message: "Only an administrator may assign the administrator role.",
    });
    expect(await context.em.fork().count(User, { email: administrator.email })).toBe(0);
  });

  it("names the email and the username that are taken, whatever their case", async () => {
    const { staff, user } = await userAndStaff();
    const twin = newUser({ email: user.email.toUpperCase(), username: user.username.toUpperCase() });
    await expect(createUser(staff, twin)).toBeRefused("conflict", {
      fields: { email: ["This email is already taken"], username: ["This username is already taken"] },
    });
  });

  it("makes one account when two staff make the same at once", async () => {
    const { staff } = await userAndStaff();
    const person = newUser();
    const outcomes = await Promise.allSettled([createUser(staff, person), createUser(staff, person)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      // The username is checked last: the other account may appear in between.
      reason: { code: "conflict", fields: { username: ["This username is already taken"] } },
    });
  });
});
