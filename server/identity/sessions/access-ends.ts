import type { AccountTokenPurpose } from "../verification/account-links.ts";

/** Which earlier means of access to an account an act ends. */
export interface AccessEnd {
  /**
   * "elsewhere": all but the device on which the owner acts. "by passkey": of those the ones that began with a
   * passkey, since nobody knows with which. Sign-ins that wait for their code end together with sessions.
   */
  sessions: "all" | "elsewhere" | "elsewhere by passkey" | "none";
  /** The API keys that the account's owner created. */
  apiKeys: boolean;
  /** Mailed links that are not used yet. */
  links: readonly AccountTokenPurpose[];
  /** Passkeys, authenticator app and recovery codes. */
  secondFactors: boolean;
}

/** Links that could change who gets in. A link that verifies an address opens nothing by itself. */
const opening = ["reset_password", "set_password", "change_email"] as const;
/** All links that went to a former address of the account. */
const ofAddress = [...opening, "verify_email"] as const;
/** All links of the account, including the one that undoes a change of address. */
const all = [...ofAddress, "undo_email_change"] as const;

/**
 * Every act that changes how an account is opened, and the access that it ends. The link that undoes a change of
 * address survives all of them except its own use and the end of the account: an intruder who moved the account must
 * not be able to void it.
 */
export const accessEnds = {
  "password changed": { sessions: "elsewhere", apiKeys: true, links: opening, secondFactors: false },
  /** By a mailed link, which must not bypass a second factor. The command itself ends a factor that nobody proved. */
  "password reset": { sessions: "all", apiKeys: true, links: opening, secondFactors: false },
  "address changed": { sessions: "elsewhere", apiKeys: true, links: ofAddress, secondFactors: false },
  "address changed by staff": { sessions: "all", apiKeys: true, links: ofAddress, secondFactors: false },
  /**
   * The person who moved the account may have left anything behind. Undo links that were mailed before that change
   * stay.
   */
  "change of address undone": { sessions: "all", apiKeys: true, links: ofAddress, secondFactors: true },
  "role changed": { sessions: "all", apiKeys: true, links: ["change_email"], secondFactors: false },
  "two-factor sign-in on": {
    sessions: "elsewhere",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: false,
  },
  "two-factor sign-in off": {
    sessions: "elsewhere",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: false,
  },
  "second factor reset by staff": {
    sessions: "all",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: true,
  },
  /** An additional way in; the existing ones stay. */
  "passkey added": { sessions: "none", apiKeys: false, links: [], secondFactors: false },
  /** The device may be lost while signed in. */
  "passkey removed": {
    sessions: "elsewhere by passkey",
    apiKeys: false,
    links: [],
    secondFactors: false,
  },
  suspended: { sessions: "all", apiKeys: true, links: opening, secondFactors: false },
  "taken over": { sessions: "all", apiKeys: true, links: all, secondFactors: true },
  erased: { sessions: "all", apiKeys: true, links: all, secondFactors: true },
} as const satisfies Record<string, AccessEnd>;

export type AccessAct = keyof typeof accessEnds;
