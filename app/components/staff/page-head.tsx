import { Link } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

interface PageHeadProps {
  above: { to: string; label: ReactNode };
  beside?: ReactNode;
  /** The title is smaller where much stands below it. */
  isDense?: boolean;
  children: ReactNode;
}

/** The title of a page for staff, and the way to the page above it. */
export function PageHead({ above, beside, isDense = false, children }: PageHeadProps) {
  return (
    <header>
      <p className="flex flex-wrap justify-between gap-x-4">
        <Link to={above.to} className="text-moss underline">
          {above.label}
        </Link>
        {beside}
      </p>
      <h1 className={isDense ? "mt-1 text-2xl" : "mt-1 text-3xl"}>{children}</h1>
    </header>
  );
}

interface NotThereProps extends Pick<ComponentProps<typeof EmptyState>, "title"> {
  /** Where what there is stands. */
  list: { to: string; label: string };
  children: ReactNode;
}

export function NotThere({ title, list, children }: NotThereProps) {
  return (
    <EmptyState title={title} headingLevel={1} action={<ButtonLink to={list.to}>{list.label}</ButtonLink>}>
      {children}
    </EmptyState>
  );
}
