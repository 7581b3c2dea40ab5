import { type FocusEvent, useEffect, useLayoutEffect, useRef } from "react";

/** Parts of a page that can take the focus of what was in them. */
const PARTS = "tr, li, ul, ol, fieldset, section, main";

/**
 * For what may go with what it does, such as the button of a row: the focus then stays in the row, the list or the part
 * of the page around it, whichever is left. Returns what is told of each press.
 */
export function useFocusNearby(): (pressed: Element) => void {
  const around = useRef<HTMLElement[]>([]);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const left = around.current.find(({ isConnected }) => isConnected);
      if (left && !left.hasAttribute("tabindex")) left.tabIndex = -1;
      left?.focus({ preventScroll: true });
    },
    [],
  );
  return (pressed) => {
    around.current = [...document.querySelectorAll<HTMLElement>(PARTS)]
      .filter((part) => part.contains(pressed))
      .reverse();
  };
}

/** For a form that is drawn again, with the same ids: whoever stands in one of its fields stays in it. */
export function useFocusStays(drawn: unknown) {
  const field = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that the form is drawn again
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById(field.current)?.focus();
  }, [drawn]);
  return {
    onFocusCapture: ({ target }: FocusEvent) => {
      field.current = target.id;
    },
    onBlurCapture: () => {
      field.current = "";
    },
  };
}
