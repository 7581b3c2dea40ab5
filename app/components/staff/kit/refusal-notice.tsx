import type { ReactNode } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Refusal } from "#app/lib/trpc.ts";
import { askToUndo } from "#app/lib/undo-event.ts";

interface RefusalNoticeProps {
  refusal: Refusal;
  /** The fields that say themselves what is wrong with them. */
  beside?: ReadonlySet<string>;
  children?: ReactNode;
}

/** Why it was not done, what no field says, and how to take back what was done all the same. */
export function RefusalNotice({ refusal, beside, children }: RefusalNoticeProps) {
  const { message, fields, takeBack } = refusal;
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
