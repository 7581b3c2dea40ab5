import { type ReactNode, useId } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { RefreshButton, RefreshRefused } from "./refresh-button.tsx";

interface StaffPanelProps {
  /** Of its heading: "enquiries". */
  id: string;
  title: string;
  /** Below the title. */
  note?: ReactNode;
  /** What its query answered with, as far as the header tells of it. */
  list: { dataUpdatedAt: number; isFetching: boolean; error: unknown };
  onRefresh: () => void;
  /** Beside the refresh button. */
  actions?: ReactNode;
  /** The form that narrows what is shown. */
  search?: ReactNode;
  /** "the enquiries": what could not be refreshed. */
  what: string;
  children: ReactNode;
}

/** What is inside a tab of the staff's screens: a title, a visible refresh, a search, and what was found. */
export function StaffPanel({
  id,
  title,
  note,
  list,
  onRefresh,
  actions,
  search,
  what,
  children,
}: StaffPanelProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {note && <p className="text-sm text-ink-soft">{note}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">
          <RefreshButton updatedAt={list.dataUpdatedAt} refreshing={list.isFetching} onRefresh={onRefresh} />
          {actions}
        </div>
      </header>
      {search}
      <RefreshRefused what={what} error={list.error} />
      {children}
    </section>
  );
}

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
