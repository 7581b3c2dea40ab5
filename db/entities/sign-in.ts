import { defineEntity, p } from "@mikro-orm/core";
import { accountTokenPurposes } from "#server/accounts/account-links.ts";
import { audiences } from "#server/accounts/audience.ts";
import type { Capability } from "#server/core/roles.ts";
import { User } from "./user.ts";

/** A signed-in device. The cookie holds a random token; only its SHA-256 is stored. */
export const SessionSchema = defineEntity({
  name: "Session",
  tableName: "user_session",
  properties: {
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    tokenHash: p.string().length(64).unique("session_token_unique").hidden(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("session_user_index"),
    userAgent: p.string().length(300).default(""),
    address: p.string().length(64).default(""),
    /** It began with a passkey, which proves two factors: having the device, and its owner's finger, face or PIN. */
    byPasskey: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw("now()"),
    lastSeenAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("session_expires_index"),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

/** A link that was mailed to a person, as proof that they read mail at an address. Only the token's hash is stored. */
export const AccountTokenSchema = defineEntity({
  name: "AccountToken",
  tableName: "account_token",
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("account_token_user_index"),
    purpose: p.enum(accountTokenPurposes),
    tokenHash: p.string().length(64).unique("account_token_hash_unique").hidden(),
    /** The address that the mail went to; the token is valid for no other. */
    email: p.string().length(254),
    expiresAt: p.datetime().index("account_token_expires_index"),
    usedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);

/** A key pair of a person's device: the private half never leaves it, the public one is here. */
export const PasskeySchema = defineEntity({
  name: "Passkey",
  tableName: "passkey",
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("passkey_user_index"),
    /** What its owner calls it. */
    name: p.string().length(100),
    /** Base64url, as is `publicKey`. */
    credentialId: p.string().length(1400).unique("passkey_credential_unique"),
    publicKey: p.text().hidden(),
    /** How often it was used, if the device counts: one that falls behind is a copy. 32 bits without sign. */
    counter: p.bigint("number").default(0),
    /** How browsers reach it, separated by commas. */
    transports: p.string().length(200).default(""),
    lastUsedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

/** A challenge that a passkey has answered: no response counts twice. Open challenges are in the browser's cookie. */
export const UsedPasskeyChallengeSchema = defineEntity({
  name: "UsedPasskeyChallenge",
  tableName: "used_passkey_challenge",
  properties: {
    id: p.integer().primary(),
    challengeHash: p.string().length(64).unique("used_passkey_challenge_unique"),
    expiresAt: p.datetime().index("used_passkey_challenge_expires_index"),
  },
});

export class UsedPasskeyChallenge extends UsedPasskeyChallengeSchema.class {}
UsedPasskeyChallengeSchema.setClass(UsedPasskeyChallenge);

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
    /** The column has the name it was made with. */
    audience: p.enum(audiences).fieldName("door"),
    expiresAt: p.datetime().index("pending_sign_in_expires_index"),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);

/** A script's key. Each call shows the key; only its SHA-256 is stored. Rows stay, for the audit. */
export const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_key",
  properties: {
    id: p.integer().primary(),
    name: p.string().length(100),
    tokenHash: p.string().length(64).unique("api_key_token_unique").hidden(),
    /** How the key begins, to tell keys apart; opens nothing. */
    beginning: p.string().length(20),
    permissions: p.json<Capability[]>(),
    /** The administrator who made it: it may never do more than they may now. None once their row is gone. */
    maker: () => p.manyToOne(User).nullable().deleteRule("set null").index("api_key_maker_index"),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
