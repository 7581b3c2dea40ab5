import { type Location, useBeforeUnload, useBlocker, useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";

/**
 * While something typed is not saved: asks before another page, another tab of the screen, the close of a dialog that
 * has an address, and the browser's close. Part of the frame, because a page can be held by one question only.
 */
export function AskBeforeLeaving() {
  useEffect(followTexts, []);
  useBeforeUnload(
    useCallback((event) => {
      if (wouldBeLost()) event.preventDefault();
    }, []),
  );
  const leaves = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      !leaves.current &&
      wouldBeLost(),
  );
  const navigate = useNavigate();
  const { key } = useLocation();
  // The router forgets what it has blocked whenever the page is read again (remix-run/react-router#13439).
  const [asked, setAsked] = useState<{ from: string; to: Location }>();
  useEffect(() => {
    if (blocker.state === "blocked") setAsked({ from: key, to: blocker.location });
  }, [blocker, key]);
  const stay = () => {
    setAsked(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    setAsked(undefined);
    if (blocker.proceed) return blocker.proceed();
    leaves.current = true;
    if (asked) navigate(asked.to);
    leaves.current = false;
  };
  return (
    <Dialog open={asked?.from === key} onClose={stay} title="Leave without saving?">
      <p>What you changed is not saved yet.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="button" onClick={stay} data-first-focus>
          Stay here
        </Button>
        <Button type="button" variant="danger" onClick={leave}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether a form of the page holds something that is not saved. */
function wouldBeLost(): boolean {
  return [...document.forms].some((form) => form.dataset.givenUp === undefined && isUnsaved(form));
}

/** Some forms know what in them is not saved; of the others, what was typed and neither sent nor taken out again. */
function isUnsaved(form: HTMLFormElement): boolean {
  const { unsaved } = form.dataset;
  if (unsaved !== undefined) return unsaved === "yes";
  return [...form.elements].some((field) => isTyped(field, form));
}

/** Goes somewhere without asking about one form; about the others of the page it asks. */
export function leaveUnasked(form: HTMLFormElement | null | undefined, go: () => void): void {
  if (form) form.dataset.givenUp = "";
  go();
  if (form) delete form.dataset.givenUp;
}

/** What stood in a field before somebody typed, and when it was sent last. */
interface Text {
  before: string;
  sent?: string;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const texts = new WeakMap<TextField, Text>();

const notText = new Set(["hidden", "search", "checkbox", "radio", "file", "button", "submit", "reset"]);

/** A field of a form that changes something, also one that only a script sends. Searches and filters lose nothing. */
function isText(target: unknown): target is TextField {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return (
    isField &&
    !notText.has(target.type) &&
    target.role !== "combobox" &&
    target.form !== null &&
    target.form.getAttribute("method") !== "get"
  );
}

function noticeFocus({ target }: Event): void {
  if (isText(target) && !texts.has(target)) texts.set(target, { before: target.value });
}

/** A text that a script put there, such as the beginning of an answer, may come before the focus does. */
function noticeInput({ target }: Event): void {
  if (isText(target) && !texts.has(target)) texts.set(target, { before: target.defaultValue });
}

/** A form that is checked while somebody types is submitted by a hidden button of conform's, and nothing is sent. */
export function isOnlyChecked(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.hidden === true;
}

function noticeSubmit(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLFormElement) || isOnlyChecked(event)) return;
  for (const field of target.elements) {
    const text = isText(field) ? texts.get(field) : undefined;
    if (text && isText(field)) text.sent = field.value;
  }
}

/** Follows what is typed into the forms of the page, until what this returns is called. */
function followTexts(): () => void {
  // Before anything that stops an event on its way.
  const listeners = [
    ["focusin", noticeFocus],
    ["input", noticeInput],
    ["submit", noticeSubmit],
  ] as const;
  for (const [name, notice] of listeners) window.addEventListener(name, notice, true);
  return () => {
    for (const [name, notice] of listeners) window.removeEventListener(name, notice, true);
  };
}

function isTyped(field: Element, form: HTMLFormElement): boolean {
  const text = isText(field) ? texts.get(field) : undefined;
  if (!text || !isText(field) || field.value === text.before) return false;
  return field.value !== text.sent || hasErrors(form);
}

/** It came back with something to mend. */
function hasErrors(form: HTMLFormElement): boolean {
  return form.querySelector('[role="alert"]:not(:empty), [aria-invalid="true"]') !== null;
}
