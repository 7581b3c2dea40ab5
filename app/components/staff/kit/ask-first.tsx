import { type ComponentProps, type ReactNode, useState } from "react";
import type { z } from "zod";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { CommandDefinition } from "#server/commands/command.ts";
import { CommandForm } from "./command-form.tsx";

interface AskFirstProps {
  command: CommandDefinition<z.ZodType, unknown>;
  hidden: Record<string, string | number>;
  opener: ComponentProps<typeof Button>;
  title: string;
  label: string;
  button: ReactNode;
  onDone?: () => void;
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
        <CommandForm
          command={command}
          hidden={hidden}
          label={label}
          className="mt-6 grid gap-4"
          onDone={onDone ?? close}
        >
          {({ submit }) => (
            <div className="flex flex-wrap gap-3">
              <Button variant="danger" {...submit}>
                {button}
              </Button>
              <Button type="button" variant="secondary" onClick={close}>
                Keep it
              </Button>
            </div>
          )}
        </CommandForm>
      </Dialog>
    </>
  );
}
