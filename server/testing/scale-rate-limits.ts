import { onTestFinished, vi } from "vitest";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";

/** Multiplies what every limit allows, with nothing counted yet, until the test is over. */
export async function scaleRateLimits(factor: number): Promise<void> {
  vi.stubEnv("RATE_LIMIT_FACTOR", String(factor));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await closeRateLimiters();
  });
  await closeRateLimiters();
}
