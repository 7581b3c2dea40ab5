import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { createUser } from "#server/customers/edit-user.server.ts";
import { page } from "#server/process/page.server.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink } from "#server/testing/mailed.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { cookieOf, signInDevice } from "#server/testing/users.ts";
import { createAdministrator } from "./create-administrator.server.ts";
import { changePassword, resetPassword, sendPasswordReset } from "./set-password.server.ts";

/* What staff need before they get their role's permissions, once others than this machine reach the shop. */

const good = "mahogany tuba lintel";
const weak = ["123456", "password1234", "P@ssw0rd1234!", "qwertyuiop12"];

beforeEach(() => vi.stubEnv("PUBLIC_URL", "https://shop.example"));
afterEach(() => vi.unstubAllEnvs());
afterAll(closeRateLimiters);

const refusedAt = (field: string) => ({
  code: "validation_failed",
  fields: { [field]: [expect.stringMatching(/at least 12 characters|easy to guess/)] },
});

const newcomer = (role: "customer" | "shop_manager", password: string) => ({
  name: "New Comer",
  email: `${crypto.randomUUID()}@example.com`,
  username: crypto.randomUUID(),
  password,
  role,
  currentPassword: good,
});

async function administrator(password = good) {
  const context = await testContext();
  const user = await makeUser(context, { role: "administrator", password });
  return { user, context: (await signInDevice(context, user)).context };
}

describe("a password of staff in a public shop", () => {
  it.each(weak)("is not %s: neither from the start, nor changed, nor reset", async (password) => {
    const { user, context } = await administrator();
    await expect(createUser(context, newcomer("shop_manager", password))).rejects.toMatchObject(
      refusedAt("password"),
    );
    await expect(
      changePassword(context, { currentPassword: good, newPassword: password }),
    ).rejects.toMatchObject(refusedAt("newPassword"));
    await sendPasswordReset(context, { email: user.email });
    const { token } = await mailedLink(context, "reset-password", user.email);
    await expect(resetPassword(context, { token, newPassword: password })).rejects.toMatchObject(
      refusedAt("newPassword"),
    );
    // The link still accepts a better one.
    await resetPassword(context, { token, newPassword: "kestrel anvil drizzle" });
  });

  it("is not made of the person's own names or the shop's", async () => {
    const { context } = await administrator();
    const named = { ...newcomer("shop_manager", "newcomer1234"), username: "newcomer" };
    await expect(createUser(context, named)).rejects.toMatchObject(refusedAt("password"));
  });

  it("may be anything of six characters for customers, and for staff whom only this machine reaches", async () => {
    const { context } = await administrator();
    await createUser(context, newcomer("customer", "123456"));
    vi.stubEnv("PUBLIC_URL", "");
    await createUser(context, newcomer("shop_manager", "123456"));
  });

  it("is a good one for the first administrator, too, wherever the shop runs", async () => {
    const { role: _, ...person } = newcomer("shop_manager", "password1234");
    vi.stubEnv("PUBLIC_URL", "");
    await expect(createAdministrator(await testContext(), person)).toBeRefused("validation_failed");
    await createAdministrator(await testContext(), { ...person, password: good });
  });
});

describe("staff of a public shop", () => {
  /** The actor of a request with this cookie. */
  const actorOf = async (cookie: string, path = "/admin") =>
    (await contextFor(new Request(`https://shop.example${path}`, { headers: { cookie } }), {})).actor;

  async function signedIn(password: string) {
    const user = await makeUser(await testContext(), { role: "administrator", password });
    return {
      user,
      signIn: () => callRest("POST", "/api/admin/login", { json: { email: user.email, password } }),
    };
  }

  it("with a weak password can sign in, but have a customer's permissions until they choose another", async () => {
    const { user, signIn } = await signedIn("123456");
    await turnOnTwoFactor(await testContext(), user);
    vi.stubEnv("PUBLIC_URL", "");
    // The second factor is not the subject here, but the REST call would need a code.
    await getOrm().em.fork().execute("delete from two_factor where user_id = ?", [user.id]);
    const before = await signIn();
    const cookie = cookieOf(before.headers.get("set-cookie") ?? "");
    expect(await actorOf(cookie)).toMatchObject({ role: "administrator" });

    vi.stubEnv("PUBLIC_URL", "https://shop.example");
    const after = cookieOf((await signIn()).headers.get("set-cookie") ?? "");
    expect(await actorOf(after)).toMatchObject({ role: "customer", mustFirst: "password" });

    const { context } = await signInDevice(await testContext(), user);
    await changePassword(context, { currentPassword: "123456", newPassword: good });
    await turnOnTwoFactor(context, user);
    const row = await getOrm().em.fork().findOneOrFail(User, user.id);
    expect(row.hasWeakPassword).toBe(false);
  });

  it("without a second factor are redirected from every staff page to its set-up, and nowhere else", async () => {
    const { user, signIn } = await signedIn(good);
    const cookie = cookieOf((await signIn()).headers.get("set-cookie") ?? "");
    expect(await actorOf(cookie)).toMatchObject({ role: "customer", mustFirst: "second-factor" });

    const opened = (path: string) =>
      page(async ({ context }) => context.actor)({
        request: new Request(`https://shop.example${path}`, { headers: { cookie } }),
        params: {},
        context: {},
      }).catch((thrown: unknown) => thrown);
    for (const path of ["/admin", "/admin/settings?tab=Tax", "/admin/users", "/shop-manager"]) {
      const response = await opened(path);
      expect(response, path).toBeInstanceOf(Response);
      if (!(response instanceof Response)) continue;
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe("/account/settings?tab=security");
    }
    expect(await opened("/account/settings?tab=security")).toMatchObject({ role: "customer" });
    expect(await opened("/admin/login")).toMatchObject({ role: "customer" });

    await turnOnTwoFactor(await testContext(), user);
    expect(await opened("/admin")).toMatchObject({ role: "administrator" });
  });

  it("need neither while only this machine reaches the shop", async () => {
    vi.stubEnv("PUBLIC_URL", "");
    const { signIn } = await signedIn("123456");
    const cookie = cookieOf((await signIn()).headers.get("set-cookie") ?? "");
    expect(await actorOf(cookie)).toMatchObject({ role: "administrator" });
  });
});
