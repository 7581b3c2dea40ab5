import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";

/** Labels with their values, one pair a line. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft max-sm:-mb-3">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? "moss" : "clay"}>{isVerified ? "Verified" : "Unverified"}</Badge>;
}
