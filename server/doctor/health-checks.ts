/** How the shop is doing, in figures. */
export interface HealthStatus {
  /** Since the sweeper was last due and begun; null when it never was. */
  secondsSinceSweep: number | null;
  /** Jobs that should have run for a minute. */
  waitingJobs: number;
  /** Jobs that were tried as often as they may be. */
  failedJobs: number;
  unsentMails: number;
  secondsOfOldestMail: number | null;
  /** Checkouts that went wrong and nobody has resolved. */
  failedOrders: number;
  /** Money that neither bought an order nor went back. */
  unmatchedPayments: number;
  disputesToAnswer: number;
}

/** Something that a person should look at, and where. */
export interface Trouble {
  title: string;
  sentence: string;
}

/** The sweeper comes each minute; a restart may cost it one or two. */
const SWEEP_LATE_SECONDS = 300;
/** A mail server may be away for a while before anybody needs to know. */
const MAIL_LATE_SECONDS = 900;

/** What in the shop's condition needs a person. Empty means that nothing does. */
export function troublesOf(condition: HealthStatus, mail: { hasMailServer: boolean }): Trouble[] {
  const { secondsSinceSweep, secondsOfOldestMail } = condition;
  const troubles: (Trouble | false)[] = [
    (secondsSinceSweep === null || secondsSinceSweep > SWEEP_LATE_SECONDS) && {
      title: "No jobs are running",
      sentence:
        "The sweeper has not run for five minutes: payments that nobody finished stay as they are, and mails wait. Start a process with JOBS=on.",
    },
    condition.waitingJobs > 0 && {
      title: "Jobs are late",
      sentence: `${count(condition.waitingJobs, "job")} should have run a minute ago and more. Look at the log of the process with JOBS=on.`,
    },
    condition.failedJobs > 0 && {
      title: "Jobs have failed for good",
      sentence: `${count(condition.failedJobs, "job")} failed as often as it may: graphile_worker.jobs has last_error.`,
    },
    mail.hasMailServer &&
      (secondsOfOldestMail ?? 0) > MAIL_LATE_SECONDS && {
        title: "Mails are not going out",
        sentence: `${count(condition.unsentMails, "mail")} unsent, the oldest for ${Math.floor((secondsOfOldestMail ?? 0) / 60)} minutes. The Emails tab of /admin tells why.`,
      },
    condition.failedOrders > 0 && {
      title: "Failed orders are open",
      sentence: `${count(condition.failedOrders, "checkout")} went wrong and nobody has resolved it: the Failed Orders tab of /admin.`,
    },
    condition.unmatchedPayments > 0 && {
      title: "Money without an order",
      sentence: `${count(condition.unmatchedPayments, "payment")} bought nothing and did not go back: the Reconciliation tab of /admin.`,
    },
    condition.disputesToAnswer > 0 && {
      title: "Disputes wait for an answer",
      sentence: `${count(condition.disputesToAnswer, "dispute")} must be answered in the provider's dashboard before it is due.`,
    },
  ];
  return troubles.filter((trouble) => trouble !== false);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
