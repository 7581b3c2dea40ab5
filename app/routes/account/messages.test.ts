import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messages } from "#app/lib/messages.ts";
import { rateLimits } from "#server/access/limits.ts";
import { readNotice } from "#server/http/cookies.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { cookieFor } from "#server/testing/rest-caller.ts";
import * as staffLogin from "../staff/admin-login.tsx";
import * as settings from "./account-settings.tsx";
import * as dashboard from "./customer-dashboard.tsx";
import * as forgotPassword from "./forgot-password.tsx";
import * as login from "./login.tsx";
import * as logout from "./logout.ts";
import * as registration from "./register.tsx";
import * as reset from "./reset-password.tsx";

/* What the account forms say on success, and when they are refused. */

type Action = (args: ActionFunctionArgs) => Promise<unknown>;

async function resultOf(action: Action, form: Record<string, string>, cookie?: string): Promise<unknown> {
  const request = new Request("http://127.0.0.1:3000/account", {
    method: "POST",
    headers: cookie ? { Cookie: cookie } : {},
    body: new URLSearchParams(form),
  });
  return action({ request, params: {}, context: {} });
}

/** The page that an action redirects to, and its toast. */
async function noticeOf(result: unknown) {
  if (!(result instanceof Response)) throw new Error("the form was refused");
  const cookie = result.headers.getSetCookie().map((line) => line.split(";")[0]);
  const next = new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie.join("; ") } });
  return { ...(await readNotice(next)), to: result.headers.get("location") };
}

const refusal = (title: string, message: unknown = expect.any(String)) => ({
  data: { refusal: { title, message } },
});

const password = "sunny-day";

