import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { Notice as InlineNotice } from "#app/components/ui/notice.tsx";
import type { Notice } from "#server/http/notice.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Spec section 9: a toast is shown for 5 seconds, one at a time, at most 420 pixels wide. */
const TOAST_MILLISECONDS = 5000;
const TOAST_WIDTH = "min(420px, calc(100vw - 2rem))";

/** Shows a message as a toast. For what happens in the browser alone; actions set the notice cookie instead. */
export function showToast(notice: Notice): void {
  toast[notice.kind](notice.title, { description: notice.description });
}

/** The message an action left for this page, as a toast. */
export function NoticeToasts({ notice }: { notice: Notice | null }) {
  useEffect(() => {
    if (notice) showToast(notice);
  }, [notice]);

  return (
    <Toaster
      position="bottom-right"
      theme="system"
      visibleToasts={1}
      duration={TOAST_MILLISECONDS}
      closeButton
      containerAriaLabel="Messages"
      style={{ "--width": TOAST_WIDTH, fontFamily: "inherit" }}
      toastOptions={{ classNames: { toast: "shop-toast", error: "shop-toast-error" } }}
    />
  );
}

/** The same message in the page, for a browser without JavaScript: it gives way to the toast once that can show. */
export function NoticeInPage({ notice }: { notice: Notice | null }) {
  const hydrated = useHydrated();
  if (!notice || hydrated) return null;
  return (
    <div className="frame pt-4">
      <InlineNotice tone={notice.kind} title={notice.title}>
        {notice.description}
      </InlineNotice>
    </div>
  );
}
