import { defineEntity, p } from "@mikro-orm/core";
import { signInDoors } from "#server/identity/sessions/sign-in-doors.ts";
import { User } from "./user.ts";

/** A person's authenticator app: begun when the key is made, in force once a first code has confirmed it. */
export const TwoFactorSchema = defineEntity({
  name: "TwoFactor",
  tableName: "two_factor",
  properties: {
    id: p.integer().primary(),
    user: () => p.oneToOne(User).owner().deleteRule("cascade").unique("two_factor_user_unique"),
    /** The key, encrypted (second-factor.server.ts). */
    secret: p.string().length(200).hidden(),
    confirmedAt: p.datetime().nullable(),
    /** The half minute (since 1970) of the last code that was taken: no code counts twice. */
    lastStep: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);

/** One of ten codes for a lost phone; each opens the account once. */
export const RecoveryCodeSchema = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_code",
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("recovery_code_user_index"),
    codeHash: p.string().length(200).hidden(),
    usedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

/** A sign-in whose password was right and whose code is still to come. It is no session and opens nothing. */
export const PendingSignInSchema = defineEntity({
  name: "PendingSignIn",
  tableName: "pending_sign_in",
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("pending_sign_in_user_index"),
    tokenHash: p.string().length(64).unique("pending_sign_in_token_unique").hidden(),
    /** Of the password's hash: another password since then makes this void. */
    passwordMark: p.string().length(64).hidden(),
    door: p.enum(signInDoors),
    expiresAt: p.datetime().index("pending_sign_in_expires_index"),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
