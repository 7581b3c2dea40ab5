import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { SettingGuide } from "#server/settings/guides/setting-guide.ts";
import type { FormTexts } from "../form-texts.ts";

interface ChangedMeanwhileProps {
  /** "Anna Admin saved this tab on 2 March 2026 at 12:00 …" */
  title: string;
  /** The fields in which what is saved now and what is typed here differ. */
  fields: readonly SettingGuide[];
  saved: FormTexts;
  typed: FormTexts;
  /** Takes what is saved and drops what was typed; where there is no JavaScript, a link does it. */
  onTakeSaved: (() => void) | undefined;
  reload: string;
}

/** Two people had the same tab open: nothing is overwritten until whoever came second has seen what the first did. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { title, fields, saved, typed, onTakeSaved, reload } = props;
  return (
    <Notice tone="error" title={title}>
      {fields.length === 0 ? (
        <p>What you typed is the same as what is saved now.</p>
      ) : (
        <ul className="mt-2 grid gap-2">
          {fields.map(({ name, label, kind }) => (
            <li key={name}>
              <strong className="font-semibold">{label}</strong>: saved now {quoted(saved[name], kind)}, typed
              here {quoted(typed[name], kind)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2">Save Settings now replaces what is saved by what is typed here.</p>
      <p className="mt-3">
        {onTakeSaved ? (
          <Button type="button" variant="secondary" size="small" onClick={onTakeSaved}>
            Take what is saved
          </Button>
        ) : (
          <a href={reload} className="underline">
            Take what is saved
          </a>
        )}
      </p>
    </Notice>
  );
}

function quoted(text: string | undefined, kind: SettingGuide["kind"]): string {
  if (kind === "switch") return text === "on" ? "on" : "off";
  return text ? `“${text}”` : "nothing";
}
