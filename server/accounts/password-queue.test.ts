import { expect, it } from "vitest";
import { quickHash } from "#server/testing/factories.ts";
import { verifyPassword } from "./password.server.ts";

it("sends the rest away when very many passwords are checked at the same moment, known or unknown alike", async () => {
  const stored = await quickHash("secret");
  const waiting = Array.from({ length: 62 }, () => verifyPassword(stored, "secret"));
  const others = Promise.allSettled([verifyPassword(stored, "secret"), verifyPassword(null, "secret")]);
  expect(await Promise.all(waiting)).not.toContain(false);
  for (const result of await others) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: {
        code: "unavailable",
        message: "Too many passwords are being checked at this moment. Please try again in a moment.",
      },
    });
  }
  expect(await verifyPassword(stored, "secret")).toBe(true);
});
