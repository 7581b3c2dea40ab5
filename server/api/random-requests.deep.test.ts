/* Ten times as many as in the fast run. */
process.env.RANDOM_REQUESTS ??= "2000";
await import("./random-requests.test.ts");

export {};
