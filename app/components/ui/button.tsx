import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
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

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const base =
  "inline-flex items-center justify-center gap-2 rounded-full border py-1 font-medium leading-tight no-underline " +
  "transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60";

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-moss text-on-moss hover:bg-moss-strong",
  secondary: "border-line-strong bg-transparent text-ink hover:border-ink hover:bg-sunken",
  quiet: "border-transparent bg-transparent text-ink hover:bg-sunken",
  danger: "border-transparent bg-clay text-on-clay hover:bg-clay-strong",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-9 px-4 text-sm",
  medium: "min-h-11 px-5 text-[0.9375rem]",
  large: "min-h-13 px-7 text-base",
};

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The look of a button, for elements other than the two components below. */
export function buttonClass({ variant = "primary", size = "medium" }: ButtonStyle = {}): string {
  return `${base} ${variants[variant]} ${sizes[size]}`;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /**
   * While true the button takes no second press, and shows a spinner (with `pendingLabel` when given) once it takes
   * longer than a moment.
   */
  pending?: boolean;
  pendingLabel?: ReactNode;
}

export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  children,
  disabled,
  type = "submit",
  ...rest
}: ButtonProps) {
  const shown = useShownWhilePending(pending);
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classNames(
        buttonClass({ variant, size }),
        pending && !shown && !disabled && "disabled:opacity-100!",
        className,
      )}
    >
      {shown && <Spinner className="size-4" />}
      <span className="contents">{shown && pendingLabel !== undefined ? pendingLabel : children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}
