import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { FieldFrame } from "./fields.tsx";

interface ComboboxOption {
  id: number;
  content: ReactNode;
}

interface ComboboxProps {
  label: string;
  hint?: string;
  /** The text in the field. */
  value: string;
  onType: (value: string) => void;
  /** The matches for that text. */
  options: readonly ComboboxOption[];
  onChoose: (id: number) => void;
  /** Announced while somebody types: how many matches there are, or that there are none. */
  status: string;
  errors?: string[];
  /** It gets the focus when the dialog around it opens. */
  hasFirstFocus?: boolean;
}

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
    field: {
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

/**
 * Type to search, arrow keys to move through the matches, Enter to choose, Escape to close the list. The list is in
 * the page's flow, so that no dialog clips it.
 */
export function Combobox(props: ComboboxProps) {
  const { label, hint, value, onType, options, onChoose, status, errors, hasFirstFocus = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen && options.length > 0;
  const { id, active, setActive, moveTo, field, optionAt } = useOptions(options.length, shown);

  useEffect(() => {
    if (shown) document.getElementById(`${id}-list`)?.scrollIntoView({ block: "nearest" });
  }, [shown, id]);

  const choose = (index: number) => {
    const option = options[index];
    if (!option) return;
    onChoose(option.id);
    setIsOpen(false);
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // Enter never submits the surrounding form.
      event.preventDefault();
      if (shown) choose(active);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setIsOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      if (shown) moveTo(active + (event.key === "ArrowDown" ? 1 : -1));
    }
  };

  return (
    <FieldFrame
      label={label}
      controlId={id}
      errorId={`${id}-error`}
      hintId={`${id}-hint`}
      hint={hint}
      errors={errors}
    >
      <input
        {...field}
        aria-invalid={errors ? true : undefined}
        aria-describedby={
          [hint && `${id}-hint`, errors && `${id}-error`].filter(Boolean).join(" ") || undefined
        }
        maxLength={100}
        data-first-focus={hasFirstFocus || undefined}
        value={value}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setIsOpen(true);
          setActive(0);
        }}
        onFocus={() => setIsOpen(value !== "")}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
        className="field-edge min-h-11 w-full px-3 py-2"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!shown}
        className="max-h-60 overflow-y-auto rounded-lg border border-line bg-surface"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={option.id}
            role="option"
            tabIndex={-1}
            {...optionAt(index)}
            // Keep the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
            className={classNames(
              "flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-3 py-2",
              index === active && "bg-sunken",
            )}
          >
            {option.content}
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {value === "" ? "" : status}
      </p>
    </FieldFrame>
  );
}
