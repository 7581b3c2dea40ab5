import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";

/** What a form that came back had in its fields, and what is wrong with them. */
export interface CameBack {
  /** What was typed into a field; what is saved of it where the form did not come back. */
  typed: (name: string, saved?: string) => string;
  errors: (name: string) => string[] | undefined;
}

/** Reads an answer, where it is that of this command. */
export function cameBack(
  answer: RefusedForm | undefined,
  { name }: Pick<CommandDefinition, "name">,
): CameBack {
  const isBack = answer?.intent === name;
  const ours = isBack ? answer.result : undefined;
  return {
    typed: (field, saved = "") => {
      if (!isBack) return saved;
      const value = ours?.initialValue?.[field];
      return typeof value === "string" ? value : "";
    },
    errors: (field) => ours?.error?.[field] ?? undefined,
  };
}

interface BatchFormProps {
  command: Pick<CommandDefinition, "name">;
  action: string;
  answer: RefusedForm | undefined;
  button: string;
  danger?: boolean;
  /** It sends a file. */
  hasFile?: boolean;
  hidden?: Record<string, string | number>;
  children?: ReactNode;
}

/** A form about a batch: posts itself, with JavaScript and without. */
export function BatchForm(props: BatchFormProps) {
  const { command, action, answer, button, danger = false, hasFile = false, hidden = {}, children } = props;
  const sending = useNavigation().formData?.get("intent") === command.name;
  const refusal = answer?.intent === command.name ? answer.refusal : null;
  return (
    <Form
      method="post"
      action={action}
      noValidate
      encType={hasFile ? "multipart/form-data" : undefined}
      aria-label={button}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <input type="hidden" name="intent" value={command.name} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {refusal && <Notice tone="error" title={refusal} />}
      {children}
      <Button variant={danger ? "danger" : "primary"} size="small" pending={sending} className="w-fit">
        {button}
      </Button>
    </Form>
  );
}
