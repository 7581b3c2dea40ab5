import { type FormEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { UnsavedGuard } from "./unsaved-guard.tsx";

/**
 * Asks before what was typed into any of the forms within is left, by closing their dialog, another page or the browser's
 * close. A form that was sent is emptied or gone, and asks nothing.
 */
export function TypedGuard({ children }: { children: ReactNode }) {
  const typed = useRef(new Set<HTMLFormElement>());
  const [isGuarding, setIsGuarding] = useState(false);
  const isTyped = useCallback(() => [...typed.current].some((form) => form.isConnected), []);
  const formOf = ({ target }: FormEvent) =>
    target instanceof HTMLFormElement ? target : target instanceof Element ? target.closest("form") : null;
  const type = (event: FormEvent) => {
    const form = formOf(event);
    // A search is asked again as easily.
    if (!form || form.method === "get") return;
    typed.current.add(form);
    setIsGuarding(true);
  };
  const empty = (event: FormEvent) => {
    const form = formOf(event);
    if (form) typed.current.delete(form);
    setIsGuarding(isTyped());
  };
  return (
    <div onInput={type} onReset={empty} className="contents">
      {isGuarding && <UnsavedGuard dirty={isTyped} />}
      {children}
    </div>
  );
}
