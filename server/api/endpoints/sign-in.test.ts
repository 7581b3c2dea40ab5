import { generateSync } from "otplib";
import { beforeAll, describe, expect, it } from "vitest";
import { makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { cookieOf } from "#server/testing/users.ts";

const password = "correct horse battery";

beforeAll(() => {
  process.env.RATE_LIMIT_FACTOR = "0";
});

describe("POST /api/admin/login", () => {
  it("signs staff in with a cookie that the next calls know, until they sign out", async () => {
    const context = await testContext();
    const user = await makeUser(context, { role: "shop_manager", name: "Morgan", password });
    const login = await callRest("POST", "/api/admin/login", { json: { email: user.email, password } });
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({
      message: "Login successful",
      user: { id: user.id, name: "Morgan", role: "shop_manager" },
    });
    const setCookie = login.headers.get("set-cookie") ?? "";
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(setCookie).toMatch(/SameSite=Lax/i);

    const cookie = cookieOf(setCookie);
    const current = await callRest("GET", "/api/auth/user", { cookie });
    expect(current.body).toMatchObject({ id: user.id, email: user.email, totalLifetimeValue: 0 });
    expect((await callRest("GET", "/api/admin/orders", { cookie })).status).toBe(200);

    const logout = await callRest("POST", "/api/auth/logout", { cookie });
    expect(logout.body).toEqual({ message: "Logged Out" });
    // The cart as well: the next person at this browser must not see it.
    const cleared = logout.headers.getSetCookie();
    expect(cleared.map((header) => header.split("=", 1)[0]).sort()).toEqual(["cart", "session"]);
    for (const header of cleared) expect(header).toMatch(/Max-Age=0/i);
    expect((await callRest("GET", "/api/auth/user", { cookie })).status).toBe(401);
  });

  it("asks for a code where two-factor sign-in is on, and takes it once", async () => {
    const context = await testContext();
    const user = await makeUser(context, { role: "administrator", password });
    const secret = await turnOnTwoFactor(context, user);
    const json = { email: user.email, password };
    const without = await callRest("POST", "/api/admin/login", { json });
    expect(without.status).toBe(401);
    expect(without.body).toMatchObject({ code: "two_factor_required" });
    expect(without.headers.get("set-cookie")).toBeNull();
    const byName = { username: user.username, password };
    expect((await callRest("POST", "/api/auth/login", { json: byName })).body).toMatchObject({
      code: "two_factor_required",
    });

    const code = generateSync({ secret });
    const login = await callRest("POST", "/api/admin/login", { json: { ...json, code } });
    expect(login.status).toBe(200);
    const again = await callRest("POST", "/api/admin/login", { json: { ...json, code } });
    expect(again.body).toMatchObject({ code: "unauthenticated" });
  });
});

describe("POST /api/auth/logout", () => {
  it("does no harm when nobody is signed in", async () => {
    expect((await callRest("POST", "/api/auth/logout")).status).toBe(200);
  });
});
