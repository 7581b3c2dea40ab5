import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { makeUser, testContext } from "#server/testing/factories.ts";
import { waitingJobs } from "#server/testing/mailed.ts";
import { hashPassword, UNKNOWABLE_HASH, verifyPassword } from "./password.server.ts";
import { register } from "./register.server.ts";
import { requestPasswordReset } from "./set-password.server.ts";
import { signIn } from "./sign-in.server.ts";

/* Neither text nor the work behind it tells who has an account; the texts are in sign-in.test.ts and register.test.ts. */

it("a user who is not there costs the same hash as one who is", async () => {
  const costOf = (hash: string) => hash.split("$").slice(0, 4).join("$");
  expect(costOf(UNKNOWABLE_HASH)).toBe(costOf(await hashPassword("secret")));
  expect(await verifyPassword(null, "secret")).toBe(false);
});

/**
 * Processor time of one attempt in microseconds: the lowest of several, which other work of the machine affects least.
 */
async function workOf(attempt: () => Promise<unknown>): Promise<number> {
  const spent: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const before = process.cpuUsage();
    await attempt().catch(() => null);
    const { user, system } = process.cpuUsage(before);
    spent.push(user + system);
  }
  return Math.min(...spent);
}

it.each(["customer", "staff"] as const)(
  "on the %s screen an unknown name costs as much work as a wrong password",
  async (audience) => {
    const context = await testContext();
    const { id, username, email } = await makeUser(context, { role: "administrator" });
    await context.em.fork().nativeUpdate(User, id, { passwordHash: await hashPassword("right password") });
    const request = new Request("http://127.0.0.1:3000/login", { method: "POST" });
    const guess = async (name: string, address: string) => {
      const password = "wrong password";
      const login =
        audience === "staff"
          ? { audience, email: address, password }
          : { audience, username: name, password };
      return signIn({ ...(await testContext()), clientAddress: randomUUID() }, request, login);
    };
    const known = await workOf(() => guess(username, email));
    const unknown = await workOf(() => guess(randomUUID(), `${randomUUID()}@example.com`));
    // A hash takes nearly all of it: without one, a tenth would remain.
    expect(unknown).toBeGreaterThan(known / 2);
  },
);

it("registering with an address that has an account costs as much work as with a new one", async () => {
  const { email } = await makeUser(await testContext());
  const open = async (address: string) => {
    const context = { ...(await testContext()), clientAddress: randomUUID() };
    const username = randomUUID().slice(0, 20);
    await register(context, {
      name: "New",
      email: address,
      username,
      password: "a long password",
      emailOptIn: false,
    });
  };
  const fresh = await workOf(() => open(`${randomUUID()}@example.com`));
  const taken = await workOf(() => open(email));
  expect(taken).toBeGreaterThan(fresh / 2);
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
