import { type ComponentType, useEffect, useState } from "react";
import { Notice as InlineNotice } from "#app/components/ui/notice.tsx";
import type { Notice } from "#server/http/notice.ts";
import { messages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The events that come before any message can be meant for this person. */
const firstSigns = ["pointerdown", "keydown", "focusin"];

/** Shows a message as a toast. For what happens in the browser alone; actions set the notice cookie instead. */
export function showToast(notice: Notice): void {
  messages.show(notice);
}

interface NoticeToastsProps {
  notice: Notice | null;
  /** The messages' owner: the next person at this screen must not read them. */
  reader: string | null;
}

/**
 * The message an action left for this page, as a toast. What draws toasts is fetched when there is one, or when the page
 * is first touched: its live region must stand before a message does, or screen readers may stay silent.
 */
export function NoticeToasts({ notice, reader }: NoticeToastsProps) {
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    const fetchToaster = () =>
      import("#app/components/layout/toaster.tsx").then(
        (module) => setToaster(() => module.Toaster),
        // The next message tries again.
        () => undefined,
      );
    // The page's own effects have shown their messages before this effect runs.
    if (messages.list().length > 0) fetchToaster();
    const unsubscribe = messages.subscribe(fetchToaster);
    for (const sign of firstSigns) window.addEventListener(sign, fetchToaster, { once: true, passive: true });
    return () => {
      unsubscribe();
      for (const sign of firstSigns) window.removeEventListener(sign, fetchToaster);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is somebody else
  useEffect(() => () => messages.forget(), [reader]);

  useEffect(() => {
    if (notice) showToast(notice);
  }, [notice]);

  return Toaster ? <Toaster /> : null;
}

/** The same message in the page, for a browser without JavaScript: it gives way to the toast once that can show. */
export function NoticeInPage({ notice }: { notice: Notice | null }) {
  const hydrated = useHydrated();
  if (!notice || hydrated) return null;
  return (
    <div className="frame pt-4">
      <InlineNotice tone={notice.kind} title={notice.title}>
        {notice.description}
        {notice.links && (
          <span className="flex flex-wrap gap-x-6">
            {notice.links.map(({ to, label }) => (
              <a key={to} href={to} className="inline-block py-1 underline underline-offset-4">
                {label}
              </a>
            ))}
          </span>
        )}
      </InlineNotice>
    </div>
  );
}
