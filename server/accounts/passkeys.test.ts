import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Passkey, Session, type User } from "#db/entities/index.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import type { Role } from "#server/core/roles.ts";
import { resetTwoFactor } from "#server/customers/user-actions.server.ts";
import { makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, mailsTo } from "#server/testing/mailed.ts";
import { SoftAuthenticator } from "#server/testing/soft-authenticator.ts";
import { cookieOf, signInDevice } from "#server/testing/users.ts";
import type { Audience } from "./audience.ts";
import { eraseOwnAccount } from "./erase-account.server.ts";
import { exportMyData } from "./export-my-data.server.ts";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "./own-passkeys.server.ts";
import { renamePasskeySchema } from "./passkey.schema.ts";
import { resetPassword, sendPasswordReset } from "./set-password.server.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./sign-in-with-passkey.server.ts";
import { beginTwoFactor } from "./two-factor.server.ts";
import { withTwoFactorEnforced } from "./user-views.server.ts";

const publicUrl = "https://shop.example";
const password = "mahogany tuba lintel";
const here = { origin: publicUrl, rpId: "shop.example" };

let clock: ReturnType<typeof fixedClock>;
beforeEach(() => {
  clock = fixedClock("2026-03-02T12:00:00Z");
});
afterEach(() => vi.unstubAllEnvs());
afterAll(closeRateLimiters);

const contextHere = (more: Partial<Context> = {}) =>
  testContext({ clock, publicUrl, ...more } as Parameters<typeof testContext>[0]);

const asking = (cookie = "") =>
  new Request(`${publicUrl}/login`, { headers: { cookie, "user-agent": "Test Browser" } });

interface Person {
  user: User;
  context: Context;
}

async function makePerson(role: Role = "customer"): Promise<Person> {
  const user = await makeUser(await contextHere(), { role, password });
  return { user, context: (await signInDevice(await contextHere(), user)).context };
}

/** Requests a new passkey and lets the device make it: what the browser would send back. */
async function made({ context }: Person, device: SoftAuthenticator, page: Partial<typeof here> = {}) {
  const { options, cookieHeader } = await beginPasskey(context, asking(), { name: "My phone", password });
  const response = device.make({ ...here, ...page, challenge: options.challenge }, options.user.id);
  return { response, request: asking(cookieOf(cookieHeader)) };
}

async function addTo(person: Person, device = new SoftAuthenticator()): Promise<SoftAuthenticator> {
  const { response, request } = await made(person, device);
  await addPasskey(person.context, request, response);
  return device;
}

/** Starts a sign-in in an unknown browser. */
async function begun(context?: Context) {
  const visitor = context ?? (await contextHere());
  const { options, cookieHeader } = await beginPasskeySignIn(visitor, asking());
  return { page: { ...here, challenge: options.challenge }, request: asking(cookieOf(cookieHeader)) };
}

async function signIn(device: SoftAuthenticator, audience: Audience = "customer") {
  const { page, request } = await begun();
  return signInWithPasskey(await contextHere(), request, { audience, signed: device.sign(page) });
}

const unauthenticated = { code: "unauthenticated" };

