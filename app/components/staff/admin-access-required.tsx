import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

/** What everybody but staff sees at /admin. */
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
