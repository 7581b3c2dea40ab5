import { type FormHTMLAttributes, type ReactNode, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckedForm, initialOf, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import type { Refusal } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { type FieldRules, fieldRulesOf } from "#server/core/parse-form.ts";
import { keepTheirs, type ShownFields } from "#server/core/touched-fields.ts";
import { RefusalNotice } from "./refusal-notice.tsx";
import { type Failure, useCommand } from "./use-command.ts";

/** What the fields of a form are made of. */
export interface CommandFields {
  /** The `field` of a TextField and its like, with what is saved of it. */
  field: (name: string, saved?: string | number | boolean | null) => FieldSource;
  /** For a button of the form's own. */
  submit: { pending: boolean; disabled: boolean };
}

interface CommandFormProps<Result>
  extends Pick<FormHTMLAttributes<HTMLFormElement>, "className" | "onChange" | "onKeyDown" | "onReset"> {
  command: CommandDefinition<z.ZodType, Result>;
  hidden?: Record<string, string | number>;
  children?: ReactNode | ((form: CommandFields) => ReactNode);
  /** The text of the button; none for a form whose children have one. */
  button?: ReactNode;
  look?: "primary" | "secondary" | "danger";
  /** The form's accessible name, where it is not the text of the button. */
  label?: string;
  /** What checks the texts of a form that are not simply the command's input. */
  schema?: z.ZodType;
  /** Only the server checks it. */
  isUnchecked?: boolean;
  /** What was typed stays in it once it is saved, because it shows what is saved. */
  keepsTexts?: boolean;
  /** Of what the form shows: somebody else may save another one meanwhile. */
  version?: {
    name: string;
    current: number;
    /** What its fields begin with: of those that nobody touched, "Save mine" keeps what somebody else saved. */
    shown?: ShownFields;
  };
  /** Also told by a toast where it was not done. */
  failure?: Failure;
  onDone?: (result: Result) => void;
  /** It was refused and says why: until it is sent again, it must stay. */
  onRefused?: (refusal: Refusal) => void;
}

const anything = z.unknown();

/**
 * The form of a command: checked in the browser by the command's schema, sent to its procedure as it is, files and all.
 * A refusal stands above it and beside its fields, and nothing that was typed is lost.
 */
export function CommandForm<Result>(props: CommandFormProps<Result>) {
  const { command, hidden = {}, children, button, look, label, className = "grid gap-4" } = props;
  const { schema = command.input, isUnchecked = false, keepsTexts = false, version } = props;
  const { failure, onDone, onRefused, onChange, onKeyDown, onReset } = props;
  const [done, setDone] = useState<{ result: Result }>();
  const edited = useEditedVersion(version?.current);
  const begunWith = useRef(version?.shown);
  if (!edited.isOvertaken) begunWith.current = version?.shown;
  const savesMine = useRef(false);
  /** Its button was pressed, and goes with the version that was shown then. */
  const losesFocus = useRef(false);
  const hydrated = useHydrated();
  const { send, pending, refusal, forgetRefusal } = useCommand<Result>((result) => {
    edited.setTyped(false);
    losesFocus.current = version !== undefined;
    if (!keepsTexts) checked.ref.current?.reset();
    setDone({ result });
  }, failure);
  // Once the page shows that nothing is left to save: whoever leaves is not asked about it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is done
  useEffect(() => {
    if (done) onDone?.(done.result);
  }, [done]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is refused
  useEffect(() => {
    if (refusal) onRefused?.(refusal);
  }, [refusal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that the form is drawn anew
  useEffect(() => {
    if (losesFocus.current && document.activeElement === document.body) focusButton(checked.ref.current);
    losesFocus.current = false;
  }, [edited.version]);
  const [checked, , errors] = useCheckedForm<string, unknown>({
    schema: isUnchecked ? anything : schema,
    rules: {},
    refused: refusal?.fields,
    send: (_value, form) => {
      if (version && savesMine.current) {
        form.set(version.name, String(version.current));
        if (version.shown && begunWith.current) keepTheirs(form, begunWith.current, version.shown);
      }
      savesMine.current = false;
      void send(command, form);
    },
  });

  const rules: FieldRules = isUnchecked ? {} : fieldRulesOf<z.ZodType, string>(schema);
  // Also by parts of the form that are drawn after its notice.
  const shown = useRef(new Set<string>()).current;
  const submit = { pending, disabled: !hydrated };
  const field: CommandFields["field"] = (name, saved) => {
    shown.add(name);
    const wrong = errors[name] ? { errors: errors[name] } : {};
    return { ...rules[name], ...initialOf(saved), id: `${checked.id}-${name}`, name, ...wrong };
  };
  const fields = typeof children === "function" ? children({ field, submit }) : children;
  return (
    <CheckedForm
      key={edited.version}
      form={checked}
      aria-label={label ?? (typeof button === "string" ? button : undefined)}
      {...{ className, onChange, onKeyDown }}
      onInput={() => edited.setTyped(true)}
      onReset={(event) => {
        checked.onReset();
        forgetRefusal();
        edited.setTyped(false);
        onReset?.(event);
        // What was pressed for it may go with what was typed.
        if (document.activeElement?.matches("[type=reset]")) focusButton(event.currentTarget);
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {version && <input type="hidden" name={version.name} value={edited.version} />}
      {refusal && (
        <RefusalNotice refusal={refusal} beside={shown}>
          {refusal.isConflict && edited.isOvertaken && (
            <span className="flex flex-wrap gap-3 pt-2">
              <Button
                type="reset"
                variant="secondary"
                size="small"
                onClick={() => {
                  losesFocus.current = true;
                }}
              >
                Take theirs
              </Button>
              <Button variant="secondary" size="small" onClick={() => (savesMine.current = true)} {...submit}>
                Save mine
              </Button>
            </span>
          )}
        </RefusalNotice>
      )}
      {fields}
      {button && (
        <Button variant={look} size="small" {...submit} className="w-fit">
          {button}
        </Button>
      )}
    </CheckedForm>
  );
}

/** The button that sends a form stands at its end. */
function focusButton(form: HTMLFormElement | null): void {
  const buttons = [...(form?.querySelectorAll("button") ?? [])];
  buttons.findLast(({ type }) => type === "submit")?.focus();
}

/** Which version a form shows: the newest, until somebody types into it. */
function useEditedVersion(current: number | undefined) {
  const [typed, setTyped] = useState(false);
  const [version, setVersion] = useState(current);
  if (!typed && version !== current) setVersion(current);
  return { version, setTyped, isOvertaken: version !== current };
}
