/* Everything to every place. */
process.env.HOSTILE_TEXTS = "all";
await import("./prototype-pollution.test.ts");

export {};
