import { expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import { saveSettings, saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { signInDevice } from "#server/testing/users.ts";
import { endStaffTwoFactor } from "./user-actions.server.ts";

const password = "the password of Ada";

const context = await testContext({ clock: { now: () => new Date() } });
const ada = await makeUser(context, { role: "administrator", name: "Ada Admin", password });
const administrator = (await signInDevice(context, ada)).context;

const isRequired = async () => (await readSettings(administrator.em.fork())).staffTwoFactor;

it("is not switched off with other settings, by a form or a script", async () => {
  const refused = { code: "validation_failed", fields: { staffTwoFactor: [expect.any(String)] } };
  const values = { staffTwoFactor: false };
  const ofTab = { tab: "General" as const, seenVersion: 0, values };
  await expect(saveSettings(administrator, ofTab)).rejects.toMatchObject(refused);
  await expect(saveSomeSettings(administrator, { values })).rejects.toMatchObject(refused);
  const script: Context = {
    ...administrator,
    em: administrator.em.fork(),
    actor: { kind: "api-key", id: 1, name: "Script", permissions: ["settings.edit"] },
  };
  await expect(saveSomeSettings(script, { values })).rejects.toMatchObject(refused);
  await expect(endStaffTwoFactor(script, { currentPassword: password })).rejects.toThrow();
  expect(await isRequired()).toBe(true);
});

it("asks for the password, ends it, and tells every administrator by mail", async () => {
  const other = await makeUser(administrator, { role: "administrator", name: "Olwen Owner" });
  const manager = await makeUser(administrator, { role: "shop_manager" });
  for (const currentPassword of [undefined, "another"]) {
    await expect(endStaffTwoFactor(administrator, { currentPassword })).rejects.toMatchObject({
      fields: { currentPassword: [expect.any(String)] },
    });
  }
  expect(await isRequired()).toBe(true);
  await endStaffTwoFactor(administrator, { currentPassword: password });
  expect(await isRequired()).toBe(false);
  const [mail] = await mailsTo(administrator, other.email);
  expect(mail?.text).toContain("Ada Admin switched off");
  expect(await mailsTo(administrator, manager.email)).toEqual([]);
});
