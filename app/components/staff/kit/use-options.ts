import { useId, useState } from "react";

/**
 * The options of a field that keeps the focus: the arrow keys move through them while they are shown, and the active one
 * is what Enter means.
 */
export function useOptions(count: number, shown: boolean) {
  const id = useId();
  const [at, setAt] = useState(0);
  const active = Math.min(at, count - 1);
  return {
    id,
    active,
    setActive: setAt,
    /** Before the first option is the last one, and behind it the first. */
    moveTo: (index: number) => {
      const next = (index + count) % count;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    },
    input: {
      id,
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": shown,
      "aria-controls": `${id}-list`,
      "aria-activedescendant": shown ? `${id}-${active}` : undefined,
      autoComplete: "off",
      spellCheck: false,
    } as const,
    optionAt: (index: number) => ({
      id: `${id}-${index}`,
      "aria-selected": index === active,
    }),
  };
}
