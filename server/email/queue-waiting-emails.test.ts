import { afterEach, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { testContext } from "#server/testing/factories.ts";
import { waitingJobs } from "#server/testing/mailed.ts";
import { queueWaitingEmails } from "./queue-email.server.ts";

let context: Context;

afterEach(() => context.em.execute("delete from waiting_email"));

/** Mails of orders, as the statement that writes an order leaves them. */
async function leave(ids: readonly number[]): Promise<Context> {
  context = await testContext();
  for (const id of ids) await context.em.execute("insert into waiting_email values (?)", [id]);
  return context;
}

const waiting = async () => (await context.em.execute("select email_id from waiting_email")).length;

describe("mails that wait for a job", () => {
  it("get jobs of ten, oldest first, and wait no more", async () => {
    const ids = Array.from({ length: 23 }, (_, index) => 9_000_001 + index);
    await queueWaitingEmails(await leave(ids.toReversed()));
    const jobs = (await waitingJobs(context, "send-email")).map(({ emailIds }) => emailIds);
    for (const part of [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)])
      expect(jobs).toContainEqual(part);
    expect(await waiting()).toBe(0);
  });

  it("get one job each, by whichever process asks", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => 9_100_001 + index);
    await leave(ids);
    await Promise.all([1, 2, 3].map(() => queueWaitingEmails(context)));
    const queued = (await waitingJobs(context, "send-email")).flatMap(({ emailIds }) => emailIds);
    expect(queued.filter((id) => id > 9_100_000).toSorted((one, other) => one - other)).toEqual(ids);
  });

  it("leave no job where there are none", async () => {
    await leave([]);
    const before = await waitingJobs(context, "send-email");
    await queueWaitingEmails(context);
    expect(await waitingJobs(context, "send-email")).toEqual(before);
  });
});
