import { type CSSProperties, useEffect, useState } from "react";
import { Notice as InlineNotice } from "#app/components/ui/notice.tsx";
import type { Notice } from "#server/http/notice.ts";
import { TOASTS } from "./timings.ts";
import { useHydrated } from "./use-hydrated.ts";

const toasterStyle: CSSProperties & { "--width": string } = {
  "--width": `min(${TOASTS.widestPixels}px, calc(100vw - 2rem))`,
  fontFamily: "inherit",
};

type Sonner = typeof import("sonner");

/** Resolved once the toaster stands in the page, since sonner drops what comes before. */
let toasterStands: (sonner: Sonner) => void = () => undefined;
const toaster = new Promise<Sonner>((resolve) => {
  toasterStands = resolve;
});

/** What a person does before anything can have a message for them, and a message itself. */
const TOAST_WANTED = "shop:toast-wanted";
const firstSigns = ["pointerdown", "keydown", "focusin", TOAST_WANTED];

/** Shows a message as a toast. For what happens in the browser alone; actions set the notice cookie instead. */
export async function showToast(notice: Notice): Promise<void> {
  window.dispatchEvent(new Event(TOAST_WANTED));
  const { toast } = await toaster;
  toast[notice.kind](notice.title, { description: notice.description });
}

/**
 * The message an action left for this page, as a toast. sonner is fetched when there is one, or when the page is
 * first touched: its live region must stand before a message does, or screen readers may stay silent.
 */
export function NoticeToasts({ notice }: { notice: Notice | null }) {
  const [sonner, setSonner] = useState<Sonner>();

  useEffect(() => {
    const fetchSonner = () => void import("sonner").then((module) => setSonner(module));
    if (notice) fetchSonner();
    for (const sign of firstSigns) window.addEventListener(sign, fetchSonner, { once: true, passive: true });
    return () => {
      for (const sign of firstSigns) window.removeEventListener(sign, fetchSonner);
    };
  }, [notice]);

  useEffect(() => {
    if (sonner) toasterStands(sonner);
  }, [sonner]);

  useEffect(() => {
    if (notice) void showToast(notice);
  }, [notice]);

  if (!sonner) return null;
  return (
    <sonner.Toaster
      position="bottom-right"
      theme="system"
      visibleToasts={TOASTS.atOnce}
      duration={TOASTS.milliseconds}
      closeButton
      containerAriaLabel="Messages"
      style={toasterStyle}
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
