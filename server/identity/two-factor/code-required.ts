import { ShopError } from "#server/core/errors.ts";
import type { SignInDoor } from "../sessions/sign-in-doors.ts";

/** The password was right, and the account needs a code as well. */
export class CodeRequired extends ShopError {
  readonly userId: number;
  readonly door: SignInDoor;

  constructor(userId: number, door: SignInDoor) {
    super("two_factor_required", "Enter the code of your authenticator app, too.");
    this.userId = userId;
    this.door = door;
  }
}
