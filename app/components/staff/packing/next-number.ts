import type { KeyboardEvent } from "react";

/**
 * Enter in a tracking number goes on to the next one, as scanners of labels send it behind each number, and from the last
 * one to the button. Ctrl+Enter sends what there is.
 */
export function goToNextNumber(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement))
    return;
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[name^="numbers."]')];
  const at = numbers.indexOf(target);
  if (at < 0) return;
  event.preventDefault();
  const next = numbers[at + 1] ?? form.querySelector<HTMLElement>("button:not([type=button])");
  next?.focus();
}
