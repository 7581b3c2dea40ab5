import { generateSync } from "otplib";
import { afterAll, describe, expect, it } from "vitest";
import {
  AccountToken,
  ApiKey,
  Passkey,
  PendingSignIn,
  RecoveryCode,
  Session,
  TwoFactor,
  User,
} from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { editUser } from "#server/customers/edit-user.server.ts";
import { resetTwoFactor, setUserStatus } from "#server/customers/user-actions.server.ts";
import { asUser, makeUser, testContext, turnOnTwoFactor } from "#server/testing/factories.ts";
import { mailedLink, writeEmailChanges } from "#server/testing/mailed.ts";
import { SoftAuthenticator } from "#server/testing/soft-authenticator.ts";
import { cookieOf, type Device, STAFF_PASSWORD, signInDevice } from "#server/testing/users.ts";
import { accountTokenPurposes } from "./account-links.ts";
import { undoEmailChange } from "./change-email.server.ts";
import { closeKnownSignIns } from "./demo-accounts.server.ts";
import { DEMO_PASSWORD } from "./demo-sign-ins.ts";
import { type AccessAct, type AccessEnd, accessEnds } from "./end-access.server.ts";
import { eraseAccount, eraseOwnAccount } from "./erase-account.server.ts";
import { addPasskey, beginPasskey, removePasskey } from "./own-passkeys.server.ts";
import { updateProfile } from "./own-profile.server.ts";
import { issueAccountToken, sendVerification } from "./send-verification.server.ts";
import { startSession } from "./sessions.server.ts";
import { changePassword, resetPassword, sendPasswordReset } from "./set-password.server.ts";
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, readTwoFactor } from "./two-factor.server.ts";
import { takeAccountOver, verifyEmail } from "./verify-email.server.ts";

afterAll(closeRateLimiters);

const password = "her own password";
const publicUrl = "https://shop.example";
const fresh = () => getOrm().em.fork();

interface Opened {
  context: Context;
  staff: Context;
  user: User;
  /** The device on which the owner acts. */
  device: Device;
  elsewhere: { password: Device; passkey: Device };
  passkeyId: number;
  /** The code that the owner's app shows. */
  code(): string;
}

interface Arrangement extends Opened {
  /** Ids by purpose. */
  links: Map<string, number>;
}

/** An account with every means of access. */
async function accountWithAllAccess(input: Parameters<typeof makeUser>[1] = {}): Promise<Arrangement> {
  const context = await testContext({ publicUrl });
  const administrator = await makeUser(context, { role: "administrator", password: STAFF_PASSWORD });
  const user = await makeUser(context, { password, ...input });
  const device = await signInDevice(context, user);
  const elsewhere = {
    password: await signInDevice(context, user),
    passkey: await signInDevice(context, user),
  };
  const now = context.clock.now();
  const later = new Date(now.getTime() + 3_600_000);
  const em = fresh();
  await em.nativeUpdate(Session, { id: elsewhere.passkey.sessionId }, { byPasskey: true });
  const passkeyId = await em.insert(Passkey, {
    user: user.id,
    name: "Old phone",
    credentialId: user.username,
    publicKey: "x",
  });
  const secret = await turnOnTwoFactor(context, user);
  await em.insert(RecoveryCode, { user: user.id, codeHash: "x" });
  await em.insert(ApiKey, {
    name: user.username,
    tokenHash: user.username,
    beginning: "oxb_",
    permissions: [],
    maker: user.id,
    expiresAt: new Date("2030-01-01"),
  });
  await em.insert(PendingSignIn, {
    user: user.id,
    tokenHash: user.username,
    passwordMark: "x",
    audience: "customer",
    createdAt: now,
    expiresAt: later,
  });
  const links = new Map<string, number>();
  for (const purpose of accountTokenPurposes) {
    const owner = await em.findOneOrFail(User, user.id);
    links.set(purpose, (await issueAccountToken(em, { user: owner, purpose, email: user.email, now })).id);
  }
  return {
    ...{ context, staff: asUser(context, administrator), user, device, elsewhere, passkeyId, links },
    code: () => generateSync({ secret, epoch: now.getTime() / 1000 }),
  };
}

