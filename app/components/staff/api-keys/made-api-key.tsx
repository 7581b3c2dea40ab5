import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { MadeKey } from "#server/api-keys/api-key.schema.ts";

/** A new key, the only time that it is shown. */
export function MadeApiKey({ made: { name, token } }: { made: MadeKey }) {
  const shown = useRef<HTMLElement>(null);
  // The form that made it stands below, and may have been all that was in view.
  useEffect(() => {
    if (token) shown.current?.focus();
  }, [token]);
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    showToast({ kind: "success", title: "API key copied" });
  };
  return (
    <Notice tone="success" title={`The key “${name}” was made. Copy it now: it is not shown again.`}>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code
          ref={shown}
          tabIndex={-1}
          className="rounded border border-line-strong bg-surface px-3 py-2 break-all select-all"
        >
          {token}
        </code>
        <Button type="button" variant="secondary" size="small" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" /> Copy
        </Button>
      </div>
    </Notice>
  );
}
