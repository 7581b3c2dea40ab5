import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type BadgeTone = "neutral" | "moss" | "clay" | "lake" | "ink" | "outline";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink",
  moss: "bg-moss-soft text-moss-strong",
  clay: "bg-clay-soft text-clay-strong",
  lake: "bg-lake-soft text-lake-strong",
  ink: "bg-ink text-paper",
  outline: "border border-line-strong text-ink-soft",
};

interface BadgeProps {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}

/** A short label on a thing. */
export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center rounded-full px-2.5 py-1 font-text text-xs font-medium leading-none tracking-normal",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
