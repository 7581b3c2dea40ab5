import type { Context } from "#server/core/context.ts";
import { checkSecondFactor } from "../two-factor/check-second-factor.server.ts";
import { CodeRequired } from "../two-factor/code-required.ts";
import { hasTwoFactor } from "../two-factor/has-two-factor.server.ts";
import { authenticatorFor } from "./authenticator.server.ts";
import { type SignedIn, startSession } from "./start-session.server.ts";

type Credentials =
  | { door: "customer"; username: string; password: string }
  | { door: "staff"; email: string; password: string };

/** `code`: of the authenticator app, or a recovery code; only looked at where two-factor sign-in is on. */
type SignInInput = Credentials & { code?: string | undefined };

/**
 * Signs a person in with a new session. `request` only tells which device it is.
 * @throws ShopError `unauthenticated` (wrong password, unknown user, not staff at the staff's door, or a wrong code),
 * `two_factor_required` (a CodeRequired: the password was right and no code was given), `forbidden` (suspended),
 * `rate_limited`.
 */
export async function signIn(context: Context, request: Request, input: SignInInput): Promise<SignedIn> {
  const { code, ...credentials } = input;
  const user = await authenticatorFor(context).authenticate(
    input.door,
    credentialsRequest(request, credentials),
  );
  if (await hasTwoFactor(context, user.id)) {
    if (code === undefined) throw new CodeRequired(user.id, input.door);
    await checkSecondFactor(context, user.id, code);
  }
  return startSession(context, request, user);
}

/** remix-auth's strategies read a form; pages and REST have parsed theirs already, so they get one made anew. */
function credentialsRequest(request: Request, { door: _door, ...credentials }: Credentials): Request {
  return new Request(request.url, { method: "POST", body: new URLSearchParams(credentials) });
}
