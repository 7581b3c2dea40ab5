import { useActionData, useLoaderData } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { staffFrame } from "#app/components/staff/frame/staff-frame.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { auditCommands } from "#server/audit/audit-search.ts";
import { changeText, revertibleFields } from "#server/audit/change-labels.ts";
import { findChange } from "#server/audit/find-changes.server.ts";
import { optionalRowId } from "#server/core/row-id.ts";
import { staffPage } from "#server/http/page.server.ts";
import { handleStaffForm } from "./handle-staff-form.server.ts";

export const handle: StaffPageHandle = { frame: staffFrame };

export const meta = pageMeta({ title: "Take a change back", noindex: true });

export const loader = staffPage(
  "audit.view",
  async ({ context, url }) => {
    const asked = optionalRowId.parse(url.searchParams.get("change") ?? undefined);
    const change = await findChange(context, asked ?? 0);
    const { id, subjectName, revertedBy } = change;
    const canBeUndone = revertibleFields(change).length > 0;
    return { id, subjectName, text: changeText(change), isUndone: revertedBy !== null, canBeUndone };
  },
  "sign-in",
);

export const action = staffPage(
  "audit.revert",
  async ({ context, request }) => handleStaffForm(context, await request.formData(), "/admin?tab=audit"),
  "sign-in",
);

/** What a message's Undo leads to without JavaScript: the change, and the button that takes it back. */
export default function AdminUndo() {
  const { id, subjectName, text, isUndone, canBeUndone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="frame grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <h1 className="text-2xl">Take a change back</h1>
      {answer?.refusal && <Notice tone="error" title={answer.refusal} />}
      <Card className="grid gap-4">
        <h2 className="text-lg break-words">{subjectName}</h2>
        <p className="break-words">{text}</p>
        {isUndone && <p>This change has been taken back already.</p>}
        {!isUndone && !canBeUndone && <p>This kind of change cannot be taken back here.</p>}
        <div className="flex flex-wrap gap-3">
          {canBeUndone && (
            <form method="post" action={`/admin/undo?change=${id}`}>
              <input type="hidden" name="intent" value={auditCommands.revert.name} />
              <input type="hidden" name="id" value={id} />
              <Button>Take back</Button>
            </form>
          )}
          <ButtonLink to="/admin?tab=audit" variant="secondary">
            All changes
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
