import { setTimeout as wait } from "node:timers/promises";
import { parseCrontab } from "graphile-worker";
import pg from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { asAdmin, TEMPLATE, withDatabase } from "#server/testing/database.ts";
import { runJobs, TIMETABLE } from "./run-jobs.server.ts";

it("has sales, ledger, impact, checkouts and stock that is back looked at each minute", () => {
  const at = new Date(2026, 10, 27, 6, 51);
  const inMinute = (minute: number) =>
    parseCrontab(TIMETABLE)
      .filter(({ match }) =>
        match({
          min: minute,
          hour: at.getHours(),
          date: at.getDate(),
          month: at.getMonth() + 1,
          dow: at.getDay(),
        }),
      )
      .map(({ task }) => task)
      .sort();
  const jobs = ["sweep-checkouts", "tell-of-stock-back"];
  for (const minute of [1, 31, 59]) expect(inMinute(minute), `in minute ${minute}`).toEqual(jobs);
  expect(inMinute(30)).toEqual(["renew-figures", ...jobs]);
  expect(inMinute(17)).toEqual([...jobs, "forget-requests"].sort());
});

const addressOf = (name: string) => withDatabase(inject("shopUrl"), name);

async function makeDatabase(name: string): Promise<void> {
  const adminUrl = inject("adminUrl");
  await asAdmin(adminUrl, `create database ${name} template ${TEMPLATE} owner shop strategy file_copy`);
  onTestFinished(() => asAdmin(adminUrl, `drop database if exists ${name} with (force)`));
}

/** A connection to a database, until the test is over. */
async function connectTo(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: addressOf(name) });
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

const addMail = (client: pg.Client) =>
  client.query("select graphile_worker.add_job('send-email', '{\"emailId\": 1}')");

it("begins to work once a database comes that was away at the start", async () => {
  const name = "test_jobs_late";
  const done: unknown[] = [];
  const stop = runJobs(addressOf(name), { "send-email": async (payload) => void done.push(payload) });
  await wait(300);
  await makeDatabase(name);
  onTestFinished(stop);
  await addMail(await connectTo(name));
  await expect.poll(() => done, { timeout: 8000 }).toEqual([{ emailId: 1 }]);
});

it("continues after the database refused its first query", async () => {
  const name = "test_jobs_refused";
  await makeDatabase(name);
  const client = await connectTo(name);
  // A sequence remembers what a refused statement did.
  await client.query(`
    create sequence refusals;
    create function refuse() returns trigger language plpgsql as $$
    begin perform nextval('refusals'); raise 'terminating connection'; end $$;
    create trigger refuse before insert on graphile_worker._private_tasks
      for each statement execute function refuse()`);
  const done: unknown[] = [];
  const stop = runJobs(addressOf(name), { "send-email": async (payload) => void done.push(payload) });
  onTestFinished(stop);
  await expect
    .poll(async () => (await client.query("select is_called from refusals")).rows, { timeout: 8000 })
    .toEqual([{ is_called: true }]);
  await client.query("drop trigger refuse on graphile_worker._private_tasks");
  await addMail(client);
  await expect.poll(() => done, { timeout: 8000 }).toEqual([{ emailId: 1 }]);
});

it("does not begin a job again that its own worker still runs, however long it takes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const name = "test_jobs_slow";
  await makeDatabase(name);
  const client = await connectTo(name);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const begun: unknown[] = [];
  const stop = runJobs(addressOf(name), {
    "send-email": (payload) => {
      begun.push(payload);
      return finished;
    },
    "tell-owner": (payload) => void begun.push(payload),
  });
  onTestFinished(() => {
    finish();
    return stop();
  });
  await addMail(client);
  await expect.poll(() => begun, { timeout: 8000 }).toEqual([{ emailId: 1 }]);
  await client.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes' where locked_at is not null",
  );
  const lockedAgo = async () =>
    (await client.query("select now() - locked_at < interval '1 minute' as recent from graphile_worker.jobs"))
      .rows;
  vi.advanceTimersByTime(60_000);
  await expect.poll(lockedAgo, { timeout: 8000 }).toEqual([{ recent: true }]);
  // The other hand of the worker has nothing else to do by then.
  await client.query("select graphile_worker.add_job('tell-owner', '{\"emailId\": 2}')");
  await expect.poll(() => begun, { timeout: 8000 }).toEqual([{ emailId: 1 }, { emailId: 2 }]);
});

it("stops at once on request while the database is away", async () => {
  const stop = runJobs(addressOf("test_jobs_never"), {});
  await expect(stop()).resolves.toBeUndefined();
});
