/** Why the shop cannot start, in one sentence that a person can act on; printed without a stack. */
export class StartError extends Error {}
