import type { Task, TaskList } from "graphile-worker";
import { sendEmailChange } from "#server/accounts/change-email.server.ts";
import { eraseTraces } from "#server/accounts/erase-account.server.ts";
import { grantResearchAccess } from "#server/accounts/own-profile.server.ts";
import { handleRegistration } from "#server/accounts/register.server.ts";
import { sendPasswordReset } from "#server/accounts/set-password.server.ts";
import {
  mailStockAlertLink,
  tellOfLowStock,
  tellOfStockBack,
} from "#server/catalogue/stock-alerts.server.ts";
import { forgetIdempotentRequests } from "#server/commands/idempotent-requests.server.ts";
import type { Context } from "#server/core/context.ts";
import { sendEmails } from "#server/email/send-email.server.ts";
import { type JobName, type JobPayload, jobNames, jobPayloads } from "#server/jobs/enqueue-job.server.ts";
import { forgetOldData } from "#server/jobs/forget-old-data.server.ts";
import { sendWave } from "#server/newsletter/send-issue.server.ts";
import { mailNewsletterCode } from "#server/newsletter/subscribe.server.ts";
import { renewFiguresWhenDue } from "#server/orders/figures.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import { askAgain } from "#server/statements/state-use.server.ts";
import { updateStatement } from "#server/statements/update-statement.server.ts";
import { systemContext } from "./request-context.server.ts";

type Handlers = { [Name in JobName]: (context: Context, payload: JobPayload<Name>) => Promise<void> };

/** What each job does. */
const handlers: Handlers = {
  "send-email": (context, { emailIds }) => sendEmails(context, emailIds),
  "sweep-checkouts": (context) => sweepCheckouts(context),
  "renew-figures": renewFiguresWhenDue,
  "tell-of-low-stock": tellOfLowStock,
  "grant-research-access": grantResearchAccess,
  "send-password-reset": sendPasswordReset,
  "send-email-change": sendEmailChange,
  "answer-registration": handleRegistration,
  "send-newsletter-code": async (context, payload) => {
    await mailNewsletterCode(context, payload);
  },
  "send-newsletter-wave": sendWave,
  "send-stock-alert-link": mailStockAlertLink,
  "tell-of-stock-back": tellOfStockBack,
  "erase-traces": eraseTraces,
  "ask-of-use": askAgain,
  "settle-statement": updateStatement,
  "forget-requests": forgetIdempotentRequests,
  "forget-old-data": forgetOldData,
};

function task<Name extends JobName>(name: Name): [Name, Task] {
  const handle: Handlers[Name] = handlers[name];
  return [
    name,
    async (rawPayload) => {
      const payload = jobPayloads[name].parse(rawPayload) as JobPayload<Name>;
      await handle(await systemContext(), payload);
    },
  ];
}

/** The jobs in the runner's form: each run gets a context of its own. */
export const taskList: TaskList = Object.fromEntries(jobNames.map(task));
