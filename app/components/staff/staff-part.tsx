import { type ReactNode, useId } from "react";
import { Card } from "#app/components/ui/card.tsx";

/** A part of a staff page about one thing: a card with a heading. */
export function StaffPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}
