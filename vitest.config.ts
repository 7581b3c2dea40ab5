import { defineConfig } from "vitest/config";

const excluded = ["**/node_modules/**", "build/**", "e2e/journeys/**", ".cache/**", ".data/**"];
/** What searches or multiplies: run by `npm run test:deep`, not by `npm test`. */
const deep = "**/*.deep.test.{ts,tsx}";
/** Against a started shop, which must have been built: part of `npm run test:deep`. */
const attack = ["e2e/attack/*.test.ts", "e2e/money/kills.test.ts"];

/** Separate from vite.config.ts: with the Remix plugin in it the test process would not end. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["**/*.test.{ts,tsx}"], exclude: [...excluded, deep, ...attack] },
      },
      { extends: true, test: { name: "deep", include: [deep], exclude: excluded } },
      {
        extends: true,
        test: { name: "attack", include: attack, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
    pool: "forks",
    maxWorkers: 2,
    // The modules of the shop are read once by each worker, not once by each of some 250 files: a third of the time.
    // What a file changes in its process (environment, the ORM, listeners) it therefore puts back.
    isolate: false,
    globalSetup: "server/testing/global-setup.ts",
    setupFiles: "server/testing/setup.ts",
    env: { NODE_ENV: "test", LOG_LEVEL: "silent" },
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
