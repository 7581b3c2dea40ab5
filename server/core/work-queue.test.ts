import { register } from "prom-client";
import { expect, it } from "vitest";
import { WorkQueue } from "./ceiling.ts";

const rules = { atOnce: 2, waiting: 1, maxWaitMs: 10_000, busyMessage: "Busy just now." };

/** Work that ends when the test says so. */
function openWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { begun: false };
  const work = async () => {
    state.begun = true;
    await ended;
  };
  return { work, end, state };
}

it("does so much at once, lets a few wait, and sends the rest away with a sentence", async () => {
  const turns = new WorkQueue({ ...rules, name: "tried turns" });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const running = [first, second, third].map(({ work }) => turns.run(work));
  await expect(turns.run(async () => {})).toBeRefused("unavailable", {
    message: "Busy just now.",
    retryAfterSeconds: 5,
  });
  expect([first.state.begun, second.state.begun, third.state.begun]).toEqual([true, true, false]);
  const metrics = await register.metrics();
  expect(metrics).toContain('shop_ceiling_most{ceiling="tried turns"} 3');
  expect(metrics).toContain('shop_ceiling_now{ceiling="tried turns"} 3');
  expect(metrics).toContain('shop_ceiling_refused_total{ceiling="tried turns"} 1');
  first.end();
  await running[0];
  await Promise.resolve();
  expect(third.state.begun).toBe(true);
  second.end();
  third.end();
  await Promise.all(running);
  await expect(turns.run(async () => "room again")).resolves.toBe("room again");
});

it("gives the turn on when the work fails", async () => {
  const turns = new WorkQueue({ ...rules, atOnce: 1, name: "failing turns" });
  const failed = turns.run(() => Promise.reject(new Error("no")));
  const next = turns.run(async () => "next");
  await expect(failed).rejects.toThrow("no");
  await expect(next).resolves.toBe("next");
});

it("lets nobody wait for ever", async () => {
  const turns = new WorkQueue({ ...rules, atOnce: 1, maxWaitMs: 10, name: "slow turns" });
  const slow = openWork();
  const running = turns.run(slow.work);
  await expect(turns.run(async () => {})).toBeRefused("unavailable");
  slow.end();
  await running;
  await expect(turns.run(async () => "room again")).resolves.toBe("room again");
});
