import { Fragment, useId } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { CheckboxField } from "#app/components/ui/fields.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { keyGroupsFor, keysOf, type StaffKey, switchSingleKeys, useSingleKeys } from "./register.ts";

/** Every key that the reader can use, from the register that the listener reads, and the switch for single ones. */
export function KeySheet({ headingLevel: Heading }: { headingLevel: "h2" | "h3" }) {
  const id = useId();
  const may = useMayAsk();
  return (
    <div className="grid gap-6">
      <SingleKeysSwitch />
      {keyGroupsFor(may).map(({ title, keys }, index) => (
        <section key={title} aria-labelledby={`${id}-${index}`}>
          <Heading id={`${id}-${index}`} className="text-lg">
            {title}
          </Heading>
          <dl className="mt-2 divide-y divide-line border-y border-line">
            {keys.map((key) => (
              <KeyRow key={key.words} of={key} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function KeyRow({ of: { words, chords } }: { of: StaffKey }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5 text-[0.9375rem]">
      <dt>{words}</dt>
      <dd className="flex flex-wrap items-baseline gap-1 text-sm text-ink-soft">
        {chords.map((chord, index) => (
          <Fragment key={chord}>
            {index > 0 && <span> or </span>}
            <Chord chord={chord} />
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

function Chord({ chord }: { chord: string }) {
  return keysOf(chord).map((press, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the presses of one chord never move
    <Fragment key={index}>
      {index > 0 && <span> then </span>}
      {press.map((key) => (
        <kbd key={key} className="rounded border border-line-strong bg-sunken px-1.5 font-text text-ink">
          {key}
        </kbd>
      ))}
    </Fragment>
  ));
}

function SingleKeysSwitch() {
  const hydrated = useHydrated();
  const on = useSingleKeys();
  if (!hydrated) return <p>The keys need JavaScript.</p>;
  return (
    <CheckboxField
      label="Keys without Ctrl do something"
      hint="They never do while a field has the focus. Remembered on this device."
      checked={on}
      onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
    />
  );
}

export default function KeySheetDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {open && <KeySheet headingLevel="h3" />}
    </Dialog>
  );
}