describe("adding a passkey", () => {
  it("requires the password, stores name and key, mails the owner, and then signs in on the right screen", async () => {
    const person = await makePerson();
    await expect(beginPasskey(person.context, asking(), { name: "My phone", password: "wrong" })).toBeRefused(
      "validation_failed",
      { fields: { password: expect.anything() } },
    );
    const device = await addTo(person);
    expect(await listPasskeys(person.context)).toMatchObject([{ name: "My phone", lastUsedAt: null }]);
    const mails = await mailsTo(person.context, person.user.email);
    expect(mails.map(({ template }) => template)).toContain("passkey-changed");

    expect((await signIn(device)).actor.id).toBe(person.user.id);
    expect((await listPasskeys(person.context))[0]?.lastUsedAt).toBe(clock.now().toISOString());
    await expect(signIn(device, "staff")).rejects.toMatchObject(unauthenticated);
  });

  it("asks for the code where two-factor sign-in is on, which the passkey then stands in for", async () => {
    const person = await makePerson();
    await turnOnTwoFactor(person.context, person.user);
    await expect(made(person, new SoftAuthenticator())).toBeRefused("validation_failed", {
      fields: { code: expect.anything() },
    });
    const without = await makePerson();
    const device = await addTo(without);
    await turnOnTwoFactor(without.context, without.user);
    expect((await signIn(device)).actor.id).toBe(without.user.id);
  });

  it("refuses what was made on another site, without finger or PIN, too late, or for another challenge", async () => {
    const person = await makePerson();
    const refused = { code: "validation_failed" };
    for (const elsewhere of [{ origin: "https://shop.example.evil.example" }, { rpId: "evil.example" }]) {
      const { response, request } = await made(person, new SoftAuthenticator(), elsewhere);
      await expect(addPasskey(person.context, request, response)).rejects.toMatchObject(refused);
    }
    const { request } = await made(person, new SoftAuthenticator());
    const { options, cookieHeader } = await beginPasskey(person.context, asking(), { name: "x", password });
    const page = { ...here, challenge: options.challenge };
    const touched = new SoftAuthenticator().make(page, options.user.id, { unverified: true });
    const own = asking(cookieOf(cookieHeader));
    await expect(addPasskey(person.context, own, touched)).rejects.toMatchObject(refused);
    const good = new SoftAuthenticator().make(page, options.user.id);
    await expect(addPasskey(person.context, request, good)).rejects.toMatchObject(refused);
    clock.advance(5 * 60_000);
    await expect(addPasskey(person.context, own, good)).toBeRefused("conflict");
    expect(await listPasskeys(person.context)).toEqual([]);
  });

  it("accepts a response once, only from the person it challenged, and no passkey twice", async () => {
    const person = await makePerson();
    const other = await makePerson();
    const device = new SoftAuthenticator();
    const { response, request } = await made(person, device);
    await expect(addPasskey(other.context, request, response)).toBeRefused("validation_failed");
    await addPasskey(person.context, request, response);
    await expect(addPasskey(person.context, request, response)).toBeRefused("conflict");
    const again = await made(other, device);
    await expect(addPasskey(other.context, again.request, again.response)).toBeRefused("conflict");
    expect(await listPasskeys(other.context)).toEqual([]);
  });
});

