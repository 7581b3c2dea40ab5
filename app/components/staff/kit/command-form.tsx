import {
  type ComponentProps,
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { z } from "zod";
import { isOnlyChecked } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { type FieldOf, FieldsOfForm } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { CheckedForm, initialOf, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { askToUndo } from "#app/lib/staff-events.ts";
import type { CommandError } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { type FieldRules, fieldRulesOf } from "#server/core/parse-form.ts";
import { isStillSaved, keepTheirs, type ShownFields, touchedFields } from "#server/core/touched-fields.ts";
import { type Failure, useCommand } from "./use-command.ts";
import { useFocusNearby, useFocusStays } from "./use-focus-nearby.ts";

/** How a form stands. */
interface FormState {
  submit: { pending: boolean; disabled: boolean };
  /** What is typed in a form that says what it begins with; undefined before anybody types. */
  typed: FormData | undefined;
  /** Something in such a form is not saved. */
  isUnsaved: boolean;
}

const StateOfForm = createContext<FormState>({
  submit: { pending: false, disabled: true },
  typed: undefined,
  isUnsaved: false,
});

interface CommandFormProps<Result>
  extends Pick<FormHTMLAttributes<HTMLFormElement>, "className" | "onChange" | "onKeyDown"> {
  command: CommandDefinition<z.ZodType, Result>;
  hidden?: Record<string, string | number>;
  /** Fields that name themselves, `field="reason"`; a function where some depend on what is typed. */
  children?: ReactNode | ((form: FormState) => ReactNode);
  button?: ReactNode;
  look?: "primary" | "secondary" | "danger";
  /** The form's accessible name, where it is not the text of the button. */
  label?: string;
  /** What checks the texts of a form that are not simply the command's input. */
  schema?: z.ZodType;
  /** Only the server checks it. */
  isUnchecked?: boolean;
  /**
   * What was typed stays in it once it is saved, because it shows what is saved; so it is of any form that has a
   * version, or says what it begins with.
   */
  keepsTexts?: boolean;
  /** It goes once it is done: until then its button does nothing more. */
  closes?: boolean;
  /** Of what the form shows: somebody else may save another one meanwhile. */
  version?: {
    name: string;
    current: number;
    /** Fields that a form beside this one changes as well: a value that nobody touched here may change. */
    besides?: readonly string[];
    /** Fields that are sent beside what was seen of them: the server adds the difference, and sales make no version. */
    differences?: readonly string[];
  };
  /**
   * What its fields begin with: the form then knows what in it is not saved, and asks before that is left. Of fields
   * that nobody touched, "Save mine" keeps what somebody else saved.
   */
  shown?: ShownFields;
  /** Also told by a toast where it was not done. */
  failure?: Failure;
  onDone?: (result: Result) => void;
  /** It was refused and says why: until it is sent again, it must stay. */
  onError?: (error: CommandError) => void;
}

const anything = z.unknown();

/**
 * The form of a command: checked in the browser by the command's schema, sent to its procedure as it is, files and all.
 * A refusal stands above it and beside its fields, and nothing that was typed is lost.
 */
export function CommandForm<Result>(props: CommandFormProps<Result>) {
  const { command, hidden = {}, children, button, look, label, className = "grid gap-4" } = props;
  const { version, shown, failure, onDone, onError, onChange, onKeyDown } = props;
  const { schema = command.input, isUnchecked = false, closes = false } = props;
  const { keepsTexts = version !== undefined || shown !== undefined } = props;
  const [done, setDone] = useState<{ result: Result }>();
  const [typed, setTyped] = useState<FormData | "something">();
  const begun = useBeginning(version, shown, typed);
  const isOvertaken = begun.version !== version?.current;
  const savesMine = useRef(false);
  const pressed = useRef<HTMLButtonElement | null>(null);
  /** Its button was pressed: it has lost the focus meanwhile, and may go with the version that was shown then. */
  const losesFocus = useRef(false);
  const noticePress = useFocusNearby();
  const staying = useFocusStays(begun.drawn);
  const hydrated = useHydrated();
  const hasVersion = version !== undefined;
  const afterwards = (result: Result) => {
    setTyped(undefined);
    if (!keepsTexts) checked.ref.current?.reset();
    setDone({ result });
  };
  const sending = useCommand<Result>(afterwards, failure, { hasVersion });
  const { send, isSent, pending, error, clearError } = sending;
  // Once the page shows that nothing is left to save: anyone who leaves is not asked about it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is done
  useEffect(() => {
    if (done) onDone?.(done.result);
  }, [done]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is refused
  useEffect(() => {
    if (error) onError?.(error);
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that the form is drawn again, and can be sent
  useEffect(() => {
    if (pending) return;
    if (losesFocus.current && document.activeElement === document.body) {
      if (pressed.current?.isConnected) pressed.current.focus();
      else focusButton(checked.ref.current);
    }
    losesFocus.current = false;
  }, [begun.drawn, pending]);
  const [checked, , errors] = useCheckedForm<string, unknown>({
    schema: isUnchecked ? anything : schema,
    rules: {},
    serverErrors: error?.fields,
    send: (_value, form) => {
      if (version && (savesMine.current || !isOvertaken)) {
        form.set(version.name, String(version.current));
        if (shown && begun.shown) keepTheirs(form, begun.shown, shown, version.differences);
      }
      losesFocus.current = true;
      if (checked.ref.current) noticePress(checked.ref.current);
      void send(command, form);
    },
  });
  const saveMine = () => {
    const own = checked.ref.current;
    savesMine.current = true;
    // With the button that was refused, which may say what is to be done.
    own?.requestSubmit(pressed.current?.form === own ? pressed.current : null);
    // Also where a field is wrong and nothing was sent: the next press is an ordinary one.
    savesMine.current = false;
  };

  const rules: FieldRules = isUnchecked ? {} : fieldRulesOf<z.ZodType, string>(schema);
  // Also by parts of the form that are drawn after its notice.
  const beside = useRef(new Set<string>()).current;
  const submit = { pending: pending || (closes && done !== undefined), disabled: !hydrated };
  const field: FieldOf = (name, saved = begun.shown?.[name]) => {
    beside.add(name);
    const wrong = errors[name] ? { errors: errors[name] } : {};
    return { ...rules[name], ...initialOf(saved), id: `${checked.id}-${name}`, name, ...wrong };
  };
  const form = typed instanceof FormData ? typed : undefined;
  const isUnsaved = form !== undefined && begun.shown !== undefined && isTouched(begun.shown, form);
  const state: FormState = { submit, typed: form, isUnsaved };
  return (
    <CheckedForm
      key={begun.drawn}
      form={checked}
      aria-label={label ?? (typeof button === "string" ? button : undefined)}
      data-unsaved={shown && (isUnsaved ? (isSent ? "sent" : "yes") : "no")}
      {...{ className, onChange, onKeyDown, ...staying }}
      onInput={({ currentTarget }) => setTyped(shown ? new FormData(currentTarget) : "something")}
      onSubmitCapture={({ nativeEvent }) => {
        if (isOnlyChecked(nativeEvent)) return;
        const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
        pressed.current = button instanceof HTMLButtonElement ? button : null;
      }}
      onReset={(event) => {
        checked.onReset();
        clearError();
        setTyped(undefined);
        // What was pressed for it may go with what was typed.
        if (document.activeElement?.matches("[type=reset]")) focusButton(event.currentTarget);
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {version && <input type="hidden" name={version.name} value={begun.version} />}
      {error && (
        <CommandErrorNotice error={error} beside={beside}>
          {error.isConflict && isOvertaken && (
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
              <SmallButton onClick={saveMine} {...submit}>
                Save mine
              </SmallButton>
            </span>
          )}
        </CommandErrorNotice>
      )}
      <FieldsOfForm.Provider value={field}>
        <StateOfForm.Provider value={state}>
          {typeof children === "function" ? children(state) : children}
          {button && (
            <SubmitButton variant={look} size="small" className="w-fit">
              {button}
            </SubmitButton>
          )}
        </StateOfForm.Provider>
      </FieldsOfForm.Provider>
    </CheckedForm>
  );
}

function focusButton(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("button:not([type=button], [type=reset])")?.focus();
}

/** A chosen file is something as well. */
function isTouched(begun: ShownFields, form: FormData): boolean {
  const hasFile = [...form.values()].some((value) => value instanceof File && value.size > 0);
  return hasFile || touchedFields(begun, form).length > 0;
}

/**
 * The version and the texts that a form begins with: the newest, until somebody types into it. It is drawn again for
 * another one, unless nothing of what it shows has changed.
 */
function useBeginning(
  version: CommandFormProps<unknown>["version"],
  shown: ShownFields | undefined,
  typed: FormData | "something" | undefined,
) {
  const current = version?.current;
  const [begun, setBegun] = useState({ version: current, shown, drawn: current });
  if (begun.version === current) return begun;
  if (!typed) setBegun({ version: current, shown, drawn: current });
  else if (shown && begun.shown && typed instanceof FormData) {
    const { besides = [], differences = [] } = version ?? {};
    if (isStillSaved(typed, begun.shown, shown, [...besides, ...differences])) {
      setBegun({ ...begun, version: current });
    }
  }
  return begun;
}

/** Sends the form of a command that it stands in. */
export function SubmitButton({ disabled = false, ...props }: ComponentProps<typeof Button>) {
  const { submit } = useContext(StateOfForm);
  return <Button {...props} pending={submit.pending} disabled={submit.disabled || disabled} />;
}

/** Tells beside a form's button that something in it is not saved. */
export function NotSavedYet() {
  const { isUnsaved } = useContext(StateOfForm);
  return (
    <p role="status" className="text-sm text-ink-soft">
      {isUnsaved && "Not saved yet"}
    </p>
  );
}

interface CommandErrorNoticeProps {
  error: CommandError;
  /** The fields that say themselves what is wrong with them. */
  beside?: ReadonlySet<string>;
  children?: ReactNode;
}

/** Why it was not done, what no field says, and how to take back what was done all the same. */
export function CommandErrorNotice({ error, beside, children }: CommandErrorNoticeProps) {
  const { message, fields, takeBack } = error;
  const others = Object.entries(fields)
    .filter(([name]) => !beside?.has(name))
    .flatMap(([, messages]) => messages)
    .filter((reason) => reason !== message);
  return (
    <Notice tone="error" title={message}>
      {takeBack && (
        <button
          type="button"
          data-key="undo"
          onClick={() => askToUndo(takeBack)}
          className="min-h-9 font-medium underline underline-offset-4"
        >
          Undo
        </button>
      )}
      {others.length > 0 && (
        <ul>
          {others.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {children}
    </Notice>
  );
}

type CommandProps = ComponentProps<typeof CommandForm<unknown>>;

interface AskFirstProps extends Pick<CommandProps, "command" | "hidden" | "label" | "onDone"> {
  opener: ComponentProps<typeof Button>;
  title: string;
  button: ReactNode;
  children: ReactNode;
}

/** Does what nobody does by mistake, after asking. */
export function AskFirst(props: AskFirstProps) {
  const { command, hidden, opener, title, label, button, onDone, children } = props;
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button type="button" variant="quiet" {...opener} onClick={() => setAsking(true)} />
      <Dialog open={asking} onClose={close} title={title}>
        {children}
        <CommandForm {...{ command, hidden, label }} className="mt-6 grid gap-4" onDone={onDone ?? close}>
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger">{button}</SubmitButton>
            <Button type="button" variant="secondary" onClick={close}>
              Keep it
            </Button>
          </div>
        </CommandForm>
      </Dialog>
    </>
  );
}
