import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.server.ts";

it("sends the rest away when very many passwords are checked at the same moment, known or unknown alike", async () => {
  const stored = await hashPassword("secret");
  const checks = Array.from({ length: 64 }, (_, number) =>
    verifyPassword(number % 2 ? stored : null, "secret"),
  );
  const results = await Promise.allSettled(checks);
  expect(results.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  for (const result of results.slice(62)) {
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
