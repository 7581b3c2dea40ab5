/** Fields that somebody types into; a box to tick stands for them where there is no other. */
const typed = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";

/** What a key does to an element: a disclosure opens, a field is typed over, anything else is pressed. */
export function activate(element: HTMLElement): void {
  if (element instanceof HTMLDetailsElement) {
    element.open = true;
    const field = element.querySelector<HTMLElement>(typed) ?? element.querySelector<HTMLElement>("summary");
    take(field);
    element.scrollIntoView({ block: "nearest" });
    return;
  }
  if (element.matches(typed)) {
    take(element);
    element.scrollIntoView({ block: "center" });
    return;
  }
  element.click();
}

function take(field: HTMLElement | null): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
