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

function noticeSubmit({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  for (const field of target.elements) {
    const text = isText(field) ? texts.get(field) : undefined;
    if (text && isText(field)) text.sent = field.value;
  }
}

/** Follows what is typed into the forms of the page, until what this returns is called. */
export function followTexts(): () => void {
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

/**
 * Whether a form of the page holds something that was typed and neither sent nor taken out again. A form with an
 * `UnsavedGuard` in it knows that better: its button may send without a submit.
 */
export function hasTypedTexts(): boolean {
  return [...document.forms]
    .filter((form) => !form.querySelector("[data-unsaved-guard]"))
    .some((form) => [...form.elements].some((field) => isTyped(field, form)));
}

function isTyped(field: Element, form: HTMLFormElement): boolean {
  const text = isText(field) ? texts.get(field) : undefined;
  if (!text || !isText(field) || field.value === text.before) return false;
  return field.value !== text.sent || wasRefused(form);
}

/** It came back with something to mend. */
function wasRefused(form: HTMLFormElement): boolean {
  return form.querySelector('[role="alert"]:not(:empty), [aria-invalid="true"]') !== null;
}
