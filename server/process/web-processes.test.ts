import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { readEnvironment } from "#server/core/env.server.ts";
import { countWebProcesses } from "./web-processes.server.ts";

const environment = (values: Record<string, string>) =>
  readEnvironment({ NODE_ENV: "production", ...values });

it("is one process on the embedded database and in development, one for each core elsewhere, or a configured number", () => {
  expect(countWebProcesses(environment({}), true)).toBe(1);
  expect(countWebProcesses(environment({ NODE_ENV: "development" }), false)).toBe(1);
  expect(countWebProcesses(environment({}), false)).toBe(Math.min(availableParallelism(), 4));
  expect(countWebProcesses(environment({ WEB_PROCESSES: "3" }), true)).toBe(3);
});
