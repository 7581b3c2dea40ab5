import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freeStuckJobs } from "./run-jobs.server.ts";

let pool: pg.Pool;

beforeAll(() => {
  pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
});
afterAll(() => pool.end());

/** A job that a worker took so many minutes ago. */
async function takeJob(key: string, minutes: number, worker: string): Promise<string> {
  await pool.query("select graphile_worker.add_job('send-email', '{\"emailId\": 1}', job_key := $1)", [key]);
  const { rows } = await pool.query(
    `update graphile_worker._private_jobs set attempts = 1, locked_by = $2,
            locked_at = now() - make_interval(mins => $3) where key = $1 returning id`,
    [key, worker, minutes],
  );
  return String(rows[0]?.id);
}

async function workerOf(key: string): Promise<unknown> {
  const { rows } = await pool.query("select locked_by from graphile_worker.jobs where key = $1", [key]);
  return rows[0]?.locked_by;
}

it("lets another process do what a killed one was doing", async () => {
  await takeJob("cut off", 6, "killed");
  await freeStuckJobs(pool);
  expect(await workerOf("cut off")).toBeNull();
});

it("leaves a job alone that was begun just now", async () => {
  await takeJob("running", 1, "alive");
  await freeStuckJobs(pool);
  expect(await workerOf("running")).toBe("alive");
});

it("leaves a job alone that a worker of this process is still at, and shows it to the others", async () => {
  const id = await takeJob("slow", 6, "at work");
  await freeStuckJobs(pool, [id]);
  await freeStuckJobs(pool);
  expect(await workerOf("slow")).toBe("at work");
});

it("leaves a job alone that its worker began just now, also when an earlier one of the same worker is stuck", async () => {
  await takeJob("hangs", 6, "one of many jobs");
  await takeJob("goes on", 1, "one of many jobs");
  await freeStuckJobs(pool);
  expect([await workerOf("hangs"), await workerOf("goes on")]).toEqual([null, "one of many jobs"]);
});

it("removes a run by the clock that was cut off and replaced, and keeps what failed for good", async () => {
  await takeJob("sweep", 6, "also killed");
  await pool.query("select graphile_worker.add_job('sweep-checkouts', job_key := 'sweep')");
  await pool.query("select graphile_worker.add_job('send-email', '{\"emailId\": 2}', job_key := 'failed')");
  await pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'refused' where key = 'failed'",
  );
  await freeStuckJobs(pool);
  const { rows } = await pool.query(
    "select key, last_error from graphile_worker.jobs where attempts >= max_attempts",
  );
  expect(rows).toEqual([{ key: "failed", last_error: "refused" }]);
});
