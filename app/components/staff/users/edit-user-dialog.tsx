import { useState } from "react";
import type { FormTexts } from "#app/components/staff/kit/use-command.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { StaffUserView } from "#server/customers/users-query.ts";
import { type EditField, type EditTab, editTabs } from "./edit-fields.ts";
import { differences, merged, shownText, textsOf } from "./edit-texts.ts";
import { EditUserForm } from "./edit-user-form.tsx";

interface EditUserDialogProps {
  /** Who is edited; null while the dialog is closed. */
  userId: number | null;
  /** What the list knows already of the user's name. */
  name: string | undefined;
  onClose: () => void;
}

/** One user in a modal dialog, read anew each time it opens. */
export function EditUserDialog({ userId, name, onClose }: EditUserDialogProps) {
  return (
    <Dialog
      open={userId !== null}
      onClose={onClose}
      title={name ? `Edit User: ${name}` : "Edit User"}
      className="sm:w-[min(48rem,calc(100vw-2rem))]"
    >
      {userId !== null && <OneUser key={userId} userId={userId} onClose={onClose} />}
    </Dialog>
  );
}

function OneUser({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { data, error } = trpc.users.byId.useQuery({ id: userId });
  if (data) return <Editing first={data} onClose={onClose} />;
  if (error) {
    return (
      <Notice tone="error" title="Could not load the user">
        {serverMessage(error, "Please try again.")}
      </Notice>
    );
  }
  return <SpinnerInPlace label="Loading the user" />;
}

interface Editing {
  user: StaffUserView;
  base: FormTexts;
  start: FormTexts;
  /** What somebody else saved after this began. */
  meanwhile: { field: EditField; was: string; is: string; typed: string }[];
  generation: number;
}

/** Goes on from what somebody else saved, with what was typed here. */
function Editing({ first, onClose }: { first: StaffUserView; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [tab, setTab] = useState<EditTab>(editTabs[0]);
  const [state, setState] = useState<Editing>(() => {
    const texts = textsOf(first);
    return { user: first, base: texts, start: texts, meanwhile: [], generation: 0 };
  });

  const goOn = async (values: FormTexts) => {
    const user = await utils.users.byId.fetch({ id: first.id }, { staleTime: 0 }).catch(() => null);
    // Refused for another reason, which the form tells.
    if (!user || user.version === state.user.version) return;
    const saved = textsOf(user);
    const { base } = state;
    const mine = new Set(differences(base, values).map(({ name }) => name));
    setState({
      user,
      base: saved,
      start: merged({ base, typed: values, saved }),
      meanwhile: differences(base, saved).map((field) => ({
        field,
        was: shownText(field, base[field.name]),
        is: shownText(field, saved[field.name]),
        typed: mine.has(field.name) ? shownText(field, values[field.name]) : "",
      })),
      generation: state.generation + 1,
    });
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {state.generation > 0 && <Meanwhile changes={state.meanwhile} />}
      <EditUserForm
        key={state.generation}
        {...state}
        tab={tab}
        onTab={setTab}
        onOvertaken={(values) => void goOn(values)}
        onClose={onClose}
      />
    </div>
  );
}

function Meanwhile({ changes }: { changes: Editing["meanwhile"] }) {
  return (
    <Notice tone="error" title="Somebody else has changed this user in the meantime.">
      <ul className="mt-2 grid gap-1">
        {changes.map(({ field, was, is, typed }) => (
          <li key={field.name}>
            <strong className="font-semibold">{field.label}</strong>: was {was}, now {is}
            {typed && <span>; you typed {typed}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Below are their changes with yours. Save Changes keeps both; where you typed something, yours counts.
      </p>
    </Notice>
  );
}
