import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";

interface Refusal {
  title: string;
  message: string;
}

interface RefusalNoticeProps {
  refusal: Refusal | null | undefined;
  /** What the form library gets: when a field is at fault, the page begins there instead. */
  result?: SubmissionResult | undefined;
}

/** Why the last attempt was refused, where the page begins; a toast as well, which goes while this stays. */
export function RefusalNotice({ refusal, result }: RefusalNoticeProps) {
  useEffect(() => {
    if (refusal) showToast({ kind: "error", title: refusal.title, description: refusal.message });
  }, [refusal]);

  if (!refusal) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with a refusal begins there (docs/rules.md#messages-3)
    <div tabIndex={-1} autoFocus={!result?.error} className="outline-none">
      <Notice tone="error" title={refusal.title}>
        {refusal.message}
      </Notice>
    </div>
  );
}
