import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";

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
        <TextLink to={above.to}>{above.label}</TextLink>
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

interface StaffAccessDeniedProps {
  /** The page that was asked for: whoever signs in comes back to it. */
  page: string;
  /** What they may not do, in a sentence. */
  children: ReactNode;
}

/** What somebody who is not signed in, or lacks the permission, finds at a page of the staff's. */
export function StaffAccessDenied({ page, children }: StaffAccessDeniedProps) {
  return (
    <div className="frame py-12">
      <Card className="mx-auto max-w-xl">
        <EmptyState
          title="Access Denied"
          headingLevel={1}
          action={<ButtonLink to={`/admin/login?next=${page}`}>Go to Admin Login</ButtonLink>}
        >
          {children}
        </EmptyState>
      </Card>
    </div>
  );
}

export function AdminAccessRequired() {
  return (
    <div className="frame py-12">
      <EmptyState
        title="Admin Access Required"
        headingLevel={1}
        action={<ButtonLink to="/admin/login">Go to Admin Login</ButtonLink>}
      >
        This area is for administrators and shop managers. Please sign in with a staff account.
      </EmptyState>
    </div>
  );
}

/** Of a page that was refused what it says itself; of any other fault what every page says. */
export function UnlessRefused({ children }: { children: ReactNode }) {
  const error = useRouteError();
  const refused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  return refused ? children : <PageError />;
}
