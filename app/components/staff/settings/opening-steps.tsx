import { Link, useNavigate } from "@remix-run/react";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { SmallButtonLink, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayLongMoment } from "#server/core/shop-time.ts";
import type { ChecklistItem, OpeningFacts } from "#server/doctor/launch-checklist.ts";
import {
  type OpeningMark,
  type OpeningStepKey,
  type OpeningStepState,
  openingMarks,
  type PaymentsCheck,
  type TextReading,
} from "#server/doctor/opening-steps.ts";
import { type PaymentModes, type ProviderId, providerProfiles } from "#server/payments/provider-list.ts";

interface OpeningStepsProps {
  steps: readonly OpeningStepState[];
  open: OpeningStepKey | null;
  bodyOf: (step: OpeningStepState) => ReactNode;
}

/** The steps in their order, each done or not done at a glance. */
export function OpeningSteps({ steps, open, bodyOf }: OpeningStepsProps) {
  return (
    <ol className="grid gap-3">
      {steps.map((step, index) => (
        <li key={step.key}>
          {/* What somebody opened by hand stays open: something may be typed into it. */}
          <details
            id={step.key}
            open={open === step.key}
            className="group rounded-xl border border-line bg-surface"
          >
            <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-6">
              <StepMark done={step.items.length === 0} number={index + 1} />
              <h2 className="min-w-0 flex-1 font-text text-base font-semibold">{step.title}</h2>
              <StepBadge items={step.items} />
              <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
            </summary>
            <div className="grid gap-5 border-t border-line px-4 py-5 sm:px-6">
              <p className="max-w-prose text-ink-soft">{step.why}</p>
              <OpenItems items={step.items} />
              {bodyOf(step)}
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ done, number }: { done: boolean; number: number }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums",
        done ? "bg-moss-soft text-moss-strong" : "bg-sunken text-ink",
      )}
    >
      {done ? <Check className="size-4" strokeWidth={2.5} /> : number}
    </span>
  );
}

function StepBadge({ items }: { items: readonly ChecklistItem[] }) {
  if (items.length === 0) return <Badge tone="moss">Done</Badge>;
  const isUrgent = items.some((item) => item.isUrgent);
  return <Badge tone={isUrgent ? "clay" : "outline"}>{items.length} to settle</Badge>;
}

/** What is still to be done, in the words of `npm run doctor`. */
function OpenItems({ items }: { items: readonly ChecklistItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {items.map(({ key, title, sentence, isUrgent }) => (
        <li key={key} className="border-l-4 border-l-clay pl-4 text-[0.9375rem]">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {isUrgent && <Badge tone="clay">Real money moves</Badge>}
          </p>
          <p className="mt-0.5 max-w-prose text-ink-soft">{sentence}</p>
        </li>
      ))}
    </ul>
  );
}

/** Links to where a step's things are done. */
export function StepLinks({ links }: { links: readonly { label: string; to: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className="inline-flex min-h-6 items-center text-moss underline underline-offset-4">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The form of a step; once it is done the first step that is not done is open. */
export function StepForm<Result>(props: ComponentProps<typeof CommandForm<Result>>) {
  const navigate = useNavigate();
  return (
    <CommandForm
      keepsTexts
      className="grid max-w-prose gap-4"
      {...props}
      onDone={() => navigate("/admin/opening")}
    />
  );
}

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
