import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { PendingSignIn, User } from "#db/entities/index.ts";
import { limitKeyOf } from "#server/access/limit-key.ts";
import {
  countAgainstLimit,
  forgetLimit,
  isWithinLimit,
  limitError,
  returnToLimit,
} from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment, wantsDemoData } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { isStaff } from "#server/core/roles.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { PENDING_SIGN_IN_SECONDS, pendingSignInCookie, readCookie } from "#server/http/cookies.server.ts";
import { type Audience, CodeRequired, signInErrors } from "./audience.ts";
import { DEMO_PASSWORD, isDemoSignIn } from "./demo-sign-ins.ts";
import { rememberPasswordStrength, verifyPassword } from "./password.server.ts";
import { checkSecondFactor, hasTwoFactor } from "./second-factor.server.ts";
import { hashSessionToken, makeSessionToken, type SignedIn, startSession } from "./sessions.server.ts";
import { usernameIs } from "./user-views.server.ts";

type Credentials =
  | { audience: "customer"; username: string; password: string }
  | { audience: "staff"; email: string; password: string };

/** `code`: of the authenticator app, or a recovery code; read only where two-factor sign-in is on. */
type SignInInput = Credentials & { code?: string | undefined };

/**
 * Signs a person in with a new session. `request` only names the device. @throws ShopError `unauthenticated` (wrong
 * password, unknown user, not staff on the staff screen, or a wrong code), `two_factor_required` (a CodeRequired: the
 * password was right but the code is missing), `forbidden` (suspended), `rate_limited`.
 */
export async function signIn(context: Context, request: Request, input: SignInInput): Promise<SignedIn> {
  const { code, ...credentials } = input;
  const user = await authenticatorFor(context).authenticate(
    input.audience,
    credentialsRequest(request, credentials),
  );
  if (await hasTwoFactor(context, user.id)) {
    if (code === undefined) throw new CodeRequired(user.id, input.audience);
    await checkSecondFactor(context, user.id, code);
  }
  return startSession(context, request, user);
}

/** remix-auth's strategies read a form, but pages and REST have already parsed theirs: builds a new one. */
function credentialsRequest(request: Request, { audience: _audience, ...credentials }: Credentials): Request {
  return new Request(request.url, { method: "POST", body: new URLSearchParams(credentials) });
}

/** remix-auth with one form strategy per audience. It finds and checks the user; sessions are ours. */
function authenticatorFor(context: Context): Authenticator<User> {
  return new Authenticator<User>()
    .use(new FormStrategy(({ form }) => checkCredentials(context, "customer", form)), "customer")
    .use(new FormStrategy(({ form }) => checkCredentials(context, "staff", form)), "staff");
}

async function checkCredentials(context: Context, audience: Audience, form: FormData): Promise<User> {
  const login = String(form.get(audience === "staff" ? "email" : "username") ?? "");
  const password = String(form.get("password") ?? "");
  const attempt = await countSignIn(context, audience, login);
  const account = await findPassword(context, audience, login);

  const passwordMatches = await verifyPassword(account?.passwordHash ?? null, password);
  // Read the person afterwards: an unknown name costs the same query and the same hash.
  const user =
    account && passwordMatches
      ? await context.em.findOne(User, account.id, { populate: ["passwordHash"] })
      : null;
  if (!user || isKnownToAll(context, user, password) || (audience === "staff" && !isStaff(user.role))) {
    logFailedSignIn(context, audience, account?.id ?? null, "credentials");
    throw new ShopError("unauthenticated", signInErrors[audience].message);
  }
  // Only those who know the password learn that the account is suspended.
  if (!user.isActive) {
    logFailedSignIn(context, audience, user.id, "suspended");
    throw new ShopError("forbidden", "This account is suspended. Please contact us for help.");
  }
  await rememberPasswordStrength(context, user, password);
  await attempt.release();
  return user;
}

/**
 * A demo account with the password of the README in a shop where it must not work: from the start, or since a backup
 * was restored. Where it may work, also somebody who comes through a tunnel or a proxy.
 */
function isKnownToAll({ fromElsewhere }: Context, user: User, password: string): boolean {
  if (password !== DEMO_PASSWORD || !isDemoSignIn(user)) return false;
  return fromElsewhere === true || !wantsDemoData(readEnvironment());
}

/** Does not log unknown names: people type passwords there. */
function logFailedSignIn(
  { requestId }: Context,
  audience: Audience,
  userId: number | null,
  reason: string,
): void {
  log("warn", "a sign-in was refused", { audience, userId, reason, requestId });
}

/**
 * Staff sign in by their address, customers by that or their username. The owner of an address comes before somebody
 * whose username it is: else anyone who takes it as one would keep the owner out.
 */
async function findPassword({ em }: Context, audience: Audience, login: string) {
  const isEmail = condition`lower(email) = lower(${login.trim()})`;
  return typedSql(em)
    .selectFrom("user_account")
    .where(audience === "staff" ? isEmail : condition`(${isEmail} or ${usernameIs(login)})`)
    .select(["id", "password_hash as passwordHash"])
    .orderBy(isEmail, "desc")
    .executeTakeFirst();
}

