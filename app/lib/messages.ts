import type { Notice } from "#server/http/notice.ts";

/**
 * Toasts: one at a time, shown for 5 seconds, at most 420 pixels wide; one that was dismissed is kept for 1,000,000 ms
 * (16 minutes 40 seconds).
 */
export const TOASTS = { atOnce: 1, shownMs: 5000, readableMs: 1_000_000, widestPixels: 420 } as const;

/** The wait before a newsletter's code is checked. */
export const VERIFICATION_DELAY_MS = 1000;

/** Shown as a toast while it is open, and kept after it was dismissed for anyone who wants to read it again. */
export interface Message extends Notice {
  id: number;
  /** When it was shown: milliseconds since 1970. */
  at: number;
  open: boolean;
}

/** Why an open message stays beyond its time: nobody can see it yet, or somebody is reading it. */
type Hold = "loading" | "hidden" | "pointer" | "focus";

/**
 * The messages of a page with their times (docs/rules.md#messages-1). Nothing here is drawn (see toaster.tsx): they are
 * held back as "loading" until something that draws them says otherwise.
 */
export function makeMessages() {
  let messages: readonly Message[] = [];
  let newestId = 0;
  const listeners = new Set<() => void>();
  const holds = new Set<Hold>(["loading"]);
  let leftMs = 0;
  let countdown: { timer: ReturnType<typeof setTimeout>; since: number } | undefined;

  const openOne = () => messages.find(({ open }) => open);

  function change(next: readonly Message[]): void {
    messages = next;
    for (const listener of listeners) listener();
  }

  function pause(): void {
    if (!countdown) return;
    clearTimeout(countdown.timer);
    leftMs -= Date.now() - countdown.since;
    countdown = undefined;
  }

  function resume(): void {
    const message = openOne();
    if (!message || countdown || holds.size > 0) return;
    countdown = { timer: setTimeout(() => dismiss(message.id), leftMs), since: Date.now() };
  }

  function dismiss(id: number): void {
    if (openOne()?.id !== id) return;
    pause();
    // The element that had the pointer or the focus may be removed without an event.
    holds.delete("pointer");
    holds.delete("focus");
    change(messages.map((message) => (message.id === id ? { ...message, open: false } : message)));
    setTimeout(() => change(messages.filter((message) => message.id !== id)), TOASTS.readableMs);
  }

  return {
    /** Newest first; the same array until something changes. */
    list: () => messages,
    /** @returns how to stop listening */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Opens one and dismisses the one that is open: they are shown one at a time. */
    show(notice: Notice): void {
      const shown = openOne();
      if (shown) dismiss(shown.id);
      newestId += 1;
      leftMs = TOASTS.shownMs;
      change([{ ...notice, id: newestId, at: Date.now(), open: true }, ...messages]);
      resume();
    },
    dismiss,
    /** Drops all of them: another person is signed in now. */
    forget(): void {
      pause();
      change([]);
    },
    hold(why: Hold): void {
      holds.add(why);
      pause();
    },
    release(why: Hold): void {
      holds.delete(why);
      resume();
    },
  };
}

/** Those of this tab. The server has none: it sends a notice with the page. */
export const messages = makeMessages();
