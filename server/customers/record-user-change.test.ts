import { afterAll, describe, expect, it } from "vitest";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { eraseAccount } from "#server/accounts/erase-account.server.ts";
import { newUser, userAndStaff } from "#server/testing/users.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { createUser, editUser } from "./edit-user.server.ts";
import { sendUserPasswordReset, setUserStatus, verifyUser } from "./user-actions.server.ts";

afterAll(closeRateLimiters);

describe("what staff did to a user", () => {
  it("is written down with who, before and after", async () => {
    const { staff, administrator, context } = await userAndStaff();
    const id = await createUser(staff, newUser({ name: "Ada Audited" }));
    await editUser(staff, { id, changes: { city: "Ludlow", notes: "Kind.", name: "Ada Audited" } });
    await verifyUser(staff, id);
    await sendUserPasswordReset(staff, id);
    await setUserStatus(staff, { id, isActive: false });
    const entries = await auditEntriesOf(context, "users", id);
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
    const { staff, context, user } = await userAndStaff({ name: "Gone Away" });
    await editUser(staff, { id: user.id, changes: { city: "Ludlow" } });
    await eraseAccount(staff, user.id);
    const entries = await auditEntriesOf(context, "users", user.id);
    expect(entries.map(({ action }) => action)).toEqual(["edited", "deleted"]);
    expect(entries[0]).toMatchObject({ before: {}, after: {}, subjectName: `User ${user.id}` });
    expect(entries[1]).toMatchObject({ before: { role: "customer" }, after: {} });
  });
});
