import { defineEntity, p } from "@mikro-orm/core";
import { User } from "./user.ts";

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
    /** How often it was used, where the device counts: one that falls behind is a copy. 32 bits without sign. */
    counter: p.bigint("number").default(0),
    /** How browsers reach it, separated by commas. */
    transports: p.string().length(200).default(""),
    lastUsedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

/** A challenge that a passkey has answered: no answer counts twice. Those that wait for one are in the browser's cookie. */
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
