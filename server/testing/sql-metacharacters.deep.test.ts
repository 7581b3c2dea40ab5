/* Everything to every place. */
process.env.HOSTILE_TEXTS = "all";
await import("./sql-metacharacters.test.ts");

export {};
