/**
 * Where an issue stands. Everybody may read one that was sent to anybody: all but drafts. A stopped one never goes on.
 */
export const issueStates = ["draft", "sending", "paused", "stopped", "sent"] as const;

export type IssueState = (typeof issueStates)[number];

/** What becomes of an issue for one recipient: not written yet, in the outbox, or left out. */
export const deliveryStates = ["waiting", "queued", "skipped"] as const;
