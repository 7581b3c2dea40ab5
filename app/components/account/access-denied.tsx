import type { ReactNode } from "react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

interface AccessDeniedProps {
  children: ReactNode;
  /** Where to come back to after signing in; without it another way on is offered. */
  next?: string;
}

/** What somebody who is not signed in sees of the account pages. */
export function AccessDenied({ children, next }: AccessDeniedProps) {
  return (
    <div className="frame py-12">
      <EmptyState
        title="Access Denied"
        headingLevel={1}
        action={
          next === undefined ? (
            <ButtonLink to="/account">Go to your account</ButtonLink>
          ) : (
            <ButtonLink to={`/login?next=${encodeURIComponent(next)}`}>Go to Login</ButtonLink>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
