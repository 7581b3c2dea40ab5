import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";

interface SectionProps {
  heading: ReactNode;
  /** So that other pages can point here. */
  id?: string;
  /** A sentence under the heading. */
  intro?: string;
  children: ReactNode;
}

/** What it is about on the left, what is said of it on the right. */
export function Section({ heading, id, intro, children }: SectionProps) {
  return (
    <section id={id} className="frame grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[4fr_8fr] lg:py-16">
      <div className="self-start lg:sticky lg:top-24">
        <h2 className="text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-md text-ink-soft">{intro}</p>}
      </div>
      <div className="min-w-0 space-y-8">{children}</div>
    </section>
  );
}

/** A section across the whole page, on a darker ground unless it is plain: for a drawing or for figures. */
export function Band({ heading, id, intro, plain = false, children }: SectionProps & { plain?: boolean }) {
  return (
    <section id={id} className={plain ? undefined : "bg-sunken"}>
      <div className="frame py-12 lg:py-20">
        <h2 className="max-w-3xl text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-2xl text-lg text-ink-soft">{intro}</p>}
        <div className="mt-8 lg:mt-12">{children}</div>
      </div>
    </section>
  );
}

/** Running text. */
export function Text({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames("prose text-ink-soft [&_:is(h3,strong)]:text-ink", className)}>{children}</div>
  );
}

/** One sentence that carries the page. */
export function PullQuote({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-3xl border-l-4 border-moss pl-5 font-display text-2xl leading-snug lg:text-3xl">
      {children}
    </p>
  );
}
