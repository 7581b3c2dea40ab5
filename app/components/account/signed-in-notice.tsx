import { Form, Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import { isStaffRole, roleDisplayName } from "#server/access/roles.ts";

/** On a sign-in screen: who is signed in already, with the ways on. */
export function SignedInNotice() {
  const actor = useRootData()?.actor;
  if (!actor?.signedIn || actor.role === null) return null;
  const staff = isStaffRole(actor.role);
  return (
    <Notice title={`You are signed in as ${actor.name} (${roleDisplayName(actor.role)}).`}>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {staff && (
          <Link to="/admin" className="underline">
            Admin Dashboard
          </Link>
        )}
        <Form method="post" action="/logout" navigate={false}>
          <Button variant="secondary" size="small">
            Sign out
          </Button>
        </Form>
      </div>
    </Notice>
  );
}