/** The means of access that still work, in the terms of the table. */
async function endedOf({ user, device, elsewhere, links, passkeyId }: Arrangement): Promise<AccessEnd> {
  const em = fresh();
  const [own, byPassword, byPasskey] = await Promise.all(
    [device, elsewhere.password, elsewhere.passkey].map((one) => one.isSignedIn()),
  );
  const left = new Set((await em.find(AccountToken, { user: user.id })).map(({ id }) => id));
  const stay = [own, byPassword, byPasskey].map((is) => (is ? "stays" : "ends")).join(" ");
  const sessions = (
    {
      "ends ends ends": "all",
      "stays ends ends": "elsewhere",
      "stays stays ends": "elsewhere by passkey",
      "stays stays stays": "none",
    } as const
  )[stay];
  if (!sessions) throw new Error(`of the sessions own, by password, by passkey: ${stay}`);
  const pending = await em.count(PendingSignIn, { user: user.id });
  expect(pending).toBe(sessions === "all" || sessions === "elsewhere" ? 0 : 1);
  const passkeys = await em.count(Passkey, { id: passkeyId });
  const codes = await em.count(TwoFactor, { user: user.id, confirmedAt: { $ne: null } });
  return {
    sessions,
    apiKeys: (await em.count(ApiKey, { maker: user.id, revokedAt: null })) === 0,
    links: [...links].flatMap(([purpose, id]) => (left.has(id) ? [] : [purpose])) as AccessEnd["links"],
    secondFactors: passkeys === 0 && codes === 0,
  };
}

async function moveOwn({ context, device, user, code }: Opened): Promise<void> {
  const email = `new-${user.email}`;
  await updateProfile(device.context, { email, currentPassword: password, code: code() });
  await writeEmailChanges(context);
  await verifyEmail(device.context, await mailedLink(context, "confirm-email", email));
}

async function undo(opened: Opened): Promise<void> {
  const { context, staff, user } = opened;
  const changes = { email: `moved-${user.email}`, currentPassword: STAFF_PASSWORD };
  await editUser(staff, { id: user.id, changes });
  await undoEmailChange(context, await mailedLink(context, "email-changed", user.email));
}

async function addOne({ device, code }: Opened): Promise<void> {
  const requestWith = (cookie: string) =>
    new Request(`${publicUrl}/account/passkeys`, { headers: { cookie } });
  const input = { name: "New phone", password, code: code() };
  const { options, cookieHeader } = await beginPasskey(device.context, requestWith(""), input);
  const page = { origin: publicUrl, rpId: "shop.example", challenge: options.challenge };
  const made = new SoftAuthenticator().make(page, options.user.id);
  await addPasskey(device.context, requestWith(cookieOf(cookieHeader)), made);
}

async function turnOn({ context, device, user }: Opened): Promise<void> {
  await fresh().nativeDelete(TwoFactor, { user: user.id });
  await beginTwoFactor(device.context, { password });
  const view = await readTwoFactor(device.context);
  if (view.state !== "begun") throw new Error(`the set-up is ${view.state}`);
  const secret = view.secret.replaceAll(" ", "");
  const code = generateSync({ secret, epoch: context.clock.now().getTime() / 1000 });
  await confirmTwoFactor(device.context, { code });
}

/** The commands of each act, as people and staff call them. */
const acts: Record<AccessAct, ((opened: Arrangement) => Promise<unknown>)[]> = {
  "password changed": [
    ({ device, code }) =>
      changePassword(device.context, {
        ...{ currentPassword: password, newPassword: "another password" },
        code: code(),
      }),
  ],
  "password reset": [
    async ({ context, user }) => {
      await sendPasswordReset(context, { email: user.email });
      const { token } = await mailedLink(context, "reset-password", user.email);
      await resetPassword(context, { token, newPassword: "another password" });
    },
  ],
  "address changed": [moveOwn],
  "address changed by staff": [
    ({ staff, user }) =>
      editUser(staff, {
        id: user.id,
        changes: { email: `moved-${user.email}`, currentPassword: STAFF_PASSWORD },
      }),
  ],
  "change of address undone": [undo],
  "role changed": [
    ({ staff, user }) =>
      editUser(staff, {
        id: user.id,
        changes: { role: "shop_manager", currentPassword: STAFF_PASSWORD },
      }),
  ],
  "two-factor sign-in on": [turnOn],
  "two-factor sign-in off": [({ device, code }) => endTwoFactor(device.context, { password, code: code() })],
  "second factor reset by staff": [({ staff, user }) => resetTwoFactor(staff, user.id)],
  "passkey added": [addOne],
  "passkey removed": [
    async ({ device, user, code }) => {
      const passkeyId = await fresh().insert(Passkey, {
        ...{ user: user.id, name: "Lost", credentialId: `lost-${user.username}`, publicKey: "x" },
      });
      await removePasskey(device.context, { passkeyId, password, code: code() });
    },
  ],
  suspended: [
    ({ staff, user }) => setUserStatus(staff, { id: user.id, isActive: false }),
    ({ staff, user }) => editUser(staff, { id: user.id, changes: { isActive: false } }),
  ],
  "taken over": [
    async ({ context, user }) => {
      // Links of the former address: its holder may still want to restore it.
      const em = fresh();
      await em.nativeDelete(AccountToken, { user: user.id, purpose: "undo_email_change" });
      const owner = await em.findOneOrFail(User, user.id);
      owner.emailProvenAt = null;
      await em.flush();
      await sendVerification(context, em, owner);
      const link = await mailedLink(context, "verify-email", user.email);
      await takeAccountOver(context, { ...link, newPassword: "another password" });
    },
  ],
  erased: [
    ({ staff, user }) => eraseAccount(staff, user.id),
    ({ device, code }) => eraseOwnAccount(device.context, { password, code: code() }),
  ],
};

