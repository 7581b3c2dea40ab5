import { X } from "lucide-react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";

const DIALOG = "research-access";

/**
 * The way to the research report. The button opens the dialog with the browser's invoker commands, without JavaScript.
 * Older browsers show it as a popover.
 */
export function ResearchAccess({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass()}
        {...{ command: "show-modal", commandfor: DIALOG, popovertarget: DIALOG }}
      >
        Download Research Report
      </button>
      <a href="#publications" className={buttonClass({ variant: "secondary" })}>
        View Research Papers
      </a>
      <ResearchAccessDialog signedIn={signedIn} />
    </>
  );
}

const benefits = [
  "The research report as a PDF, to read and to keep",
  "New reports as soon as they come out",
  "Your orders and invoices in one place",
];

/** How to get access to the research report. */
function ResearchAccessDialog({ signedIn }: { signedIn: boolean }) {
  return (
    <dialog
      id={DIALOG}
      aria-labelledby="research-access-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-xl bg-surface p-0 text-ink shadow-raised"
      {...{ popover: "auto" }}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-6 py-4">
        <h2 id="research-access-title" className="text-xl">
          Access Research Reports
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="-mr-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
          {...{ command: "close", commandfor: DIALOG, popovertarget: DIALOG, popovertargetaction: "hide" }}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="space-y-5 px-6 py-5">
        <p>Our research reports are free for everyone with an account. With one you get:</p>
        <ul className="list-disc space-y-1.5 pl-5 text-ink-soft marker:text-moss">
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        {signedIn && (
          <p className="rounded-lg bg-moss-soft px-4 py-3">
            You are signed in:{" "}
            <a href="/account" className="text-moss underline underline-offset-4">
              your account
            </a>{" "}
            has the report.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <a href="/register" className={buttonClass()}>
            Create Free Account
          </a>
          <a
            href="/login"
            className={classNames(
              buttonClass({ variant: "secondary" }),
              "py-2 text-center leading-snug text-balance",
            )}
          >
            Already have an account? Sign In
          </a>
        </div>
        <p className="text-sm text-ink-soft">
          We use email verification: after you register we send you a link, and the report is unlocked once
          you have opened it.
        </p>
      </div>
    </dialog>
  );
}
