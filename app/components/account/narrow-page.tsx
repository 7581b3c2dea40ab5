import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";

interface NarrowPageProps {
  title: string;
  /** One line below the title. */
  intro?: ReactNode;
  /** Between the title and the card. */
  above?: ReactNode;
  /** Below the card, for example a link to another page. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page with one short form or one result. */
export function NarrowPage({ title, intro, above, footer, children }: NarrowPageProps) {
  return (
    <div className="frame grid justify-items-center py-12 sm:py-20">
      <div className="grid w-full max-w-md gap-6">
        <header>
          <h1 className="text-3xl">{title}</h1>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
        </header>
        {above}
        <Card className="grid gap-5">{children}</Card>
        {footer}
      </div>
    </div>
  );
}