/**
 * Counts a password attempt before any lookup, by the name as typed on this screen, whether it exists or not, so that
 * no limit reveals whose it is. Attempts from elsewhere do not block an address where the person is signed in, and
 * reset links reach everybody, so that nobody can be locked out of an account. @throws ShopError `rate_limited`
 */
export async function countSignIn(context: Context, audience: Audience, login: string) {
  const name = nameAt(audience, login);
  const nameAtAddress = `${limitKeyOf(context.clientAddress)} ${name}`;
  await countAgainstLimit(context, "sign-in");
  await countAgainstLimit(context, "sign-in-account", nameAtAddress);
  const isQuiet = await isWithinLimit(context, "sign-in-name", name);
  if (!isQuiet && !(await isKnownHere(context, audience, login))) throw limitError(context, "sign-in-name");
  return {
    /** The password was right. */
    async release() {
      await returnToLimit(context, "sign-in");
      await returnToLimit(context, "sign-in-account", nameAtAddress);
      await returnToLimit(context, "sign-in-name", name);
    },
  };
}

/**
 * Forgets a person's wrong password attempts once a mailed link has set a new password: earlier attempts by strangers
 * must not keep the owner out.
 */
export async function forgetWrongPasswords(
  context: Context,
  { username, email }: { username: string; email: string },
): Promise<void> {
  await forgetLimit(context, "sign-in-name", nameAt("customer", username));
  await forgetLimit(context, "sign-in-name", nameAt("customer", email));
  await forgetLimit(context, "sign-in-name", nameAt("staff", email));
}

function nameAt(audience: Audience, login: string): string {
  return `${audience}:${login.trim().toLowerCase()}`;
}

/** Whether this person is signed in at this network address, on any device. */
async function isKnownHere(context: Context, audience: Audience, login: string) {
  const { em, clientAddress, clock } = context;
  const account = await findPassword(context, audience, login);
  const rows = await typedSql(em)
    .selectFrom("user_session")
    .where("user_session.user_id", "=", account?.id ?? 0)
    .where(condition`user_session.expires_at > ${clock.now()}`)
    .select("user_session.address")
    .distinct()
    .execute();
  return rows.some(({ address }) => limitKeyOf(address) === limitKeyOf(clientAddress));
}

/** Stores a sign-in whose password was right until its code comes. Returns the `Set-Cookie` value that carries it. */
export async function holdSignIn(context: Context, { userId, audience }: CodeRequired): Promise<string> {
  const token = makeSessionToken();
  const now = context.clock.now();
  await context.em.fork().transactional(async (em) => {
    await em.nativeDelete(PendingSignIn, { user: userId, expiresAt: { $lte: now } });
    const user = await em.findOneOrFail(User, userId, { populate: ["passwordHash"] });
    await em.insert(PendingSignIn, {
      user: userId,
      tokenHash: hashSessionToken(token),
      passwordMark: markOf(user),
      audience,
      createdAt: now,
      expiresAt: new Date(now.getTime() + PENDING_SIGN_IN_SECONDS * 1000),
    });
  });
  return (await pendingSignInCookie(context.em)).serialize(token);
}

/**
 * The audience (customers or staff) of the sign-in that waits for its code in this browser; null when there is none, or
 * it has expired.
 */
export async function findPendingAudience(context: Context, request: Request): Promise<Audience | null> {
  return (await findPending(context, context.em.fork(), request))?.pending.audience ?? null;
}

/**
 * Completes by its code a sign-in whose password was right.
 * @throws ShopError `unauthenticated` (a wrong code), `conflict` (it took too long), `rate_limited`
 */
export async function completeSignIn(
  context: Context,
  request: Request,
  { code }: { code: string },
): Promise<SignedIn & { audience: Audience; clearedCookieHeader: string }> {
  const em = context.em.fork();
  const row = await findPending(context, em, request);
  if (!row) throw tooLate();
  await checkSecondFactor(context, row.user.id, code);
  // Once: of two requests with one cookie the other starts again.
  if ((await em.nativeDelete(PendingSignIn, { id: row.pending.id })) === 0) throw tooLate();
  const signedIn = await startSession(context, request, row.user);
  const cookie = await pendingSignInCookie(context.em);
  return {
    ...signedIn,
    audience: row.pending.audience,
    clearedCookieHeader: await cookie.serialize("", { maxAge: 0 }),
  };
}

async function findPending(
  context: Context,
  em: EntityManager,
  request: Request,
): Promise<{ pending: PendingSignIn; user: User } | undefined> {
  const token = await readCookie(await pendingSignInCookie(context.em), request);
  if (!token) return undefined;
  const pending = await em.findOne(PendingSignIn, {
    tokenHash: hashSessionToken(token),
    expiresAt: { $gt: context.clock.now() },
  });
  if (!pending) return undefined;
  const user = await em.findOne(
    User,
    { id: pending.user.id, erasedAt: null, isActive: true },
    { populate: ["passwordHash"] },
  );
  return user && markOf(user) === pending.passwordMark ? { pending, user } : undefined;
}

function markOf(user: User): string {
  return createHash("sha256")
    .update(user.passwordHash ?? "")
    .digest("hex");
}

function tooLate(): ShopError {
  return new ShopError("conflict", "That took too long, or was done already. Please sign in again.");
}
