import type { ActionFunctionArgs } from "@remix-run/node";
import { afterAll, describe, expect, it } from "vitest";
import { readNotice } from "#server/http/notice.server.ts";
import { closeRateLimiters, rateLimits } from "#server/http/rate-limit.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import { action as signInAsStaff } from "../staff/admin-login.tsx";
import { action as changeSettings } from "./account-settings.tsx";
import { action as saveDashboardProfile } from "./customer-dashboard.tsx";
import { action as askForReset } from "./forgot-password.tsx";
import { action as signIn } from "./login.tsx";
import { action as signOut } from "./logout.ts";
import { action as register } from "./register.tsx";
import { action as resetPassword } from "./reset-password.tsx";

/* What the forms of accounts say when they are done, and when they are refused (spec section 8). */

afterAll(closeRateLimiters);

type Action = (given: ActionFunctionArgs) => Promise<unknown>;

async function answerTo(action: Action, form: Record<string, string>, cookie?: string): Promise<unknown> {
  const request = new Request("http://127.0.0.1:3000/account", {
    method: "POST",
    headers: cookie ? { Cookie: cookie } : {},
    body: new URLSearchParams(form),
  });
  return action({ request, params: {}, context: {} });
}

/** The toast on the page that an action leads to, and that page. */
async function noticeOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error("the form was refused");
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const next = new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie.join("; ") } });
  return { ...(await readNotice(next)), to: answer.headers.get("location") };
}

const refusal = (title: string, message: unknown = expect.any(String)) => ({
  data: { refusal: { title, message } },
});

const password = "sunny-day";

describe("signing in and out", () => {
  it("succeeds with 'Login successful', customers on to /account, staff to /admin, and 'Logged Out' again", async () => {
    const context = await testContext();
    const { username } = await makeUser(context, { password });
    const signedIn = await answerTo(signIn, { username, password });
    expect(await noticeOf(signedIn)).toMatchObject({ title: "Login successful", to: "/account" });
    const { email } = await makeUser(context, { password, role: "administrator" });
    const staff = await answerTo(signInAsStaff, { email, password });
    expect(await noticeOf(staff)).toMatchObject({ title: "Login successful", to: "/admin" });
    const out = await answerTo(signOut, {}, await cookieFor("customer"));
    expect(await noticeOf(out)).toMatchObject({ kind: "success", title: "Logged Out" });
  });

  it("fails with the words of each door", async () => {
    expect(await answerTo(signIn, { username: "nobody", password })).toMatchObject(
      refusal("Login Failed", "Invalid credentials. Please try again."),
    );
    expect(await answerTo(signInAsStaff, { email: "nobody@example.com", password })).toMatchObject(
      refusal("Login failed", "Invalid email or password"),
    );
  });
});

it("registering says 'Account Created!' or 'Registration Failed'", async () => {
  const form = {
    name: "Ada Field",
    email: "ada.field@example.com",
    username: "ada.field",
    password,
    confirmPassword: password,
  };
  expect(await noticeOf(await answerTo(register, form))).toMatchObject({
    title: "Account Created!",
    to: "/register?sent",
  });
  expect(await answerTo(register, form)).toMatchObject(refusal("Registration Failed"));
});

it("a reset link that is not good says 'Password reset failed'", async () => {
  const form = { token: "x", newPassword: password, confirmPassword: password };
  expect(await answerTo(resetPassword, form)).toMatchObject(
    refusal("Password reset failed", "This password reset link is invalid or has expired."),
  );
});

describe("one's own profile and password", () => {
  it("is saved with 'Profile Updated', in the settings and on the dashboard", async () => {
    const cookie = await cookieFor("customer");
    const profile = { name: "Ada", email: "ada.own@example.com" };
    const saved = await answerTo(changeSettings, { intent: "profile", ...profile }, cookie);
    expect(await noticeOf(saved)).toMatchObject({ title: "Profile Updated" });
    const onDashboard = await answerTo(saveDashboardProfile, profile, cookie);
    expect(await noticeOf(onDashboard)).toMatchObject({ title: "Profile Updated" });
  });

  it("is refused with 'Password Change Failed'", async () => {
    const wrong = { currentPassword: "wrong", newPassword: password, confirmPassword: password };
    const answer = await answerTo(
      changeSettings,
      { intent: "password", ...wrong },
      await cookieFor("customer"),
    );
    expect(answer).toMatchObject(refusal("Password Change Failed"));
  });

  it("is refused with 'Update Failed' after too many changes of the address", async () => {
    const cookie = await cookieFor("customer");
    let answer: unknown;
    for (let count = 0; count <= rateLimits["forgot-password"].points; count++) {
      const profile = { name: "Ada", email: `ada.${count}@example.com` };
      answer = await answerTo(changeSettings, { intent: "profile", ...profile }, cookie);
    }
    expect(answer).toMatchObject(refusal("Update Failed"));
  });
});

it("too many reset links say 'Error', 'Failed to send reset email'", async () => {
  let answer: unknown;
  for (let count = 0; count <= rateLimits["forgot-password"].points; count++)
    answer = await answerTo(askForReset, { email: "nobody@example.com" });
  expect(answer).toMatchObject(refusal("Error", expect.stringMatching(/^Failed to send reset email/)));
});
