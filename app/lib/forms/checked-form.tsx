import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { Form, type FormProps } from "@remix-run/react";
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { z } from "zod";
import type { FieldSource } from "#app/components/ui/fields.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import type { FieldRules } from "#server/core/parse-form.ts";
import type { FormChecks } from "./form-checks.tsx";

/** Messages by field. */
export type FieldErrors = Record<string, string[] | null>;

/** What checks a form; where fields that nobody touched are not checked, by what is in it. */
export type FormSchema<Value> = z.ZodType<Value> | ((form: FormData) => z.ZodType<Value>);

export interface FormOptions<Name extends string, Value> {
  id?: string;
  rules: FieldRules<Name>;
  /** The server's result for the form that was sent, with the values typed. */
  lastResult?: SubmissionResult | null | undefined;
  /** What the server found wrong with the fields of a form that stayed in the page. */
  serverErrors?: FieldErrors | undefined;
  defaultValue?: { [Field in Name]?: string | number | boolean | null };
  /** Also shows errors when a field loses the focus, not only once the form is sent. */
  validateOnBlur?: boolean;
  /** Sends what was read of the form in the place of the browser; without JavaScript the form still posts itself. */
  send?: (value: Value, form: FormData) => void;
}

type CheckedFormOptions<Name extends string, Value> = FormOptions<Name, Value> &
  (
    | {
        /** Called at the first focus: schemas and zod are too heavy for a page that is only read. */
        fetchSchema: () => Promise<FormSchema<Value>>;
        schema?: undefined;
      }
    /** Of a screen that has it anyhow: what checks the form comes at once. */
    | { schema: FormSchema<Value>; fetchSchema?: undefined }
  );

/** What a `CheckedForm` is made of. */
interface CheckedFormState {
  id: string;
  ref: RefObject<HTMLFormElement>;
  checks: ReactNode;
  onFocus: () => void;
  onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onReset: () => void;
}

const NOT_CHECKED = {
  kind: "error",
  title: "The form was not sent",
  description: "Your connection may be down. What you typed is still here: please try again.",
} as const;

/**
 * A form that conform checks in the browser by the server's schema, from the first focus on at the latest; until then,
 * and without JavaScript, the server's response reports the same. An error is checked again with each letter.
 */
export function useCheckedForm<Name extends string, Value>(options: CheckedFormOptions<Name, Value>) {
  const {
    rules,
    schema: known,
    fetchSchema,
    lastResult,
    serverErrors,
    defaultValue,
    validateOnBlur = false,
    send,
  } = options;
  const ownId = useId();
  const id = options.id ?? ownId;
  const ref = useRef<HTMLFormElement>(null);
  const fetching = useRef<Promise<void>>(undefined);
  const submit = useRef<FormMetadata["onSubmit"]>(undefined);
  /** Fields that lost the focus before anything could check them. */
  const left = useRef(new Set<string>());
  /** The form was sent before anything could check it, by this button. */
  const waits = useRef<{ button: HTMLElement | null }>();
  const [loaded, setLoaded] = useState<{ Checks: typeof FormChecks; schema: FormSchema<Value> }>();
  const [errors, setErrors] = useState<FieldErrors>(lastResult?.error ?? {});
  const [handledResult, setHandledResult] = useState(lastResult);
  if (handledResult !== lastResult) {
    setHandledResult(lastResult);
    setErrors(lastResult?.error ?? {});
  }

  const [handledErrors, setHandledErrors] = useState(serverErrors);
  if (handledErrors !== serverErrors) {
    setHandledErrors(serverErrors);
    setErrors(serverErrors ?? {});
  }

  useFocusOnErrors(ref, lastResult?.error ?? serverErrors);

  const fetchChecks = () => {
    fetching.current ??= Promise.all([import("./form-checks.tsx"), known ?? fetchSchema()]).then(
      ([{ FormChecks }, schema]) => setLoaded({ Checks: FormChecks, schema }),
      // The server checks all the same; the next focus tries again.
      () => {
        fetching.current = undefined;
        if (waits.current) showToast(NOT_CHECKED);
        waits.current = undefined;
      },
    );
  };

  const comesAtOnce = known !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is shown
  useEffect(() => {
    if (comesAtOnce) fetchChecks();
  }, [comesAtOnce]);

  const form: CheckedFormState = {
    id,
    ref,
    checks: loaded && (
      <loaded.Checks
        {...{ ...options, id, schema: known ?? loaded.schema }}
        onErrors={setErrors}
        onReady={({ onSubmit, validate }) => {
          submit.current = onSubmit;
          for (const name of left.current) validate({ name });
          left.current.clear();
          if (waits.current) ref.current?.requestSubmit(waits.current.button);
          waits.current = undefined;
        }}
      />
    ),
    onFocus: fetchChecks,
    onBlur: ({ target }) => {
      if (validateOnBlur && !submit.current && isField(target) && target.name) left.current.add(target.name);
    },
    onSubmit: (event) => {
      if (submit.current) submit.current(event);
      else if (send) {
        event.preventDefault();
        waits.current = { button: (event.nativeEvent as SubmitEvent).submitter };
        fetchChecks();
      }
    },
    onReset: () => setErrors({}),
  };

  const values: Record<string, unknown> = lastResult?.initialValue ?? defaultValue ?? {};
  const names = Object.keys(rules) as Name[];
  const firstWrong = names.find((name) => errors[name]);
  const fields = Object.fromEntries(
    names.map((name): [Name, FieldSource] => [
      name,
      {
        ...rules[name],
        ...initialOf(values[name]),
        id: `${id}-${name}`,
        name,
        ...(errors[name] ? { errors: errors[name], autoFocus: name === firstWrong } : {}),
      },
    ]),
  ) as Record<Name, FieldSource>;
  return [form, fields, errors] as const;
}

/** A form of `useCheckedForm`, with our own messages instead of the browser's. */
export function CheckedForm({ form, children, ...props }: FormProps & { form: CheckedFormState }) {
  const { checks, ref, ...own } = form;
  return (
    <Form method="post" {...own} {...props} ref={ref} noValidate>
      {checks}
      {children}
    </Form>
  );
}

/** As conform writes values into forms: a box that is ticked is "on", nothing at all leaves the field empty. */
export function initialOf(value: unknown): Pick<FieldSource, "defaultValue" | "defaultChecked"> {
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

/**
 * The focus goes to the first field of a form that is wrong, else to what in it is marked `data-wrong`
 * (docs/rules.md#messages-3); without a script `autoFocus` there does the same.
 */
export function useFocusOnErrors(form: RefObject<HTMLFormElement>, errors: FieldErrors | undefined): void {
  useEffect(() => {
    if (errors && form.current) focusFirst(form.current, errors);
  }, [form, errors]);
}

/** Some fields show their error at a control of another name. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter(isField);
  const isWrong = ({ name, type }: Field) => type !== "hidden" && errors[name] !== undefined;
  const first = fields.find((field) => isWrong(field) || field.ariaInvalid === "true");
  (first ?? form.querySelector<HTMLElement>("[data-wrong]"))?.focus();
}
