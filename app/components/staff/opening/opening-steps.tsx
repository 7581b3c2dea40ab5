import { Link, useNavigate } from "@remix-run/react";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import type { TradeGap } from "#server/doctor/launch-checklist.ts";
import type { OpeningStepKey, OpeningStepState } from "#server/doctor/opening-steps.ts";

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
          {/* Anew where another step is asked for: the browser keeps what somebody opened by hand. */}
          <details
            key={open}
            id={step.key}
            open={open === step.key}
            className="group rounded-xl border border-line bg-surface"
          >
            <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-6">
              <StepMark done={step.gaps.length === 0} number={index + 1} />
              <h2 className="min-w-0 flex-1 font-text text-base font-semibold">{step.title}</h2>
              <StepBadge gaps={step.gaps} />
              <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
            </summary>
            <div className="grid gap-5 border-t border-line px-4 py-5 sm:px-6">
              <p className="max-w-prose text-ink-soft">{step.why}</p>
              <Gaps gaps={step.gaps} />
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

function StepBadge({ gaps }: { gaps: readonly TradeGap[] }) {
  if (gaps.length === 0) return <Badge tone="moss">Done</Badge>;
  const isUrgent = gaps.some((gap) => gap.isUrgent);
  return <Badge tone={isUrgent ? "clay" : "outline"}>{gaps.length} to settle</Badge>;
}

/** What is still to be done, in the words of `npm run doctor`. */
function Gaps({ gaps }: { gaps: readonly TradeGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {gaps.map(({ key, title, sentence, isUrgent }) => (
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
