import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

/** Spec section 2: what who is not signed in, or may not see users, finds at /admin/users. */
export function UsersAccessDenied() {
  return (
    <div className="frame py-12">
      <Card className="mx-auto max-w-xl">
        <EmptyState
          title="Access Denied"
          headingLevel={1}
          action={<ButtonLink to="/admin/login?next=/admin/users">Go to Admin Login</ButtonLink>}
        >
          You don't have permission to manage users.
        </EmptyState>
      </Card>
    </div>
  );
}
