import type { AccountTokenPurpose } from "../verification/account-links.ts";

/** What an account was opened with before, as far as an act ends it. */
export interface AccessEnd {
  /**
   * "elsewhere": all but the device on which the owner acts. "by passkey": of those the ones that began with a passkey,
   * since nobody knows with which. A sign-in that waits for its code ends as sessions do.
   */
  sessions: "all" | "elsewhere" | "elsewhere by passkey" | "none";
  /** The API keys that the owner of the account made. */
  apiKeys: boolean;
  /** Links that were mailed and are not used yet. */
  links: readonly AccountTokenPurpose[];
  /** Passkeys, authenticator app and recovery codes. */
  secondFactors: boolean;
}

/** Links that would change who gets in. A link that verifies an address opens nothing by itself. */
const opening = ["reset_password", "set_password", "change_email"] as const;
/** All that went to an address which is not the account's any more. */
const ofAddress = [...opening, "verify_email"] as const;
/** Those of the account for good, with the way back from a change of address. */
const all = [...ofAddress, "undo_email_change"] as const;

/**
 * Every act after which an account is opened otherwise, and what ends with it. The way back from a change of address
 * outlasts all of them but its own use and the end of the account: whoever moved somebody's account must not be able to
 * close that way.
 */
export const accessEnds = {
  "password changed": { sessions: "elsewhere", apiKeys: true, links: opening, secondFactors: false },
  /** By a mailed link, which is no way around a second factor; what nobody proved ends in the verb. */
  "password reset": { sessions: "all", apiKeys: true, links: opening, secondFactors: false },
  "address changed": { sessions: "elsewhere", apiKeys: true, links: ofAddress, secondFactors: false },
  "address changed by staff": { sessions: "all", apiKeys: true, links: ofAddress, secondFactors: false },
  /** What somebody did who moved it may be anywhere. Ways back that were mailed before that change stay. */
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
  /** One more way in beside those that there are, which stay what they were. */
  "passkey added": { sessions: "none", apiKeys: false, links: [], secondFactors: false },
  /** The device may be lost, and signed in. */
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
