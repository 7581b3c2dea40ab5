import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from "react";
import type { FieldRule } from "#server/core/parse-form.ts";
import { classNames } from "./class-names.ts";

/** What a field needs from a form library. Conform's field metadata fits as it is. */
export interface FieldSource extends FieldRule {
  id: string;
  name: string;
  errors?: string[];
  /** The first that is wrong: there begins a page that comes back with errors, where no script moves the focus. */
  autoFocus?: boolean;
  defaultValue?: string;
  defaultChecked?: boolean;
}

type Saved = string | number | boolean | null;

/** What a form says of one of its fields, with what is saved of it. */
export type FieldOf = (name: string, saved?: Saved) => FieldSource;

/** What the form around says of its fields: they are then told by their names alone. */
export const FieldsOfForm = createContext<FieldOf | undefined>(undefined);

/** The props that all fields share. Pass `field`, or `name` with `errors` and plain input props. */
export interface FieldProps {
  label: string;
  /** Shown below the label and announced with the field. */
  hint?: string;
  /** What a form library says of the field; its name alone, where the form around says the rest. */
  field?: FieldSource | string;
  /** What is saved of a field that is named, where its form does not say that. */
  saved?: Saved;
  errors?: string[];
}

/** What is known of a field that may be named alone. */
export function useFieldSource({ field, saved }: Pick<FieldProps, "field" | "saved">) {
  const fieldOf = useContext(FieldsOfForm);
  return typeof field === "string" ? fieldOf?.(field, saved) : field;
}

interface OwnAttributes {
  id?: string;
  name?: string;
  required?: boolean;
  autoFocus?: boolean;
  className?: string;
  "aria-describedby"?: string;
}

/**
 * Parts the props of a field: what its frame shows, what connects its control to label, hint and error, and what else is
 * the control's. Explicit props override what the form says.
 */
function useFieldParts<Props extends FieldProps & OwnAttributes>(props: Props) {
  const { label, hint, field: given, saved, errors, className, ...input } = props;
  const field = useFieldSource({ field: given, saved });
  const generatedId = useId();
  const id = props.id ?? field?.id ?? generatedId;
  const messages = errors ?? field?.errors;
  const shownErrors = messages?.length ? messages : undefined;
  const hintId = hint ? `${id}-description` : undefined;
  const errorId = `${id}-error`;
  const described = [props["aria-describedby"], hintId, shownErrors && errorId];
  const required = props.required ?? field?.required;
  return {
    field,
    input,
    frame: { label, hint, hintId, errors: shownErrors, errorId, className, controlId: id, required },
    control: {
      id,
      name: props.name ?? field?.name,
      required,
      autoFocus: props.autoFocus ?? field?.autoFocus,
      "aria-invalid": shownErrors ? true : undefined,
      "aria-describedby": [...new Set(described.filter(Boolean))].join(" ") || undefined,
    },
  };
}

interface FieldFrameProps {
  label: string;
  controlId: string;
  required?: boolean;
  hint?: string;
  hintId?: string;
  errors?: string[];
  errorId: string;
  className?: string;
  children: ReactNode;
}

/** Label, hint, control and error, in that order. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, controlId, required, hint, hintId, errors, errorId, className, children } = props;
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-clay">
            {" "}
            *
          </span>
        )}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={errorId} errors={errors} />
    </div>
  );
}

export function FieldError({ id, errors }: { id: string; errors?: string[] }) {
  if (!errors) return null;
  return (
    <p id={id} className="text-sm font-medium text-clay">
      {errors.join(" ")}
    </p>
  );
}

type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

/** One line of text, a number, an email address or a password. `className` applies to the frame. */
export function TextField(props: TextFieldProps) {
  const { label, hint, field, saved, errors, className, autoComplete, autoFocus, name } = props;
  const known = useFieldSource(props);
  const stored = props.defaultValue ?? known?.defaultValue ?? "";
  if (props.value !== undefined || !/[\r\n]/.test(String(stored))) return <LineField {...props} />;
  // An input would drop the stored line breaks and submit the lines as one.
  const shared = { label, hint, field, saved, errors, className, autoComplete, autoFocus, name };
  return <TextareaField {...shared} defaultValue={stored} rows={3} />;
}

