import { Link } from "@remix-run/react";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage } from "#app/lib/trpc.ts";

interface RefreshRefusedProps {
  /** "the orders" */
  what: string;
  error: unknown;
}

/** A refetch that failed: what is on the screen stays, and says that it is old. */
export function RefreshRefused({ what, error }: RefreshRefusedProps) {
  if (!error) return null;
  return (
    <Notice tone="error" title={`Could not refresh ${what}`}>
      {serverMessage(error, "What you see is from the time given above. Please try again.")}{" "}
      <Link to="/admin/login?next=/admin" className="underline">
        Admin Login
      </Link>
    </Notice>
  );
}
