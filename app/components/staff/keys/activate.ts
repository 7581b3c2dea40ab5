/** Fields that somebody types into; a box to tick stands for them where there is no other. */
const typed = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";

/** What a key does to an element: a disclosure opens, a field takes the focus, anything else is pressed. */
export function activate(element: HTMLElement): void {
  if (element instanceof HTMLDetailsElement) {
    element.open = true;
    const field = element.querySelector<HTMLElement>(typed) ?? element.querySelector<HTMLElement>("summary");
    field?.focus();
    element.scrollIntoView({ block: "nearest" });
    return;
  }
  if (element.matches(typed)) {
    element.focus();
    element.scrollIntoView({ block: "center" });
    return;
  }
  element.click();
}
