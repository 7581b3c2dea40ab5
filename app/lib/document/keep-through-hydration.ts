/** What holds something that somebody did, or can be pressed. */
const PRESERVED = "input, select, textarea, button, a[href], summary, details, label";
/** How long something pressed may take to be clicked by the browser, before it is clicked for the visitor. */
const CLICK_MS = 50;

/**
 * Where a translator or an extension has changed the page before React knew of it, React draws that part again. Returns
 * what is to be called when it did so: what was typed, chosen and opened, the focus, and a press that is under way go
 * to the new elements (docs/decisions/090).
 */
export function keepThroughHydration(page: HTMLElement): () => void {
  const hand = followHand();
  let homeless: Element[] = [];
  const restore = (records: MutationRecord[]) => {
    if (homeless.length === 0) return;
    const drawn = preservedIn(records.flatMap(({ addedNodes }) => [...addedNodes])).filter(
      (each) => each.isConnected,
    );
    const twins = twinsOf(homeless, drawn);
    for (const [old, twin] of twins) {
      move(old, twin);
      hand.move(old, twin);
    }
    homeless = homeless.filter((old) => !twins.has(old));
  };
  // Parts with scripts of their own are drawn later.
  const changes = new MutationObserver(restore);
  changes.observe(page, { childList: true, subtree: true });
  return () => {
    const records = changes.takeRecords();
    homeless.push(...preservedIn(records.flatMap(({ removedNodes }) => [...removedNodes])));
    restore(records);
  };
}

function preservedIn(nodes: Node[]): Element[] {
  return nodes
    .filter((node) => node instanceof Element)
    .flatMap((element) => [
      ...(element.matches(PRESERVED) ? [element] : []),
      ...element.querySelectorAll(PRESERVED),
    ]);
}

/** Elements that are the same in both, in their order. What is there a different number of times has no twin. */
function twinsOf(old: Element[], drawn: Element[]): Map<Element, Element> {
  const drawnByKey = byKey(drawn);
  const twins = new Map<Element, Element>();
  for (const [key, group] of byKey(old)) {
    const others = drawnByKey.get(key) ?? [];
    if (others.length === group.length)
      group.forEach((each, place) => void twins.set(each, others[place] ?? each));
  }
  return twins;
}

function byKey(elements: Element[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const key = keyOf(element);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  return groups;
}

/** Extensions change neither a field's name nor where a link leads; what has no name is known by its classes. */
function keyOf(element: Element): string {
  const name = element.getAttribute("name");
  const form = element.closest("form");
  return [
    element.tagName,
    name ?? element.className,
    ...["value", "href", "formaction", "commandfor"]
      .filter(
        (attribute) => attribute !== "value" || !(element instanceof HTMLInputElement && isTextual(element)),
      )
      .map((attribute) => element.getAttribute(attribute)),
    form?.getAttribute("action"),
    form?.getAttribute("method"),
  ].join(" ");
}

function isTextual({ type }: HTMLInputElement): boolean {
  return !["checkbox", "radio", "hidden", "submit", "button"].includes(type);
}

function move(old: Element, twin: Element): void {
  if (old instanceof HTMLInputElement && twin instanceof HTMLInputElement) {
    if (old.type === "checkbox" || old.type === "radio") {
      if (old.checked !== twin.checked && (old.checked || old.type === "checkbox")) twin.click();
    } else if (old.type === "file") {
      if (!old.files?.length) return;
      twin.files = old.files;
      tellReact(twin);
    } else if (old.type !== "hidden") moveText(old, twin);
  } else if (old instanceof HTMLTextAreaElement && twin instanceof HTMLTextAreaElement) moveText(old, twin);
  else if (old instanceof HTMLSelectElement && twin instanceof HTMLSelectElement) {
    if (old.value === twin.value) return;
    twin.value = old.value;
    tellReact(twin);
  } else if (old instanceof HTMLDetailsElement && twin instanceof HTMLDetailsElement) twin.open = old.open;
}

function moveText<Field extends HTMLInputElement | HTMLTextAreaElement>(old: Field, twin: Field): void {
  if (old.value === twin.value || old.value === old.defaultValue) return;
  twin.value = old.value;
  tellReact(twin);
}

/** Where the focus is, and what is being pressed. */
function followHand() {
  let focused = document.activeElement;
  /** Something may be pressed already. */
  let pressed = [...document.querySelectorAll(":active")].at(-1)?.closest(PRESERVED) ?? null;
  let isDrawnAnew = false;
  let click: ReturnType<typeof setTimeout> | undefined;

  const press = (target: EventTarget | null) => {
    pressed = target instanceof Element ? target.closest(PRESERVED) : null;
    isDrawnAnew = false;
  };
  const letGo = (target: Element | null) => {
    const twin = pressed;
    if (!isDrawnAnew || !(twin instanceof HTMLElement) || !twin.contains(target)) return;
    isDrawnAnew = false;
    if (document.activeElement === document.body) twin.focus();
    click = setTimeout(() => twin.click(), CLICK_MS);
  };
  const on = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => window.addEventListener(name, listener, true);

  on("focusin", ({ target }) => {
    focused = target instanceof Element ? target : null;
  });
  // An element that is taken out of the page loses the focus, too; by then that is done.
  on("focusout", ({ target }) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = null;
    }),
  );
  on("pointerdown", ({ target }) => press(target));
  on("keydown", ({ key, target }) => {
    if (key === " ") press(target);
  });
  // A finger's click comes to what is there when it is lifted.
  on("pointerup", ({ pointerType, clientX, clientY }) => {
    if (pointerType !== "touch") letGo(document.elementFromPoint(clientX, clientY));
  });
  on("keyup", ({ key }) => {
    if (key === " " && !(pressed instanceof HTMLInputElement)) letGo(document.activeElement);
  });
  on("click", () => clearTimeout(click));

  return {
    move(old: Element, twin: Element): void {
      if (old === pressed) {
        pressed = twin;
        isDrawnAnew = true;
      }
      if (old !== focused || !(twin instanceof HTMLElement)) return;
      twin.focus({ preventScroll: true });
      const isField = old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement;
      if (!isField || old.selectionStart === null) return;
      (twin as typeof old).setSelectionRange(
        old.selectionStart,
        old.selectionEnd,
        old.selectionDirection ?? undefined,
      );
    },
  };
}

declare global {
  interface Window {
    /** Fields that somebody changed before React knew of them (render-document.tsx notices it). */
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
function tellReact(field: HTMLElement): void {
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