describe("signing in and out", () => {
  it("succeeds with 'Login successful', customers on to /account, staff to /admin, and 'Logged Out' again", async () => {
    const context = await testContext();
    const { username } = await makeUser(context, { password });
    const signedIn = await resultOf(login.action, { username, password });
    expect(await noticeOf(signedIn)).toMatchObject({ title: "Login successful", to: "/account" });
    const { email } = await makeUser(context, { password, role: "administrator" });
    const staff = await resultOf(staffLogin.action, { email, password });
    expect(await noticeOf(staff)).toMatchObject({ title: "Login successful", to: "/admin" });
    const out = await resultOf(logout.action, {}, await cookieFor("customer"));
    expect(await noticeOf(out)).toMatchObject({ kind: "success", title: "Logged Out" });
  });

  it("fails with the message of each screen", async () => {
    expect(await resultOf(login.action, { username: "nobody", password })).toMatchObject(
      refusal("Login Failed", "Invalid credentials. Please try again."),
    );
    expect(await resultOf(staffLogin.action, { email: "nobody@example.com", password })).toMatchObject(
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
  expect(await noticeOf(await resultOf(registration.action, form))).toMatchObject({
    title: "Account Created!",
    // True of every address: of one that has orders already, the mail says that what was typed is not used.
    description: "Please check your email: it says how to go on.",
    to: "/register?sent",
  });
  expect(await resultOf(registration.action, form)).toMatchObject(refusal("Registration Failed"));
});

it("a reset link that is not good says 'Password reset failed'", async () => {
  const form = { token: "x", newPassword: password, confirmPassword: password };
  expect(await resultOf(reset.action, form)).toMatchObject(
    refusal("Password reset failed", "This password reset link is invalid or has expired."),
  );
});

describe("one's own profile and password", () => {
  it("is saved with 'Profile Updated', in the settings and on the dashboard", async () => {
    const cookie = await cookieFor("customer", { password });
    const profile = { name: "Ada", email: "ada.own@example.com", currentPassword: password };
    const saved = await resultOf(settings.action, { intent: "profile", ...profile }, cookie);
    expect(await noticeOf(saved)).toMatchObject({ title: "Profile Updated" });
    const onDashboard = await resultOf(dashboard.action, profile, cookie);
    expect(await noticeOf(onDashboard)).toMatchObject({ title: "Profile Updated" });
  });

  it("is refused with 'Password Change Failed'", async () => {
    const wrong = { currentPassword: "wrong", newPassword: password, confirmPassword: password };
    const result = await resultOf(
      settings.action,
      { intent: "password", ...wrong },
      await cookieFor("customer"),
    );
    expect(result).toMatchObject(refusal("Password Change Failed"));
  });

  it("is refused with 'Update Failed' after too many changes of the address", async () => {
    const cookie = await cookieFor("customer");
    let result: unknown;
    for (let count = 0; count <= rateLimits["account-mail"].points; count++) {
      const profile = { name: "Ada", email: `ada.${count}@example.com` };
      result = await resultOf(settings.action, { intent: "profile", ...profile }, cookie);
    }
    expect(result).toMatchObject(refusal("Update Failed"));
  });
});

it("too many reset links say 'Error', 'Failed to send reset email'", async () => {
  let result: unknown;
  for (let count = 0; count <= rateLimits["forgot-password"].points; count++)
    result = await resultOf(forgotPassword.action, { email: "nobody@example.com" });
  expect(result).toMatchObject(refusal("Error", expect.stringMatching(/^Failed to send reset email/)));
});

describe("a form that is refused never comes back with a password", () => {
  const secret = "nobody else may read this";
  const both = { newPassword: secret, confirmPassword: `${secret}!` };
  it.each<[string, Action, Record<string, string>, "customer"?]>([
    ["signing in", login.action, { username: "nobody", password: secret }],
    ["staff who sign in", staffLogin.action, { email: "nobody@example.com", password: secret }],
    ["registering", registration.action, { email: "nobody", password: secret, confirmPassword: secret }],
    ["a new password by mail", reset.action, { token: "x", ...both }],
    ["a new password", settings.action, { intent: "password", currentPassword: secret, ...both }, "customer"],
    [
      "one's profile",
      settings.action,
      { intent: "profile", name: "Ada", email: "new@example.com", currentPassword: secret },
      "customer",
    ],
    ["two-factor sign-in", settings.action, { intent: "two-factor-begin", password: secret }, "customer"],
    ["leaving", settings.action, { intent: "erase", password: secret }, "customer"],
  ])("%s", async (_what, action, form, role) => {
    const result = await resultOf(action, form, role && (await cookieFor(role)));
    expect(result).toMatchObject({ data: { result: expect.anything() } });
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

describe("where no answer comes", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    messages.forget();
  });

  /** What a form's `clientAction` makes of a request without a response, in the shape of the server's responses. */
  async function unanswered(clientAction: (args: ClientActionFunctionArgs) => unknown, intent = "") {
    const request = new Request("http://127.0.0.1:3000/account", {
      method: "POST",
      body: new URLSearchParams({ intent }),
    });
    const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
    const result = await clientAction({ request, params: {}, serverAction });
    if (!(result instanceof Response)) throw new Error("an answer came");
    return { data: await result.json(), status: result.status };
  }

  it.each([
    ["signing in", login, "Login Failed", /^Invalid credentials\. Please try again\. .*not be reached/],
    ["staff signing in", staffLogin, "Login failed", /^Invalid email or password\. .*not be reached/],
    ["registering", registration, "Registration Failed", /^Something went wrong\. Please try again\.$/],
    ["a new password", reset, "Password reset failed", /^Failed to reset password$/],
    ["a reset link", forgotPassword, "Error", /^Failed to send reset email$/],
    ["the dashboard's profile", dashboard, "Update Failed", /^Please try again\.$/],
  ])("%s keeps its form and says so in its own words", async (_what, route, title, words) => {
    const result = await unanswered(route.clientAction);
    expect(result).toMatchObject(refusal(title, expect.stringMatching(words)));
  });

  it.each([
    ["profile", "Update Failed"],
    ["password", "Password Change Failed"],
  ])("the settings' form %s says '%s'", async (intent, title) => {
    expect(await unanswered(settings.clientAction, intent)).toMatchObject(refusal(title));
  });

  it("signing out says 'Logout Failed' and stays on the page", async () => {
    // Neither a redirect nor new data: there are none.
    expect(await unanswered(logout.clientAction)).toEqual({ data: null, status: 503 });
    expect(messages.list()).toMatchObject([{ kind: "error", title: "Logout Failed", open: true }]);
  });
});
