import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A button or a link to go on with. */
  action?: ReactNode;
  /** 2, unless the state fills the whole page. */
  headingLevel?: 1 | 2 | 3;
}

/** Says plainly that there is nothing to show, and offers a way on. */
export function EmptyState({ title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div data-empty-state className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}