function LineField(props: TextFieldProps) {
  const { field, frame, control, input } = useFieldParts(props);
  return (
    <FieldFrame {...frame}>
      <input
        type="text"
        minLength={field?.minLength}
        maxLength={field?.maxLength}
        {...(input.type === undefined || input.type === "text" ? {} : limitsOf(field))}
        pattern={field?.pattern}
        {...(input.value === undefined ? { defaultValue: field?.defaultValue } : {})}
        {...input}
        {...control}
        className={classNames("field-edge min-h-11 w-full px-3 py-2", frame.errors && "border-clay")}
      />
    </FieldFrame>
  );
}

/** Of a number or a day; a number that is typed as text, with its thousands parted, has none. */
function limitsOf(field: FieldSource | undefined) {
  return { min: field?.min, max: field?.max, step: field?.step };
}

type TextareaFieldProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** Several lines of text. `className` applies to the frame. */
export function TextareaField(props: TextareaFieldProps) {
  const { field, frame, control, input } = useFieldParts(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        rows={5}
        minLength={field?.minLength}
        maxLength={field?.maxLength}
        {...(input.value === undefined ? { defaultValue: field?.defaultValue } : {})}
        {...input}
        {...control}
        className={classNames("field-edge w-full px-3 py-2", frame.errors && "border-clay")}
      />
    </FieldFrame>
  );
}

interface SelectOption {
  value: string;
  label: string;
  /** Cannot be newly chosen. */
  disabled?: boolean;
  /** The heading that it stands under, together with its neighbours of the same group. */
  group?: string;
}

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "children" | "multiple"> & {
    options: readonly SelectOption[];
  };

/**
 * One choice out of several. `className` applies to the frame. The stored value is always an option and selected, ""
 * where nothing is stored: otherwise the browser would select, and submit, the first.
 */
export function SelectField({ options, value, defaultValue, ...props }: SelectFieldProps) {
  const { field, frame, control, input } = useFieldParts(props);
  const selected = String(value ?? defaultValue ?? field?.defaultValue ?? "");
  const isListed = options.some((option) => option.value === selected);
  const choices = isListed ? options : [{ value: selected, label: selected || "Choose…" }, ...options];
  // Without an empty option something is always selected, and HTML does not allow `required`.
  const mayBeEmpty = choices[0]?.value === "";
  return (
    <FieldFrame {...frame}>
      <select
        {...(value === undefined ? { defaultValue: selected } : { value: selected })}
        {...input}
        {...control}
        required={control.required && mayBeEmpty}
        className={classNames("field-edge min-h-11 w-full px-3 py-2", frame.errors && "border-clay")}
      >
        {groupsOf(choices).map(({ group, options: members }) => {
          const shown = members.map((option) => (
            // Browsers do not submit a selected option that is disabled.
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled && option.value !== selected}
            >
              {option.label}
            </option>
          ));
          return group === undefined ? (
            shown
          ) : (
            <optgroup key={group} label={group}>
              {shown}
            </optgroup>
          );
        })}
      </select>
    </FieldFrame>
  );
}

/** The options as they follow each other, those of one group together. */
function groupsOf(options: readonly SelectOption[]): { group?: string; options: SelectOption[] }[] {
  const groups: { group?: string; options: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else groups.push({ ...(option.group ? { group: option.group } : {}), options: [option] });
  }
  return groups;
}

type CheckboxFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

/** A checkbox. `className` applies to the frame. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { field, frame, control, input } = useFieldParts(props);
  const { label, hint, hintId, errors, errorId, className } = frame;
  const uncontrolled = input.checked === undefined ? { defaultChecked: field?.defaultChecked } : {};
  return (
    <div className={classNames("flex flex-col gap-1", className)}>
      <div className="flex items-start gap-3">
        <input type="checkbox" {...uncontrolled} {...input} {...control} className="mt-0.5 size-6 shrink-0" />
        <label htmlFor={control.id} className="pt-0.5">
          {label}
        </label>
      </div>
      {hint && (
        <p id={hintId} className="ml-9 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId} errors={errors} />
    </div>
  );
}
