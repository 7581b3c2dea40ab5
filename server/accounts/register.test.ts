import { afterAll, afterEach, describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { mailedLink, mailsTo, waitingJobs, writeRegistrationMails } from "#server/testing/mailed.ts";
import { register } from "./register.server.ts";
import { signIn } from "./sign-in.server.ts";

afterAll(closeRateLimiters);

let made = 0;
function registration(overrides: Partial<Parameters<typeof register>[1]> = {}) {
  made += 1;
  return {
    name: "Robin Register",
    email: `robin-${made}@example.com`,
    username: `robin-${made}`,
    password: "secret",
    emailOptIn: false,
    ...overrides,
  };
}

const accountOf = (context: Context, email: string) =>
  context.em.fork().findOne(User, { email }, { populate: ["passwordHash"] });

describe("registering", () => {
  it("opens an unverified customer account with a hashed password", async () => {
    const context = await testContext();
    const input = registration();
    await register(context, input);
    const user = await accountOf(context, input.email);
    expect(user).toMatchObject({
      role: "customer",
      isVerified: false,
      hasResearchAccess: false,
      isActive: true,
    });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it("mails a link to the verification page, in HTML and in text", async () => {
    const context = await testContext();
    const input = registration();
    await register(context, input);
    await writeRegistrationMails(context);
    const { url, email, token } = await mailedLink(context, "verify-email", input.email);
    expect(url.origin + url.pathname).toBe("http://shop.test/verify-email");
    expect(email).toBe(input.email);
    expect(token.length).toBeGreaterThan(40);
    const [mail] = await mailsTo(context, input.email);
    expect(mail?.html).toContain(token);
    // The reader may never have heard of the shop, so the mail contains no text of the person who entered the address.
    expect(mail?.html).not.toContain("Robin Register");
    expect(mail?.html).toContain("Hello,");
  });

  it("keeps no consent unless the box was ticked, and its wording when it was", async () => {
    const context = await testContext();
    const [silent, keen] = [registration(), registration({ emailOptIn: true })];
    await register(context, silent);
    await register(context, keen);
    expect(await accountOf(context, silent.email)).toMatchObject({ emailOptIn: false, emailConsentAt: null });
    expect(await accountOf(context, keen.email)).toMatchObject({
      emailOptIn: true,
      emailConsentAt: context.clock.now(),
      emailConsentSource: "registration",
      emailConsentWording: expect.stringContaining("unsubscribe"),
    });
  });

  it("lets nobody set a role or flag of their own", async () => {
    const context = await testContext();
    const input = { ...registration(), role: "administrator", isVerified: true };
    await register(context, input);
    expect(await accountOf(context, input.email)).toMatchObject({ role: "customer", isVerified: false });
  });

  it("refuses a taken username in any case, naming the field", async () => {
    const context = await testContext();
    const taken = await makeUser(context);
    await expect(register(context, registration({ username: taken.username.toUpperCase() }))).toBeRefused(
      "conflict",
      { fields: { username: ["This username is already taken"] } },
    );
  });

  it("answers a taken address like a free one, opens nothing and tells its owner", async () => {
    const context = await testContext();
    const owner = await makeUser(context, { password: "owners-password" });
    const again = registration({ email: owner.email.toUpperCase() });
    await expect(register(context, again)).resolves.toBeUndefined();
    expect(await context.em.fork().count(User, { username: again.username })).toBe(0);
    await writeRegistrationMails(context);
    const [mail, ...others] = await mailsTo(context, owner.email);
    expect([mail?.template, others]).toEqual(["account-exists", []]);
    expect(mail?.text).toMatch(/username and\s+password that were typed now\s+are not used/);
    await expect(
      signIn(context, new Request("http://shop.test/login"), {
        audience: "customer",
        username: owner.username,
        password: "secret",
      }),
    ).toBeRefused("unauthenticated");
  });

  it("tells the owner once an hour, however often a stranger tries", async () => {
    const context = await testContext();
    const owner = await makeUser(context, { password: "owners-password" });
    await register(context, registration({ email: owner.email }));
    await register(context, registration({ email: owner.email }));
    await writeRegistrationMails(context);
    expect(await mailsTo(context, owner.email)).toHaveLength(1);
  });

  it("leaves the mails of a new address and of a taken one to one and the same job", async () => {
    const context = await testContext();
    const { email } = await makeUser(context, { password: "owners-password" });
    await writeRegistrationMails(context);
    const fresh = registration();
    await register(context, fresh);
    await register(context, registration({ email }));
    const made = await accountOf(context, fresh.email);
    expect(await waitingJobs(context, "answer-registration")).toEqual([
      { email: fresh.email, madeId: made?.id },
      { email, madeId: null },
    ]);
    expect([...(await mailsTo(context, fresh.email)), ...(await mailsTo(context, email))]).toEqual([]);
  });

  it("mails nothing to an address whose account was deleted before the job ran", async () => {
    const context = await testContext();
    const input = registration();
    await register(context, input);
    await context.em.fork().nativeDelete(User, { email: input.email });
    await writeRegistrationMails(context);
    expect(await mailsTo(context, input.email)).toEqual([]);
  });

  it("mails a guest who has bought before the link to a first password", async () => {
    const context = await testContext();
    const guest = await makeUser(context, { isVerified: false });
    await register(context, registration({ email: guest.email }));
    await writeRegistrationMails(context);
    const [mail, ...others] = await mailsTo(context, guest.email);
    expect([mail?.template, others]).toEqual(["set-password", []]);
    expect(mail?.text).toMatch(/username and\s+password that were typed are not used/);
  });

  it("opens one account when the same name is registered twice at once", async () => {
    const input = registration();
    const other = { ...registration(), username: input.username };
    const outcomes = await Promise.allSettled([
      register(await testContext(), input),
      register(await testContext(), other),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "conflict" });
  });

  it("is refused with a clear message while the owner has switched it off", async () => {
    const context = await testContext({ settings: { customerRegistration: false } });
    await expect(register(context, registration())).toBeRefused("forbidden", {
      message: expect.stringContaining("Registration is closed"),
    });
  });
});

describe("the limit on registrations", () => {
  afterEach(() => {
    delete process.env.RATE_LIMIT_FACTOR;
  });

  it("holds back an address that registers without end", async () => {
    process.env.RATE_LIMIT_FACTOR = String(1 / 20);
    await closeRateLimiters();
    const context = await testContext({ clientAddress: "192.0.2.7" });
    await register(context, registration());
    await expect(register(context, registration())).toBeRefused("rate_limited");
    await closeRateLimiters();
  });
});
