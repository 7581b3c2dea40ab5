import { ShopError } from "#server/core/errors.ts";

/** The two sign-in screens: customers' /login by username, staff's /admin/login by email. */
export const audiences = ["customer", "staff"] as const;

export type Audience = (typeof audiences)[number];

/** Where a sign-in leads that came from no other page. */
export const afterSignIn: Record<Audience, string> = { customer: "/account", staff: "/admin" };

/**
 * What a failed sign-in says on each screen: the same for a wrong password and an unknown user
 * (docs/rules.md#accounts-2).
 */
export const signInErrors: Record<Audience, { title: string; message: string }> = {
  customer: { title: "Login Failed", message: "Invalid credentials. Please try again." },
  staff: { title: "Login failed", message: "Invalid email or password" },
};

/** The same without a response from the server: nothing typed has been checked. */
export function unansweredSignIn(audience: Audience): { title: string; message: string } {
  const { title, message } = signInErrors[audience];
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return {
    title,
    message: `${sentence} The shop could not be reached, so what you typed may well be right.`,
  };
}

/** The password was right, and the account needs a code as well. */
export class CodeRequired extends ShopError {
  readonly userId: number;
  readonly audience: Audience;

  constructor(userId: number, audience: Audience) {
    super("two_factor_required", "Enter the code of your authenticator app, too.");
    this.userId = userId;
    this.audience = audience;
  }
}
