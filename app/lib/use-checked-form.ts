import type { SubmissionResult } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { shownFields } from "#server/core/touched-fields.ts";
import type { FieldRules } from "#server/http/field-rule.ts";

/** Messages by field. */
export type Mistakes = Record<string, string[] | null>;

interface CheckedFormOptions<Name extends string> {
  id: string;
  rules: FieldRules<Name>;
  /** Called at the first focus: schemas and zod are too heavy for a page that is only read. */
  fetchSchema: () => Promise<z.ZodType>;
  /** The server's result for the form that was sent, with the values typed. */
  lastResult: SubmissionResult | null | undefined;
  defaultValue?: { [Field in Name]?: string | number | boolean | null };
  /** The form edits stored values, its `defaultValue`: fields that nobody touches are not checked. */
  editsStored?: boolean;
  /** Also shows errors when a field loses the focus, not only once the form is sent. */
  whenLeft?: boolean;
}

/**
 * A form whose schema checks the fields in the browser once it has loaded; until then, and without JavaScript, the
 * server's response reports the same. An error is checked again with each letter.
 */
export function useCheckedForm<Name extends string>(options: CheckedFormOptions<Name>) {
  const { id, rules, fetchSchema, lastResult, defaultValue, editsStored, whenLeft = false } = options;
  const ref = useRef<HTMLFormElement>(null);
  const fetching = useRef(false);
  const check = useRef<((form: HTMLFormElement) => Mistakes) | undefined>(undefined);
  /** The fields whose errors are shown at once. */
  const looked = useRef(new Set<string>());
  const [mistakes, setMistakes] = useState<Mistakes>(lastResult?.error ?? {});
  const [answered, setAnswered] = useState(lastResult);
  if (answered !== lastResult) {
    setAnswered(lastResult);
    setMistakes(lastResult?.error ?? {});
  }

  useEffect(() => {
    if (!lastResult?.error || !ref.current) return;
    looked.current = namesIn(ref.current);
    focusFirst(ref.current, lastResult.error);
  }, [lastResult]);

  const fetchCheck = () => {
    if (fetching.current) return;
    fetching.current = true;
    Promise.all([import("./mistakes-in.ts"), fetchSchema()]).then(
      ([{ mistakesIn }, schema]) => {
        const stored = editsStored ? shownFields(defaultValue ?? {}) : undefined;
        check.current = (form) => mistakesIn(new FormData(form), schema, stored);
        if (whenLeft) sayMistakes();
      },
      // The server checks all the same; the next focus tries again.
      () => {
        fetching.current = false;
      },
    );
  };

  const sayMistakes = () => {
    if (!ref.current || !check.current || looked.current.size === 0) return;
    const found = Object.entries(check.current(ref.current));
    setMistakes(Object.fromEntries(found.filter(([name]) => looked.current.has(name))));
  };

  const form = {
    id,
    ref,
    // Our own messages, with and without JavaScript, instead of the browser's.
    noValidate: true,
    onFocus: fetchCheck,
    onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
      if (!whenLeft || !isField(target) || looked.current.has(target.name)) return;
      looked.current.add(target.name);
      sayMistakes();
    },
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      if (isField(target) && looked.current.has(target.name)) sayMistakes();
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const found = check.current?.(event.currentTarget) ?? {};
      looked.current = namesIn(event.currentTarget);
      if (Object.keys(found).length === 0) return;
      event.preventDefault();
      setMistakes(found);
      focusFirst(event.currentTarget, found);
    },
    onReset: () => {
      looked.current.clear();
      setMistakes({});
    },
  };

  const values: Record<string, unknown> = lastResult?.initialValue ?? defaultValue ?? {};
  const names = Object.keys(rules) as Name[];
  const fields = Object.fromEntries(
    names.map((name): [Name, FieldSource] => [
      name,
      {
        ...rules[name],
        ...initialOf(values[name]),
        id: `${id}-${name}`,
        name,
        ...(mistakes[name] ? { errors: mistakes[name] } : {}),
      },
    ]),
  ) as Record<Name, FieldSource>;
  return [form, fields] as const;
}

/** As conform writes values into forms: a box that is ticked is "on", nothing at all leaves the field empty. */
function initialOf(value: unknown): Pick<FieldSource, "defaultValue" | "defaultChecked"> {
  if (value === true || value === "on") return { defaultValue: "on", defaultChecked: true };
  return typeof value === "string" || typeof value === "number" ? { defaultValue: String(value) } : {};
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(target: EventTarget | Element): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

function namesIn(form: HTMLFormElement): Set<string> {
  return new Set([...form.elements].filter(isField).map(({ name }) => name));
}

function focusFirst(form: HTMLFormElement, mistakes: Mistakes): void {
  const fields = [...form.elements].filter(isField);
  fields.find(({ name, type }) => type !== "hidden" && mistakes[name])?.focus();
}
