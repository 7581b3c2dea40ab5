import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Toaster as SonnerToaster, toast } from "sonner";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayTime } from "#app/lib/display.ts";
import { useStaffPage } from "#app/lib/document/route-handle.ts";
import { type Message, messages, TOASTS } from "#app/lib/messages.ts";
import { askToUndo } from "#app/lib/staff-events.ts";

const style: CSSProperties & { "--width": string } = {
  "--width": `min(${TOASTS.widestPixels}px, calc(100vw - 2rem))`,
  fontFamily: "inherit",
};

/**
 * Shows the open message as a toast, and lists dismissed ones below the page. sonner draws toasts and announces them;
 * messages.ts decides how long they stay (docs/rules.md#messages-2). Loaded separately, see
 * notice-toasts.tsx.
 */
export function Toaster() {
  const all = useSyncExternalStore(messages.subscribe, messages.list);
  const shown = all.find(({ open }) => open);
  const region = useRef<HTMLElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const [place] = useState(() => document.createElement("div"));

  useEffect(() => {
    if (!shown) return;
    const { id, kind, title, description } = shown;
    const onDismiss = () => messages.dismiss(id);
    const action = <UndoButton message={shown} />;
    toast[kind](title, { id, description, action, duration: Number.POSITIVE_INFINITY, onDismiss });
    return () => void toast.dismiss(id);
  }, [shown]);

  useEffect(() => (region.current ? holdWhileRead(region.current) : undefined), []);
  useEffect(() => (home.current ? keepInReach(place, home.current) : undefined), [place]);

  return (
    <>
      <RecentMessages messages={all.filter(({ open }) => !open)} />
      <div ref={home} />
      {createPortal(
        <SonnerToaster
          ref={region}
          position="bottom-right"
          theme="system"
          visibleToasts={TOASTS.atOnce}
          closeButton
          containerAriaLabel="Messages"
          style={style}
          toastOptions={{ classNames: { toast: "shop-toast", error: "shop-toast-error" } }}
        />,
        place,
      )}
    </>
  );
}

/** Only the frame of staff's pages takes something back: on a page of the shop a message does not offer it. */
function UndoButton({ message: { id, undo, takeBack } }: { message: Message }) {
  const { frame } = useStaffPage();
  const what = takeBack ?? undo;
  if (!frame || what === undefined) return null;
  return (
    <button
      type="button"
      data-key="undo"
      onClick={() => {
        messages.dismiss(id);
        askToUndo(what);
      }}
      className="ml-auto min-h-9 shrink-0 px-3 font-medium underline underline-offset-4"
    >
      Undo
    </button>
  );
}

/**
 * All outside of a modal dialog is inert, and not read aloud: messages stand in the one over everything while it is
 * open, else at home. Returns how to stop.
 */
function keepInReach(place: HTMLElement, home: HTMLElement): () => void {
  const move = () => {
    const reached = [...document.querySelectorAll("dialog:modal")].at(-1) ?? home;
    if (place.parentElement !== reached) reached.append(place);
  };
  const observer = new MutationObserver(move);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
  move();
  return () => observer.disconnect();
}

/** Toasts stay while the pointer or the focus is on them, and while the tab is hidden (docs/rules.md#messages-1). */
function holdWhileRead(region: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  region.addEventListener("pointerenter", () => messages.hold("pointer"), { signal });
  region.addEventListener("pointerleave", () => messages.release("pointer"), { signal });
  region.addEventListener("focusin", () => messages.hold("focus"), { signal });
  region.addEventListener("focusout", () => messages.release("focus"), { signal });
  const look = () => (document.hidden ? messages.hold("hidden") : messages.release("hidden"));
  document.addEventListener("visibilitychange", look, { signal });
  look();
  messages.release("loading");
  return () => {
    listening.abort();
    messages.hold("loading");
  };
}

/** The messages of the last quarter of an hour, for people who need more than five seconds to read (WCAG 2.2.1). */
function RecentMessages({ messages }: { messages: readonly Message[] }) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // It opens at the end of the page, where there may be no visible room.
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  if (messages.length === 0) return null;
  return (
    <aside aria-label="Recent messages" className="border-t border-line bg-sunken">
      <details className="frame py-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer py-1.5 text-sm">Recent messages ({messages.length})</summary>
        {open && (
          <ul ref={list} className="grid max-w-prose gap-3 py-3">
            {messages.map(({ id, kind, title, description, at }) => (
              <li
                key={id}
                className={classNames("border-l-4 pl-3", kind === "error" ? "border-clay" : "border-moss")}
              >
                <p className="flex flex-wrap justify-between gap-x-4">
                  <strong className="font-semibold">{title}</strong>
                  <time dateTime={new Date(at).toISOString()} className="text-sm text-ink-soft">
                    {displayTime(at)}
                  </time>
                </p>
                {description && <p className="text-[0.9375rem]">{description}</p>}
              </li>
            ))}
          </ul>
        )}
      </details>
    </aside>
  );
}
