import { ShopError } from "#server/core/errors.ts";
import type { Audience } from "../sessions/audience.ts";

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
