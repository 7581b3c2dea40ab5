import { afterAll, describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { systemContext } from "#server/process/request-context.server.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, writeRegistrationMails } from "#server/testing/mailed.ts";
import { callRest } from "#server/testing/rest-caller.ts";
import { cookieOf, cookieOfUser } from "#server/testing/users.ts";

afterAll(closeRateLimiters);

async function person(input: Parameters<typeof makeUser>[1] = {}) {
  const context = await testContext();
  const user = await makeUser(context, input);
  return { context, user, cookie: await cookieOfUser(user.id) };
}

describe("an account over REST", () => {
  it("is registered, verified once or often, and signed in to", async () => {
    const context = await testContext();
    const [email, username, password] = ["rest-journey@example.com", "rest-journey", "secret"];
    const registered = await callRest("POST", "/api/auth/register", {
      json: { email, name: "Rhea Rest", username, password },
    });
    expect(registered.status).toBe(201);
    expect(registered.headers.get("set-cookie")).toBeNull();

    await writeRegistrationMails(await systemContext());
    const link = await mailedLink(context, "verify-email", email);
    const address = `/api/auth/verify?${new URLSearchParams({ email, token: link.token })}`;
    await callRest("HEAD", address);
    expect(await context.em.fork().findOneOrFail(User, { email })).toMatchObject({ isVerified: false });
    for (let reading = 0; reading < 2; reading += 1) {
      const { status, body, headers } = await callRest("GET", address);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true });
      expect(headers.get("set-cookie")).toBeNull();
    }

    const { status, body, headers } = await callRest("POST", "/api/auth/login", {
      json: { username, password },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: "Login successful", user: { email, isVerified: true } });
    const cookie = cookieOf(headers.get("set-cookie") ?? "");
    expect((await callRest("GET", "/api/auth/user", { cookie })).body).toMatchObject({ username });
  });

  it("refuses a bad verification link with a message", async () => {
    expect(await callRest("GET", "/api/auth/verify?email=a@example.com&token=x")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("The verification link is invalid or has expired") },
    });
  });

  it("answers a change of profile with the changed user", async () => {
    const { cookie } = await person({ password: "secret" });
    const named = { name: "New Name", postalCode: "SY8 1AA", email: "patched@example.com" };
    const refused = await callRest("PATCH", "/api/auth/profile", { cookie, json: named });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { currentPassword: [expect.any(String)] } },
    });
    const json = { ...named, currentPassword: "secret" };
    expect(await callRest("PATCH", "/api/auth/profile", { cookie, json })).toMatchObject({
      status: 200,
      body: {
        user: { name: "New Name", postcode: "SY8 1AA", postalCode: "SY8 1AA" },
        pendingEmail: "patched@example.com",
      },
    });
  });
});

describe("GET /api/research/download", () => {
  it("gives a person with access the file, which no cache may keep", async () => {
    const { cookie } = await person({ hasResearchAccess: true });
    const { status, headers, body } = await callRest("GET", "/api/research/download", { cookie });
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="biochar-research-report.pdf"');
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(body).toBeInstanceOf(Uint8Array);
  });
});

describe("GET /api/account/export", () => {
  it("is a file with everything about the person who asks", async () => {
    const { user, cookie } = await person();
    const { headers, body } = await callRest("GET", "/api/account/export", { cookie });
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-.+\.json"$/);
    expect(body).toMatchObject({ account: { email: user.email } });
  });
});
