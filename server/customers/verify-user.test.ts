import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { grantResearchAccess } from "#server/accounts/own-profile.server.ts";
import { makeOrder } from "#server/testing/factories.ts";
import { waitingJobs } from "#server/testing/mailed.ts";
import { storedUser, userAndStaff } from "#server/testing/users.ts";
import { editUser } from "./edit-user.server.ts";
import { findUser } from "./list-users.server.ts";
import { verifyUser } from "./user-actions.server.ts";

describe("verifying a user by hand", () => {
  it("gives research access, and no guest orders: those need the mailed link and the account", async () => {
    const { staff, context, user } = await userAndStaff({ isVerified: false });
    const order = await makeOrder(context, { customerEmail: user.email.toUpperCase() });
    await verifyUser(staff, user.id);
    expect(await storedUser(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: true });
    expect(await context.em.fork().findOneOrFail(Order, order.id)).toMatchObject({ customer: null });
    const seen = await findUser(staff, user.id);
    for (const job of await waitingJobs(context, "grant-research-access"))
      await grantResearchAccess(context, job);
    // The job does not count as a change by somebody else.
    expect((await findUser(staff, user.id)).version).toBe(seen.version);
  });

  it("leaves research access alone that staff took away from a verified user", async () => {
    const { staff, context, user } = await userAndStaff();
    await verifyUser(staff, user.id);
    expect(await storedUser(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: false });
  });

  it("follows the edit form where that says no to research access", async () => {
    const { staff, context, user } = await userAndStaff({ isVerified: false });
    await editUser(staff, { id: user.id, changes: { isVerified: true, hasResearchAccess: false } });
    for (const job of await waitingJobs(context, "grant-research-access"))
      await grantResearchAccess(context, job);
    expect(await storedUser(context, user.id)).toMatchObject({ isVerified: true, hasResearchAccess: false });
  });
});
