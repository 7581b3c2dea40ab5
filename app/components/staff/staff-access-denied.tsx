import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

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