const plays = Object.entries(acts).flatMap(([act, verbs]) =>
  verbs.map((play, index) => ({ act: act as AccessAct, route: index + 1, play })),
);

describe("what an account was opened with ends as the table has it", () => {
  it.each(plays)("$act ($route)", async ({ act, play }) => {
    const arranged = await accountWithAllAccess();
    expect(await endedOf(arranged)).toEqual({
      ...{ sessions: "none", apiKeys: false, links: [], secondFactors: false },
    });
    await play(arranged);
    const { links, ...rest } = accessEnds[act] as AccessEnd;
    const ended = await endedOf(arranged);
    expect({ ...ended, links: [...ended.links].sort() }).toEqual({ ...rest, links: [...links].sort() });
  });

  it("suspended, as a demo account of a shop that goes public", async () => {
    const arranged = await accountWithAllAccess({
      email: "customer@example.com",
      username: "customer",
      password: DEMO_PASSWORD,
    });
    await fresh().transactional((em) => closeKnownSignIns(em, arranged.context.clock.now()));
    const { links, ...rest } = accessEnds.suspended;
    const ended = await endedOf(arranged);
    expect({ ...ended, links: [...ended.links].sort() }).toEqual({ ...rest, links: [...links].sort() });
  });
});

describe("what was under way on a device that was signed out meanwhile", () => {
  const late: Partial<Record<AccessAct, (opened: Arrangement) => Promise<unknown>>> = {
    "password changed": acts["password changed"][0],
    "two-factor sign-in on": turnOn,
    "two-factor sign-in off": acts["two-factor sign-in off"][0],
    "passkey added": addOne,
    "passkey removed": acts["passkey removed"][0],
  };
  it("a new address comes too late", async () => {
    const { device, user, code } = await accountWithAllAccess();
    await fresh().nativeDelete(Session, { id: device.sessionId });
    const changes = { email: `new-${user.email}`, currentPassword: password, code: code() };
    await expect(updateProfile(device.context, changes)).toBeRefused("unauthenticated");
  });

  it("a sign-in comes too late whose password or passkey was taken away meanwhile", async () => {
    const { context, device, user, passkeyId, code } = await accountWithAllAccess();
    const request = new Request(`${publicUrl}/login`);
    const before = await fresh().findOneOrFail(User, user.id, { populate: ["passwordHash"] });
    const begin = (how: { byPasskey?: number }) =>
      startSession({ ...context, em: fresh() }, request, before, how);
    await expect(begin({})).resolves.toBeTruthy();
    await expect(begin({ byPasskey: passkeyId })).resolves.toBeTruthy();
    await changePassword(device.context, {
      ...{ currentPassword: password, newPassword: "another password" },
      code: code(),
    });
    await fresh().nativeDelete(Passkey, { id: passkeyId });
    for (const how of [{}, { byPasskey: passkeyId }]) {
      await expect(begin(how)).toBeRefused("unauthenticated");
    }
    expect(await fresh().count(Session, { user: user.id })).toBe(1);
  });

  it.each(Object.entries(late))("%s comes too late", async (_act, play) => {
    const arranged = await accountWithAllAccess();
    await fresh().nativeDelete(Session, { id: arranged.device.sessionId });
    await expect(play(arranged)).toBeRefused("unauthenticated");
    const ended = await endedOf({ ...arranged, device: arranged.elsewhere.password });
    expect(ended).toMatchObject({ sessions: "none", apiKeys: false, links: [] });
  });
});
