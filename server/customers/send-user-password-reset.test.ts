import { afterAll, describe, expect, it } from "vitest";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { resetPassword } from "#server/accounts/set-password.server.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import { mailedLink, mailsTo } from "#server/testing/mailed.ts";
import { userAndStaff } from "#server/testing/users.ts";
import { sendUserPasswordReset } from "./user-actions.server.ts";

afterAll(closeRateLimiters);

describe("resetting a user's password", () => {
  it("mails the link to a new one, and says where to", async () => {
    const { staff, context, user } = await userAndStaff({ password: "secret" });
    expect(await sendUserPasswordReset(staff, user.id)).toEqual({ recipient: user.email });
    const { token } = await mailedLink(context, "reset-password", user.email);
    await resetPassword(context, { token, newPassword: "another" });
    const entered = signIn(context, new Request("http://shop.test/login"), {
      audience: "customer",
      username: user.username,
      password: "another",
    });
    await expect(entered).resolves.toBeTruthy();
  });

  it("mails a guest the link to their first", async () => {
    const { staff, context, user } = await userAndStaff();
    await sendUserPasswordReset(staff, user.id);
    expect((await mailsTo(context, user.email)).map(({ template }) => template)).toEqual(["set-password"]);
  });

  it("is refused while the account is suspended", async () => {
    const { staff, context, user } = await userAndStaff({ isActive: false, password: "secret" });
    await expect(sendUserPasswordReset(staff, user.id)).toBeRefused("conflict");
    expect(await mailsTo(context, user.email)).toEqual([]);
  });
});
