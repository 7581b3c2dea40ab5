import { useState } from "react";

interface Draft<Values> {
  typed: Values;
  set: (change: Partial<Values>) => void;
  /** Something typed is not saved. */
  dirty: boolean;
  /** What is typed from now on is compared with this, and begins from it. */
  begin: (saved: Values) => void;
}

/** What is typed in a form, beside what is saved. */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [base, setBase] = useState(saved);
  const [typed, setTyped] = useState(saved);
  return {
    typed,
    set: (change) => setTyped((before) => ({ ...before, ...change })),
    dirty: JSON.stringify(base) !== JSON.stringify(typed),
    begin: (values) => {
      setBase(values);
      setTyped(values);
    },
  };
}
