import { Link } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayTime } from "#app/lib/display.ts";
import { serverMessage } from "#app/lib/trpc.ts";

interface RefreshButtonProps {
  /** When what is shown was read, in milliseconds. */
  updatedAt: number;
  refreshing: boolean;
  onRefresh: () => void;
}

/** Staff screens never refetch by themselves. */
export function RefreshButton({ updatedAt, refreshing, onRefresh }: RefreshButtonProps) {
  return (
    <div className="flex items-center gap-3">
      <span role="status" className="text-sm text-ink-soft tabular-nums max-sm:sr-only">
        updated {displayTime(updatedAt)}
      </span>
      <Button type="button" variant="secondary" size="small" pending={refreshing} onClick={onRefresh}>
        {!refreshing && <RefreshCw aria-hidden className="size-4" />}
        <span>Refresh</span>
      </Button>
    </div>
  );
}

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
