import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from "react";
import { classNames } from "./class-names.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** In the middle of the screen, or slid in from the right edge. */
  placement?: "centre" | "right";
  className?: string;
}

const placements = {
  centre: "m-auto w-[min(36rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-xl",
  right: "dialog-from-right ml-auto mr-0 my-0 h-dvh max-h-none w-[min(28rem,100vw)] max-w-none",
};

/**
 * The browser's own modal dialog, which traps the focus and restores it. `onClose` decides whether it closes, also on
 * Escape: unsaved changes may need a question first.
 */
export function Dialog({ open, onClose, title, children, placement = "centre", className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // React renders no `autofocus` attribute, which the browser needs here.
      dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current) onClose();
  };

  const closeOnEscape = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };

  /**
   * Fires however it was closed, and on a busy machine once it is open again, when `onClose` would undo that. React also
   * reports the close of a dialog inside this one.
   */
  const onClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === ref.current && open && !ref.current.open) onClose();
  };

  /** The back gesture of a phone. */
  const closeOnCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== ref.current) return;
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClosed}
      onCancel={closeOnCancel}
      onClick={closeOnBackdrop}
      onKeyDown={closeOnEscape}
      className={classNames(
        "flex-col overflow-hidden bg-surface p-0 text-ink shadow-raised open:flex",
        placements[placement],
        className,
      )}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-6 py-4">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          className="-mr-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
        >
          <X aria-hidden className="size-5" />
        </button>
      </header>
      {/* Relative, so that text for screen readers scrolls along instead of sticking out below. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5">{children}</div>
    </dialog>
  );
}
