import { TakeBackForm } from "#app/lib/take-back-form.tsx";
import type { RefusedForm } from "#server/commands/command.ts";

/** Takes back what was done to the other rows, where some were refused; nothing where that cannot be. */
export function UndoRest({ answer: { takeBack } }: { answer: RefusedForm }) {
  if (!takeBack) return null;
  return <TakeBackForm {...takeBack} className="min-h-9 font-medium underline underline-offset-4" />;
}
