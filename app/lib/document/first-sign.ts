import { HYDRATED_EVENT, WAITING_SCRIPTS_ID } from "./document-context.ts";

/** How long something that was pressed waits for the scripts, before the browser does it in its own way. */
const PATIENCE_MS = 2000;

/** What `startAtFirstSign` needs of this module, since it runs in the page alone. */
interface WaitingPage {
  elementId: string;
  hydratedEvent: string;
  patienceMs: number;
}

/**
 * Starts the scripts of a page that waits as soon as somebody turns to what they serve: a pointer above a link or a
 * button, the keyboard's focus, a field that changes, a press. A form to be posted and a link that opens the cart's
 * drawer are held meanwhile and done once the page is hydrated. Where that takes too long or fails, the browser does
 * them as it does without JavaScript.
 *
 * It is sent as text within the page and may use nothing outside of itself.
 */
function startAtFirstSign({ elementId, hydratedEvent, patienceMs }: WaitingPage): void {
  const waiting = document.getElementById(elementId);
  if (!waiting) return;
  const signs = ["pointerover", "focusin", "input", "change"];
  let begun = false;
  let held: { element: Element | null; repeat: () => void } | undefined;

  const begin = () => {
    if (begun) return;
    begun = true;
    for (const sign of signs) document.removeEventListener(sign, look, true);
    for (const file of (waiting.dataset.files ?? "").split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = file;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = waiting.nonce ?? "";
    script.textContent = waiting.textContent;
    script.onerror = letGo;
    document.head.append(script);
  };

  const look = (event: Event) => {
    const { target, type } = event;
    if (!(target instanceof Element)) return;
    // A finger that scrolls begins on something, too; and a pressed link has the focus for a moment.
    if (event instanceof PointerEvent && event.pointerType === "touch") return;
    if (type === "focusin" && !target.matches(":focus-visible")) return;
    if (target.closest("a, button, input, select, textarea, summary, label")) begin();
  };

  const press = (event: Event) => {
    const { target } = event;
    if (!(event instanceof MouseEvent) || !(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>("[data-opens-drawer]");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (opener && isPlain) hold(event, opener, () => opener.click());
    else if (target.closest("button, summary, label")) begin();
  };

  const send = (event: Event) => {
    const { target } = event;
    if (!(event instanceof SubmitEvent) || !(target instanceof HTMLFormElement)) return;
    const { submitter } = event;
    begin();
    if ((submitter?.getAttribute("formmethod") ?? target.method) !== "post") return;
    hold(event, submitter, () => target.requestSubmit(submitter));
  };

  const hold = (event: Event, element: Element | null, repeat: () => void) => {
    begin();
    event.preventDefault();
    event.stopPropagation();
    if (held) return;
    held = { element, repeat };
    element?.setAttribute("data-held", "");
    setTimeout(letGo, patienceMs);
  };

  const letGo = () => {
    document.removeEventListener("click", press, true);
    document.removeEventListener("submit", send, true);
    held?.element?.removeAttribute("data-held");
    held?.repeat();
    held = undefined;
  };

  for (const sign of signs) document.addEventListener(sign, look, true);
  document.addEventListener("click", press, true);
  document.addEventListener("submit", send, true);
  window.addEventListener(hydratedEvent, letGo, { once: true });
  // Whom the browser knows as staff (app/lib/stored-user.ts), the header shows something that only scripts add.
  try {
    if (localStorage.getItem("user") !== null) begin();
  } catch {
    // A browser that refuses local storage knows nobody.
  }
}

const page: WaitingPage = {
  elementId: WAITING_SCRIPTS_ID,
  hydratedEvent: HYDRATED_EVENT,
  patienceMs: PATIENCE_MS,
};

/** The script as it stands in a page. */
export const firstSignScript = `(${startAtFirstSign})(${JSON.stringify(page)})`;
