import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { pathOfUse } from "#server/statements/biochar-use.ts";
import { UseChoice } from "./use-choice.tsx";

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
