/** Why the embedded database cannot start, in one sentence that a person can act on. */
export class DatabaseStartError extends Error {}
