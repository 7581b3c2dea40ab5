import { afterAll, describe, expect, it } from "vitest";
import { Session, User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { messageAfter, postForm } from "#server/testing/post-form.ts";
import { signInDevice, userAndStaff } from "#server/testing/users.ts";
import { editUser } from "./edit-user.server.ts";
import { activateMany, setUserStatus, suspendMany } from "./user-actions.server.ts";

afterAll(closeRateLimiters);

describe("suspending a user", () => {
  it("ends every open session at once, and lets in again once activated", async () => {
    const { staff, context, user } = await userAndStaff({ password: "secret" });
    const device = await signInDevice(context, user);
    expect(await device.isSignedIn()).toBe(true);
    await setUserStatus(staff, { id: user.id, isActive: false });
    expect(await device.isSignedIn()).toBe(false);
    expect(await context.em.fork().count(Session, { user: user.id })).toBe(0);
    // Each attempt is a separate request.
    const enter = () =>
      signIn({ ...context, em: context.em.fork() }, new Request("http://shop.test/login"), {
        audience: "customer",
        username: user.username,
        password: "secret",
      });
    await expect(enter()).toBeRefused("forbidden");
    await setUserStatus(staff, { id: user.id, isActive: true });
    await expect(enter()).resolves.toBeTruthy();
    expect(await device.isSignedIn()).toBe(false);
  });

  it("does the same from the edit form", async () => {
    const { staff, context, user } = await userAndStaff();
    const device = await signInDevice(context, user);
    await editUser(staff, { id: user.id, changes: { isActive: false } });
    expect(await device.isSignedIn()).toBe(false);
    expect(await context.em.fork().count(Session, { user: user.id })).toBe(0);
  });

  it("is refused for oneself and for unknown users", async () => {
    const { staff, administrator } = await userAndStaff();
    await expect(setUserStatus(staff, { id: administrator.id, isActive: false })).toBeRefused("forbidden", {
      message: "You cannot suspend your own account.",
    });
    await expect(setUserStatus(staff, { id: 2_000_000_000, isActive: false })).toBeRefused("not_found");
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

describe("the ticked users", () => {
  function formOf(ids: readonly number[]): FormData {
    const form = new FormData();
    for (const id of ids) form.append("user", String(id));
    return form;
  }

  it("are suspended and activated again, each with its sessions", async () => {
    const { staff, context, user } = await userAndStaff();
    const other = await makeUser(context);
    const device = await signInDevice(context, user);
    expect(await messageAfter(suspendMany, staff, formOf([user.id, other.id]))).toMatchObject({
      title: "2 users suspended",
      description: `${user.name}, ${other.name}.`,
    });
    expect(await device.isSignedIn()).toBe(false);
    const isActive = async (id: number) => (await context.em.fork().findOneOrFail(User, id)).isActive;
    expect([await isActive(user.id), await isActive(other.id)]).toEqual([false, false]);
    expect(await messageAfter(activateMany, staff, formOf([user.id]))).toMatchObject({
      title: "1 user activated",
    });
    expect(await isActive(user.id)).toBe(true);
  });

  it("keep none back for one that is refused: oneself, and one that is suspended already", async () => {
    const { staff, administrator, context, user } = await userAndStaff();
    const suspended = await makeUser(context, { isActive: false });
    const ids = [administrator.id, user.id, suspended.id];
    await expect(postForm(staff, "users.suspendMany", formOf(ids))).toBeRefused("conflict", {
      message: `2 were not suspended. Done: ${user.name}.`,
      fields: {
        user: expect.arrayContaining([
          `${administrator.name}: You cannot suspend your own account.`,
          `${suspended.name}: This account is suspended already.`,
        ]),
      },
    });
  });

  it("are left alone by who may not edit users, and an administrator by who is none", async () => {
    const { administrator, context, user } = await userAndStaff();
    const packer = asUser(context, await makeUser(context, { role: "packer" }));
    await expect(suspendMany(packer, { user: [user.id] })).toBeRefused("forbidden");
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    await expect(suspendMany(manager, { user: [administrator.id] })).rejects.toMatchObject({});
    expect((await context.em.fork().findOneOrFail(User, administrator.id)).isActive).toBe(true);
  });
});
