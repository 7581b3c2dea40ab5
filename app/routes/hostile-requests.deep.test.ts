/* Everything to every place. */
process.env.HOSTILE_TEXTS = "all";
await import("./hostile-requests.test.ts");

export {};
