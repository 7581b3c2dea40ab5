import { describe, expect, it } from "vitest";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { testContext } from "#server/testing/factories.ts";
import { type HealthStatus, problemsOf, readCondition } from "./health-status.server.ts";

const well: HealthStatus = {
  secondsSinceSweep: 40,
  dueJobs: 0,
  waitingJobs: 0,
  failedJobs: 0,
  unsentMails: 0,
  secondsOfOldestMail: null,
  failedOrders: 0,
  unmatchedPayments: 0,
  disputesToAnswer: 0,
};

const titlesOf = (condition: Partial<HealthStatus>, hasMailServer = true) =>
  problemsOf({ ...well, ...condition }, { hasMailServer }).map(({ title }) => title);

describe("what needs a person", () => {
  it("is nothing in a shop that is well", () => {
    expect(titlesOf({})).toEqual([]);
  });

  it.each([
    ["No jobs are running", { secondsSinceSweep: null }],
    ["No jobs are running", { secondsSinceSweep: 301 }],
    ["Jobs are late", { waitingJobs: 1 }],
    ["Jobs have failed for good", { failedJobs: 2 }],
    ["Mails are not going out", { unsentMails: 3, secondsOfOldestMail: 901 }],
    ["Failed orders are open", { failedOrders: 1 }],
    ["Money without an order", { unmatchedPayments: 1 }],
    ["Disputes wait for an answer", { disputesToAnswer: 1 }],
  ])("%s", (title, condition) => {
    expect(titlesOf(condition)).toEqual([title]);
  });

  it("is not a mail that stays in the outbox because there is no mail server", () => {
    expect(titlesOf({ unsentMails: 3, secondsOfOldestMail: 9999 }, false)).toEqual([]);
  });

  it("is not a job that waits for its turn", () => {
    expect(titlesOf({ dueJobs: 5000 })).toEqual([]);
  });

  it("is read from the shop's own tables", async () => {
    const condition = await readCondition(await testContext({ actor: { kind: "system" } }));
    expect(condition).toMatchObject({ failedJobs: 0, unmatchedPayments: 0, disputesToAnswer: 0 });
  });

  it("counts a job from when it is due, not before", async () => {
    const context = await testContext({ actor: { kind: "system" } });
    const dueJobs = async () => (await readCondition(context)).dueJobs;
    const before = await dueJobs();
    await enqueueJob(context.em, "forget-requests", {}, { runAt: new Date(Date.now() + 60_000) });
    expect(await dueJobs()).toBe(before);
    await enqueueJob(context.em, "forget-requests", {});
    expect(await dueJobs()).toBe(before + 1);
  });
});
