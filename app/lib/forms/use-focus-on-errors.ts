import { useEffect, useRef } from "react";

/**
 * For a form that comes back with errors and is none of conform's: the focus goes to the first field that is wrong, or
 * to what is marked `data-wrong` (docs/rules.md#messages-3). Without a script `autoFocus` there does the same.
 */
export function useFocusOnErrors(errors: Record<string, string[]> | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid], [data-wrong]")?.focus();
  }, [errors]);
  return form;
}