describe("signing in with a passkey", () => {
  it("is refused on another site's page, without finger or PIN, and for another challenge", async () => {
    const device = await addTo(await makePerson());
    for (const deviation of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "c29tZXRoaW5nLWVsc2U" },
    ]) {
      const { page, request } = await begun();
      const signed = device.sign({ ...page, ...deviation });
      await expect(
        signInWithPasskey(await contextHere(), request, { audience: "customer", signed }),
      ).rejects.toMatchObject(unauthenticated);
    }
    const { page, request } = await begun();
    await expect(
      signInWithPasskey(await contextHere(), request, {
        audience: "customer",
        signed: device.sign(page, { unverified: true }),
      }),
    ).rejects.toMatchObject(unauthenticated);
  });

  it("accepts a response once, in the challenged browser, before it expires", async () => {
    const device = await addTo(await makePerson());
    const { page, request } = await begun();
    const signed = device.sign(page);
    const input = { audience: "customer", signed } as const;
    await expect(signInWithPasskey(await contextHere(), asking(), input)).toBeRefused("conflict");
    await signInWithPasskey(await contextHere(), request, input);
    const replayed = await signInWithPasskey(await contextHere(), request, input).catch((error) => error);
    expect(["conflict", "unauthenticated"]).toContain(replayed.code);
    // The same for a device without a counter: only the challenge shows that it was used.
    const late = await begun();
    clock.advance(5 * 60_000);
    await expect(
      signInWithPasskey(await contextHere(), late.request, {
        audience: "customer",
        signed: device.sign(late.page),
      }),
    ).toBeRefused("conflict");
  });

  it("takes one of two answers to one challenge that come at the same time, also from a device that counts nothing", async () => {
    const device = await addTo(await makePerson());
    device.counter = -1;
    const { page, request } = await begun();
    const signed = device.sign(page);
    const both = await Promise.allSettled(
      [1, 2].map(async () =>
        signInWithPasskey(await contextHere(), request, { audience: "customer", signed }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("refuses a copy of the device, whose counter falls behind", async () => {
    const device = await addTo(await makePerson());
    await signIn(device);
    await signIn(device);
    device.counter = 1;
    await expect(signIn(device)).rejects.toMatchObject(unauthenticated);
    device.counter = 0;
    await expect(signIn(device)).rejects.toMatchObject(unauthenticated);
    device.counter = 2;
    await signIn(device);
  });

  it("opens nobody else's account: neither by another's handle, nor another's key, nor an unknown one", async () => {
    const person = await makePerson();
    const other = await makePerson();
    const device = await addTo(person);
    const others = await addTo(other);
    const { page, request } = await begun();
    const strange = device.sign(page, {
      userHandle: Buffer.from(String(other.user.id)).toString("base64url"),
    });
    const swapped = { ...device.sign(page), id: others.sign(page).id, rawId: others.sign(page).id };
    for (const signed of [strange, swapped, new SoftAuthenticator().sign(page)]) {
      await expect(
        signInWithPasskey(await contextHere(), request, { audience: "customer", signed }),
      ).rejects.toMatchObject(unauthenticated);
    }
  });

  it("is limited by address, tells suspended people so, and does not open erased accounts", async () => {
    const person = await makePerson();
    const device = await addTo(person);
    const from = { clientAddress: "203.0.113.77" };
    for (let tried = 0; tried < 30; tried += 1) {
      const { page, request } = await begun();
      const signed = new SoftAuthenticator().sign(page);
      await expect(
        signInWithPasskey(await contextHere(from), request, { audience: "customer", signed }),
      ).rejects.toMatchObject(unauthenticated);
    }
    const { page, request } = await begun();
    const signed = device.sign(page);
    await expect(
      signInWithPasskey(await contextHere(from), request, { audience: "customer", signed }),
    ).toBeRefused("rate_limited");

    const em = person.context.em.fork();
    await em.execute("update user_account set is_active = false where id = ?", [person.user.id]);
    await expect(signIn(device)).toBeRefused("forbidden");
    await em.execute("update user_account set is_active = true where id = ?", [person.user.id]);
    await eraseOwnAccount(person.context, { password });
    expect(await em.count(Passkey, { user: person.user.id })).toBe(0);
    await expect(signIn(device)).rejects.toMatchObject(unauthenticated);
  });
});

describe("a passkey", () => {
  it("is removed only by its owner, with the password and a mail; it opens nothing afterwards", async () => {
    const person = await makePerson();
    const other = await makePerson();
    const device = await addTo(person);
    const [passkey] = await listPasskeys(person.context);
    const passkeyId = passkey?.id ?? 0;
    await expect(removePasskey(other.context, { passkeyId, password })).toBeRefused("not_found");
    await expect(removePasskey(person.context, { passkeyId, password: "wrong" })).toBeRefused(
      "validation_failed",
    );
    await removePasskey(person.context, { passkeyId, password });
    await expect(signIn(device)).rejects.toMatchObject(unauthenticated);
    const mails = await mailsTo(person.context, person.user.email);
    expect(mails.filter(({ template }) => template === "passkey-changed")).toHaveLength(2);
  });

  it("is called what its owner calls it, and by nobody else", async () => {
    const person = await makePerson();
    const other = await makePerson();
    const device = await addTo(person);
    const passkeyId = (await listPasskeys(person.context))[0]?.id ?? 0;
    const rename = { passkeyId, name: "Kitchen tablet" };
    await expect(renamePasskey(other.context, rename)).toBeRefused("not_found");
    await expect(renamePasskey(await contextHere(), rename)).rejects.toMatchObject(unauthenticated);
    await renamePasskey(person.context, rename);
    expect(await listPasskeys(person.context)).toMatchObject([{ name: "Kitchen tablet" }]);
    expect((await signIn(device)).actor.id).toBe(person.user.id);
    for (const name of ["", "   ", "x".repeat(101)]) {
      expect(renamePasskeySchema.safeParse({ passkeyId, name }).success).toBe(false);
    }
  });

  it("is in the export of one's data by name and dates, without its key", async () => {
    const person = await makePerson();
    await addTo(person);
    const exported = await exportMyData(person.context);
    expect(exported.passkeys).toEqual([{ name: "My phone", addedAt: clock.now(), lastUsedAt: null }]);
  });

  it("ends with a reset of the password, which anyone who added it may have known; with a code it stays", async () => {
    const reset = async (person: Person) => {
      await sendPasswordReset(person.context, { email: person.user.email });
      const { token } = await mailedLink(person.context, "reset-password", person.user.email);
      await resetPassword(person.context, { token, newPassword: "kestrel anvil drizzle" });
    };
    const customer = await makePerson();
    const ended = await addTo(customer);
    await reset(customer);
    await expect(signIn(ended)).rejects.toMatchObject(unauthenticated);

    const careful = await makePerson();
    const passkey = await addTo(careful);
    await turnOnTwoFactor(careful.context, careful.user);
    await reset(careful);
    expect((await signIn(passkey)).actor.id).toBe(careful.user.id);

    vi.stubEnv("PUBLIC_URL", publicUrl);
    const manager = await makePerson("shop_manager");
    const factor = await addTo(manager);
    await reset(manager);
    expect((await signIn(factor, "staff")).actor.id).toBe(manager.user.id);
  });

  it("is taken off by an administrator with the other second factors", async () => {
    const administrator = await makePerson("administrator");
    const person = await makePerson("shop_manager");
    const device = await addTo(person);
    await resetTwoFactor(administrator.context, person.user.id);
    await expect(signIn(device, "staff")).rejects.toMatchObject(unauthenticated);
  });
});

describe("as the second factor of staff in a public shop, a passkey", () => {
  beforeEach(() => vi.stubEnv("PUBLIC_URL", publicUrl));

  /** The actor of a request in this session. */
  const enforced = async ({ context }: Person) =>
    withTwoFactorEnforced(context.em.fork(), context.settings, context.actor);

  it("opens what staff may do, as soon as it is added and at each sign-in with it", async () => {
    const person = await makePerson("administrator");
    expect(await enforced(person)).toMatchObject({ role: "customer", mustFirst: "second-factor" });
    const device = await addTo(person);
    expect(await enforced(person)).toMatchObject({ role: "administrator" });
    const { actor } = await signIn(device, "staff");
    expect(await enforced({ user: person.user, context: { ...person.context, actor } })).toMatchObject({
      role: "administrator",
    });
  });

  it("cannot be gone around with a stolen password: that session gets no other factor and takes none away", async () => {
    const person = await makePerson("administrator");
    await addTo(person);
    const { context } = await signInDevice(await contextHere(), person.user);
    const actor = await enforced({ user: person.user, context });
    expect(actor).toMatchObject({ role: "customer", mustFirst: "passkey" });
    const thief = { ...context, actor };
    const forbidden = { code: "forbidden" };
    await expect(beginPasskey(thief, asking(), { name: "mine", password })).rejects.toMatchObject(forbidden);
    await expect(beginTwoFactor(thief, { password })).rejects.toMatchObject(forbidden);
    const [passkey] = await listPasskeys(thief);
    await expect(removePasskey(thief, { passkeyId: passkey?.id ?? 0, password })).rejects.toMatchObject(
      forbidden,
    );
  });

  it("no longer counts once it is removed, whatever the session began with", async () => {
    const person = await makePerson("administrator");
    await addTo(person);
    const [passkey] = await listPasskeys(person.context);
    await removePasskey(person.context, { passkeyId: passkey?.id ?? 0, password });
    expect(await person.context.em.fork().count(Session, { user: person.user.id, byPasskey: true })).toBe(1);
    expect(await enforced(person)).toMatchObject({ role: "customer", mustFirst: "second-factor" });
  });
});
