import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { classNames } from "./class-names.ts";

interface SpinnerProps {
  className?: string;
  /** Announced when the spinner stands alone; leave it out beside text that says the same. */
  label?: string;
}

/** Something is loading. */
export function Spinner({ className, label }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className={classNames("animate-spin", className ?? "size-6")}
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** In the place of something that is on its way: nothing at first, so that what is quick does not flash. */
export function SpinnerInPlace({ label }: { label: string }) {
  const shown = useShownWhilePending(true);
  return (
    <p data-pending="" className="flex min-h-22 items-center justify-center">
      {shown && <Spinner label={label} />}
    </p>
  );
}
