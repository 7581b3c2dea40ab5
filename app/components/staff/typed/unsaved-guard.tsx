import { useEffect } from "react";

const unsaved = new Set<object>();

/** Whether a form on the page says that something in it is not saved. */
export function isUnsaved(): boolean {
  return unsaved.size > 0;
}

/**
 * For a form that knows by itself what in it is not saved: while that is so, `AskBeforeLeaving` asks. It is told after
 * the render, so whoever leaves once something is saved does so in an effect.
 */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  useEffect(() => {
    if (!dirty) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [dirty]);
  return <i hidden data-unsaved-guard />;
}
