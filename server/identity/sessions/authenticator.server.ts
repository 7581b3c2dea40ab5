import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment, wantsDemoData } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { DEMO_PASSWORD, isDemoSignIn } from "../demo-sign-ins.ts";
import { rememberPasswordStrength } from "../passwords/staff-password.server.ts";
import { verifyPassword } from "../passwords/verify-password.server.ts";
import { countSignIn } from "./count-sign-in.server.ts";
import type { SignInDoor } from "./sign-in-doors.ts";
import { signInRefusals } from "./sign-in-doors.ts";

/** remix-auth with one form strategy per door. It finds and checks the user; sessions are ours. */
export function authenticatorFor(context: Context): Authenticator<User> {
  return new Authenticator<User>()
    .use(new FormStrategy(({ form }) => checkCredentials(context, "customer", form)), "customer")
    .use(new FormStrategy(({ form }) => checkCredentials(context, "staff", form)), "staff");
}

async function checkCredentials(context: Context, door: SignInDoor, form: FormData): Promise<User> {
  const login = String(form.get(door === "staff" ? "email" : "username") ?? "");
  const password = String(form.get("password") ?? "");
  const attempt = await countSignIn(context, door, login);
  const found = await findPassword(context, door, login);

  const passwordMatches = await verifyPassword(found?.passwordHash ?? null, password);
  // The person is read afterwards: a name that nobody has costs the same query, and the same hash.
  const user =
    found && passwordMatches
      ? await context.em.findOne(User, found.id, { populate: ["passwordHash"] })
      : null;
  if (!user || isKnownToAll(context, user, password) || (door === "staff" && !isStaff(user.role))) {
    logRefusal(context, door, found?.id ?? null, "credentials");
    throw new ShopError("unauthenticated", signInRefusals[door].message);
  }
  // Only who knows the password learns that the account is suspended.
  if (!user.isActive) {
    logRefusal(context, door, user.id, "suspended");
    throw new ShopError("forbidden", "This account is suspended. Please contact us for help.");
  }
  await rememberPasswordStrength(context, user, password);
  await attempt.giveBack();
  return user;
}

/**
 * A demo account and its password of the README, where they do not belong: at start, or since a backup was restored;
 * and where they do, for whoever a tunnel or a proxy brings here.
 */
function isKnownToAll({ fromElsewhere }: Context, user: User, password: string): boolean {
  if (password !== DEMO_PASSWORD || !isDemoSignIn(user)) return false;
  return fromElsewhere === true || !wantsDemoData(readEnvironment());
}

/** Names that nobody has are not written down: people type passwords there. */
function logRefusal({ requestId }: Context, door: SignInDoor, userId: number | null, reason: string): void {
  log("warn", "a sign-in was refused", { door, userId, reason, requestId });
}

interface StoredPassword {
  id: number;
  passwordHash: string | null;
}

async function findPassword(
  { em }: Context,
  door: SignInDoor,
  login: string,
): Promise<StoredPassword | undefined> {
  const column = door === "staff" ? "email" : "username";
  const [row] = await em.execute<StoredPassword[]>(
    `select id, password_hash as "passwordHash" from user_account where lower(${column}) = lower(?)`,
    [login.trim()],
  );
  return row;
}
