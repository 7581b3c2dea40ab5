import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { CommandForm, SubmitButton } from "./command-form.tsx";

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
