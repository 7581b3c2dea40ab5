declare global {
  interface Window {
    /** Fields that somebody changed before React knew of them (head-script.ts notices it). */
    typedEarly?: Set<EventTarget>;
  }
}

/** How often, and for how long, it is looked whether React knows of them: parts with scripts of their own come late. */
const LOOK_MS = 100;
const LOOKS = 300;

/** Tells the components of the page what was typed and chosen before they were there. */
export function tellWhatWasTypedEarly(looks = LOOKS): void {
  for (const field of window.typedEarly ?? []) {
    if (!(field instanceof HTMLElement) || !isReacts(field)) continue;
    window.typedEarly?.delete(field);
    tellReact(field);
  }
  if (looks > 0) setTimeout(tellWhatWasTypedEarly, LOOK_MS, looks - 1);
}

/** React 18 puts a property with its props on each element that it draws. */
function isReacts(element: HTMLElement): boolean {
  return Object.keys(element).some((key) => key.startsWith("__reactProps"));
}

/** Says that a field has changed, as if it happened now. */
export function tellReact(field: HTMLElement): void {
  const isCheckable =
    field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "file");
  // React 18 tells no component of a value that it has seen itself.
  if (isCheckable) forgetValue(field, String(!field.checked));
  else if (isText) forgetValue(field, `${field.value} `);
  field.dispatchEvent(new Event(isCheckable ? "click" : isText ? "input" : "change", { bubbles: true }));
}

interface Tracked {
  _valueTracker?: { setValue(value: string): void };
}

function forgetValue(field: HTMLElement & Tracked, instead: string): void {
  field._valueTracker?.setValue(instead);
}
