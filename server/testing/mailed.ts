import type { FilterQuery } from "@mikro-orm/core";
import { z } from "zod";
import { OutboxEmail } from "#db/entities/index.ts";
import { sendEmailChange } from "#server/accounts/change-email.server.ts";
import { handleRegistration } from "#server/accounts/register.server.ts";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { bodiesOf } from "#server/email/send-email.server.ts";
import { type JobName, type JobPayload, jobPayloads } from "#server/jobs/enqueue-job.server.ts";

/** The mails to an address, oldest first. */
export function mailsTo(context: Context, recipient: string): Promise<OutboxEmail[]> {
  return findMails(context, { recipient });
}

/** Mails as their recipients read them, oldest first. */
export async function findMails(context: Context, where: FilterQuery<OutboxEmail>): Promise<OutboxEmail[]> {
  const mails = await context.em.fork().find(OutboxEmail, where, { orderBy: { id: "asc" } });
  return mails.map((mail) => Object.assign(mail, bodiesOf(mail)));
}

/** The newest of them. @throws Error when there is none */
export async function findMail(context: Context, where: FilterQuery<OutboxEmail>): Promise<OutboxEmail> {
  const mail = (await findMails(context, where)).at(-1);
  if (!mail) throw new Error("there is no such mail");
  return mail;
}

/** The newest link that a mail of this template to this address carries, with what stands in its query. */
export async function mailedLink(
  context: Context,
  template: string,
  recipient: string,
): Promise<{ url: URL; email: string; token: string }> {
  const mail = (await mailsTo(context, recipient)).findLast((sent) => sent.template === template);
  const link = mail?.text.match(/https?:\/\/\S+\?\S*token=[\w-]+/)?.[0];
  if (!link) throw new Error(`no ${template} mail with a link to ${recipient}`);
  const url = new URL(link);
  return { url, email: url.searchParams.get("email") ?? "", token: url.searchParams.get("token") ?? "" };
}

/** Runs the jobs that write the mails of a new address; mails that are written stay as they are. */
export async function writeEmailChanges(context: Context): Promise<void> {
  for (const job of await waitingJobs(context, "send-email-change")) await sendEmailChange(context, job);
}

/** Runs the jobs that write the mails after registrations; run again they write them again, so the jobs are taken off. */
export async function writeRegistrationMails(context: Context): Promise<void> {
  const jobs = await takeWaitingJobs(context, "answer-registration");
  for (const job of jobs) await handleRegistration(context, job);
}

const jobSchema = z.object({ payload: z.unknown() });

/** What the waiting jobs of a name carry, oldest first. */
export async function waitingJobs<Name extends JobName>(
  context: Context,
  name: Name,
): Promise<JobPayload<Name>[]> {
  const rows = await rawRows(
    context.em.fork(),
    jobSchema,
    `select job.payload from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = ? order by job.id`,
    [name],
  );
  return rows.map(({ payload }) => jobPayloads[name].parse(payload) as JobPayload<Name>);
}

/** Takes the waiting jobs of a name off and returns what they carry, oldest first, as the job runner would. */
export async function takeWaitingJobs<Name extends JobName>(
  context: Context,
  name: Name,
): Promise<JobPayload<Name>[]> {
  const jobs = await waitingJobs(context, name);
  await context.em.fork().execute(
    `select graphile_worker.complete_jobs(array_agg(job.id)) from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = ?`,
    [name],
  );
  return jobs;
}
