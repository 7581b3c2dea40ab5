import { joinEmbeddedPostgres } from "#db/embedded-postgres.ts";
import type { JobName } from "#server/jobs/enqueue-job.server.ts";
import { withConnection } from "#server/testing/database.ts";

/** The environment variable that tells the processes of the journeys where their shop's data are. */
export const DATA_FOLDER = "JOURNEYS_DATA_FOLDER";

/**
 * Lets the shop of all journeys do a job of its timetable now, as its clock would within a minute
 * (server/jobs/run-jobs.test.ts shows which jobs those are). Resolves once it is queued, not once it is done.
 */
export async function queueJobOfClock(name: JobName): Promise<void> {
  await tellDatabase("select graphile_worker.add_job($1, job_key := $1, max_attempts := 1)", [name]);
}

/** Does something in the database of the journeys' shop that no page can. */
export async function tellDatabase(statement: string, values: string[] = []): Promise<void> {
  const database = await joinEmbeddedPostgres(process.env[DATA_FOLDER] ?? "");
  if (!database) throw new Error("The shop of the journeys has no database.");
  await withConnection(database.url, (client) => client.query(statement, values));
}
