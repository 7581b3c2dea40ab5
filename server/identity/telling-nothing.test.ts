import { expect, it } from "vitest";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { waitingJobs } from "#server/testing/mailed.ts";
import { hashPassword } from "./hash-password.server.ts";
import { requestPasswordReset } from "./request-password-reset.server.ts";
import { UNKNOWABLE_HASH, verifyPassword } from "./verify-password.server.ts";

/* Neither text nor the work behind it tells who has an account; the texts are in sign-in.test.ts and register.test.ts. */

it("a user who is not there costs the same hash as one who is", async () => {
  const costOf = (hash: string) => hash.split("$").slice(0, 4).join("$");
  expect(costOf(UNKNOWABLE_HASH)).toBe(costOf(await hashPassword("secret")));
  expect(await verifyPassword(null, "secret")).toBe(false);
});

it("asking for a new password is one and the same job for every address", async () => {
  const context = await testContext();
  const { email } = await makeUser(context, { password: "secret" });
  await requestPasswordReset(context, { email });
  await requestPasswordReset(context, { email: "nobody-here@example.com" });
  expect(await waitingJobs(context, "send-password-reset")).toEqual([
    { email },
    { email: "nobody-here@example.com" },
  ]);
});
