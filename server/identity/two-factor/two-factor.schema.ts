import { z } from "zod";
import { trimmedText } from "#server/core/fields.ts";

/** Longer input is refused before it costs a hash. */
const MAX_PASSWORD_LENGTH = 1000;

/** More than digits of an app or a recovery code with blanks between them. */
export const LONGER_THAN_CODES = "This is longer than any code";
const CODE_MISSING = "Enter the code of your authenticator app";
const password = z
  .string("Password is required")
  .min(1, "Password is required")
  .max(MAX_PASSWORD_LENGTH, "Password is too long");

/** Six digits of the app, or a recovery code, with the blanks and dashes that people type. */
const secondFactorCode = trimmedText(40, LONGER_THAN_CODES, CODE_MISSING).min(1, CODE_MISSING);

/** For a sign-in over REST, where the account needs it. */
export const signInCode = secondFactorCode.optional().meta({
  description:
    "Of the authenticator app, or a recovery code: needed where two-factor sign-in is on (`two_factor_required`).",
});

export const beginTwoFactorSchema = z.object({ password });
export const codeSchema = z.object({ code: secondFactorCode });
export const passwordAndCodeSchema = z.object({ password, code: secondFactorCode });

/** A person's two-factor sign-in as their settings show it. */
export type TwoFactorView =
  | { state: "off" }
  | {
      state: "begun";
      /** In groups of four, for typing. */
      secret: string;
      /** otpauth:// address, which opens an app on the same device. */
      address: string;
      /** The same as a QR code: its side in modules, and an SVG path of unit squares. */
      picture: { size: number; path: string };
    }
  | {
      state: "on";
      /** ISO date and time. */
      since: string;
      codesLeft: number;
    };
