import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { FieldError, TextField } from "#app/components/ui/fields.tsx";
import {
  type BiocharUse,
  biocharUses,
  NOT_BURNT,
  pathOfUse,
  useLabels,
} from "#server/statements/evidence.ts";

interface UseChoiceProps {
  use: BiocharUse | string | null;
  usedAs: string;
  errors: Record<string, string[]>;
}

/** What the biochar is for: one choice, and words for something else. */
export function UseChoice({ use, usedAs, errors }: UseChoiceProps) {
  return (
    <>
      <fieldset aria-describedby={errors.use ? "use-error" : undefined} className="grid gap-1">
        <legend className="mb-2 font-medium">
          What will you use it for? <span className="font-normal text-ink-soft">{NOT_BURNT}</span>
        </legend>
        {biocharUses.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="use"
              value={each}
              defaultChecked={each === use}
              {...(errors.use && each === biocharUses[0] ? { autoFocus: true } : {})}
              className="size-6 shrink-0"
            />
            {useLabels[each].choice}
          </label>
        ))}
        <FieldError id="use-error" errors={errors.use} />
      </fieldset>
      <TextField
        label="If something else: what?"
        name="usedAs"
        maxLength={200}
        defaultValue={usedAs}
        {...(errors.usedAs ? { errors: errors.usedAs, autoFocus: true } : {})}
      />
    </>
  );
}

interface UseQuestionProps {
  invoiceNumber: string;
  /** Of the signed link that opened the order, if one did. */
  token: string | null;
}

/** One optional question after paying; its own page takes the answer and shows what was wrong with it. */
export function UseQuestion({ invoiceNumber, token }: UseQuestionProps) {
  const action = pathOfUse(invoiceNumber, token);
  const isSending = useNavigation().formAction === action;
  return (
    <Card className="mt-6" role="region" aria-labelledby="use">
      <h2 id="use" className="text-xl">
        One question, if you like
      </h2>
      <p className="mt-3 text-ink-soft">
        Whoever certifies our biochar wants to know that it is used and not burnt. Nothing depends on your
        answer.
      </p>
      <Form method="post" action={action} className="mt-4 grid gap-5">
        <UseChoice use={null} usedAs="" errors={{}} />
        <Button variant="secondary" pending={isSending} className="w-fit">
          Tell us
        </Button>
      </Form>
    </Card>
  );
}
