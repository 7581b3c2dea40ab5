import { Check } from "lucide-react";
import { SmallButtonLink, TextLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { displayLongMoment } from "#server/core/shop-time.ts";
import type { OpeningFacts } from "#server/doctor/launch-checklist.ts";
import { openingMarks } from "#server/doctor/opening-commands.ts";
import type { TextReading } from "#server/doctor/texts-to-read.ts";
import { type PaymentModes, type ProviderId, providerProfiles } from "#server/payments/provider-list.ts";
import type { OpeningMark, PaymentsCheck } from "#server/settings/opening-record.ts";
import { StepForm } from "./opening-steps.tsx";

interface CheckProps {
  facts: OpeningFacts;
}

export function MailCheck({
  facts: { mailTest },
  hasMailServer,
  email,
}: CheckProps & { hasMailServer: boolean; email: string }) {
  return (
    <div className="grid gap-4">
      {mailTest && (
        <p role="status">
          {mailTest.arrivedAt
            ? `The test mail to ${mailTest.to} arrived: its link was opened on ${displayLongMoment(mailTest.arrivedAt)}.`
            : `Sent to ${mailTest.to} on ${displayLongMoment(mailTest.sentAt)}. Waiting for its link to be opened.`}{" "}
          {!mailTest.arrivedAt && <TextLink to="/admin/opening?step=mail">Look again</TextLink>}
        </p>
      )}
      {!hasMailServer && (
        <p className="text-ink-soft">
          No mail server is set up, so a test mail stays in the outbox: the list of mails shows it.
        </p>
      )}
      <StepForm command={openingMarks.sendTestMail} button="Send a test mail">
        <TextField label="Send it to" type="email" autoComplete="email" field="to" saved={email} />
      </StepForm>
    </div>
  );
}

interface PaymentsStateProps extends CheckProps {
  payments: PaymentModes;
  now: number;
}

/** Of each provider: whether its keys are good, and when its last event came. */
export function PaymentsState({ facts: { lastEvents, paymentsCheck }, payments, now }: PaymentsStateProps) {
  const hasKeys = Object.keys(payments).length > 0;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        {providerProfiles.map(({ id, name }) => {
          const last = lastEvents[id];
          return (
            <div key={id} className="grid gap-x-6 sm:grid-cols-[8rem_1fr]">
              <dt className="font-medium">{name}</dt>
              <dd>{keysText(payments[id], paymentsCheck, id, now)}</dd>
              <dd className="sm:col-start-2">
                {last
                  ? `Last event ${ago(now - Date.parse(last.at))}${last.isTest ? ", of a test" : ""}.`
                  : "No event has come yet."}
              </dd>
            </div>
          );
        })}
      </dl>
      {hasKeys && <StepForm command={openingMarks.askProviders} button="Ask the providers" />}
    </div>
  );
}

function keysText(
  mode: "live" | "test" | undefined,
  paymentsCheck: PaymentsCheck | null,
  id: ProviderId,
  now: number,
): string {
  if (!mode) return "No keys are set.";
  const keys = mode === "live" ? "Live keys" : "Test keys";
  const check = paymentsCheck?.providers[id];
  if (!paymentsCheck || check?.mode !== mode) return `${keys}; nobody has asked yet whether they are good.`;
  const asked = `asked ${ago(now - Date.parse(paymentsCheck.at))} by ${paymentsCheck.by}`;
  if (!check.answered) return `${keys} that did not work (${asked}).`;
  return check.gaps.length === 0
    ? `${keys}, valid (${asked}).`
    : `${keys}, valid, but something is missing (${asked}).`;
}

/** The pages that contracts rest on, each with who has read it as it is now. */
export function TextsCheck({ texts }: { texts: TextReading[] }) {
  return (
    <ul className="grid gap-4">
      {texts.map(({ path, title, mark, isCurrent }) => (
        <li key={path} className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <a href={path} className="inline-flex min-h-6 items-center text-moss underline underline-offset-4">
            {title}
          </a>
          {mark && (
            <span className="inline-flex items-center gap-2 text-sm text-ink-soft">
              {isCurrent && <Check aria-hidden className="size-4 text-moss" strokeWidth={2.5} />}
              <span>
                Read by {mark.by} on {displayLongMoment(mark.at)}
                {!isCurrent && "; it has changed since"}
              </span>
            </span>
          )}
          {!isCurrent && (
            <StepForm command={openingMarks.markRead} hidden={{ path }} button={`I have read ${title}`} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function StaffCheck({ facts: { staffWithoutFactor } }: CheckProps) {
  return (
    <p role="status">
      {staffWithoutFactor.length === 0
        ? "Everybody on the staff has a second factor."
        : `Without a second factor: ${staffWithoutFactor.join(", ")}. Where the shop is public they are led to set one up.`}
    </p>
  );
}

export function DemoCheck({ facts: { demoRows } }: CheckProps) {
  if (demoRows === 0) return <p role="status">No demo data is here.</p>;
  return (
    <StepForm command={openingMarks.removeDemo} button="Remove the demo data" look="danger">
      <p>
        It deletes what the demo made, {demoRows} rows: its customers, orders, papers, mails and sign-ins, and
        what was tried with them. Products, articles, settings and everything that you made stay. It cannot be
        undone. Sign in with an account of your own first.
      </p>
    </StepForm>
  );
}

export function FirstOrderCheck({ facts: { hasRefundedPayment, opened } }: CheckProps) {
  if (hasRefundedPayment && !opened) return <p role="status">An order was paid and its money given back.</p>;
  return (
    <div className="grid gap-4">
      <ol className="grid max-w-prose list-decimal gap-2 pl-5">
        <li>Add a product at £1 in the store settings, or take the cheapest that you have.</li>
        <li>Buy it with a card of your own, as a customer would, and wait for the confirmation by mail.</li>
        <li>Refund it in full from the order, and archive the product.</li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <SmallButtonLink to="/admin/settings?tab=Products">Add a product</SmallButtonLink>
        <SmallButtonLink to="/products">Buy it</SmallButtonLink>
        <SmallButtonLink to="/admin?tab=orders">Refund it</SmallButtonLink>
      </div>
    </div>
  );
}

export function OpenForTrade({ facts: { opened } }: CheckProps) {
  if (opened) return <p role="status">{openSince(opened)}</p>;
  return <StepForm command={openingMarks.open} button="Open for trade" />;
}

/** "Open for trade since 23 November 2026 at 12:00, by Ada Admin." */
export function openSince({ at, by }: OpeningMark): string {
  return `Open for trade since ${displayLongMoment(at)}, by ${by}.`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function ago(milliseconds: number): string {
  const [size, unit] =
    milliseconds < HOUR_MS
      ? [MINUTE_MS, "minute"]
      : milliseconds < DAY_MS
        ? [HOUR_MS, "hour"]
        : [DAY_MS, "day"];
  const count = Math.max(0, Math.floor(milliseconds / size));
  if (count === 0) return "just now";
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
