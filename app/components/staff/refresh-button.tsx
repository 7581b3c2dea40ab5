import { Form, useLocation } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import type { FormEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { displayTime } from "#app/lib/display.ts";

interface RefreshButtonProps {
  /** When what is shown was read, in milliseconds. */
  updatedAt: number;
  refreshing: boolean;
  onRefresh: () => void;
}

/** Staff screens never refetch by themselves; without JavaScript the button loads the page again. */
export function RefreshButton({ updatedAt, refreshing, onRefresh }: RefreshButtonProps) {
  const { pathname, search } = useLocation();
  const refresh = (event: FormEvent) => {
    event.preventDefault();
    onRefresh();
  };
  return (
    <Form method="get" action={pathname} onSubmit={refresh} className="flex items-center gap-3">
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span role="status" className="text-sm text-ink-soft tabular-nums">
        updated {displayTime(updatedAt)}
      </span>
      <Button variant="secondary" size="small" pending={refreshing}>
        {!refreshing && <RefreshCw aria-hidden className="size-4" />}
        Refresh
      </Button>
    </Form>
  );
}
