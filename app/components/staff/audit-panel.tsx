import { Undo2 } from "lucide-react";
import { TextField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/picture.tsx";
import { SmallButton, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMay } from "#app/lib/use-may.ts";
import { type AuditSearch, auditCommands, auditList } from "#server/audit/audit-search.ts";
import {
  areaLabels,
  auditAreas,
  fieldLabel,
  revertibleFields,
  valueText,
} from "#server/audit/change-labels.ts";
import type { ChangesPage, ChangeView } from "#server/audit/changes.server.ts";
import { documentChanges } from "#server/catalogue/product-media.schema.ts";
import { thumbnailOf } from "#server/media/media-address.ts";
import { type Column, RowsTable } from "./kit/rows-table.tsx";
import { Filter, StaffList, useAsked } from "./kit/staff-list.tsx";
import { useCommand } from "./kit/use-command.ts";

/** The Audit tab: what staff changed, before and after, and one click to take it back where that is possible. */
export default function AuditPanel() {
  const { asked } = useAsked(auditList);
  const [{ changes, next, staff }, list] = trpc.audit.search.useSuspenseQuery(asked);
  return (
    <StaffList
      id="audit"
      title="Audit"
      what="changes"
      query={auditList}
      list={list}
      filters={<Filters asked={asked} staff={staff} />}
      count={changes.length}
      none={{
        title: "No changes yet",
        text: "What staff change stands here, before and after: prices, stock, orders, settings and people. Change a price, and take it back from here.",
      }}
      noneFound={{
        title: "No changes found",
        text: "No change matches what you asked for. Try more days, or clear the filters.",
      }}
      next={next}
    >
      <RowsTable caption="Changes by staff, the newest first" rows={changes} columns={columns} />
    </StaffList>
  );
}

function Filters({ asked, staff }: { asked: AuditSearch; staff: ChangesPage["staff"] }) {
  return (
    <>
      {asked.subject && <input type="hidden" name="subject" value={asked.subject} />}
      <Filter label="What" name="area" all="Everything" of={auditAreas} optionLabels={areaLabels} />
      <Filter
        label="Who"
        name="who"
        all="Anybody"
        of={staff.map(({ id }) => id)}
        optionLabels={(id) => staff.find((each) => each.id === id)?.name ?? ""}
      />
      <TextField label="From" name="from" type="date" defaultValue={asked.from} />
      <TextField label="To" name="to" type="date" defaultValue={asked.to} />
    </>
  );
}

const columns: Column<ChangeView>[] = [
  {
    head: "When",
    cell: ({ at }) => displayMoment(at),
    className: "whitespace-nowrap text-ink-soft tabular-nums",
  },
  { head: "Who", cell: ({ actorName }) => actorName },
  { head: "What", cell: (change) => <Changed change={change} />, className: "min-w-40" },
  { head: "Before and after", cell: (change) => <BeforeAndAfter change={change} />, className: "min-w-72" },
  { head: "Take back", cell: (change) => <UndoChange change={change} /> },
];

function Changed({ change: { area, action, subjectId, subjectName, revertOf } }: { change: ChangeView }) {
  return (
    <>
      <TextLink
        to={`/admin?tab=audit&${auditList.write({ area, subject: subjectId })}`}
        preventScrollReset
        data-open
      >
        {subjectName}
      </TextLink>
      <span className="block text-sm text-ink-soft">
        {areaLabels[area]}, {revertOf === null ? action : `change ${revertOf} taken back`}
      </span>
    </>
  );
}

function BeforeAndAfter({ change }: { change: ChangeView }) {
  const names = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])];
  return (
    <dl className="grid gap-1 text-sm">
      {names.map((name) => (
        <div key={name} className="[overflow-wrap:anywhere]">
          <dt className="inline font-medium">{fieldLabel(name)}: </dt>
          <ChangedValue change={change} name={name} />
        </div>
      ))}
    </dl>
  );
}

function ChangedValue({ change, name }: { change: ChangeView; name: string }) {
  const { area, before, after, currency } = change;
  if (area === "products" && name === "pictures") {
    return (
      <dd className="mt-1 flex flex-wrap items-center gap-2">
        <Pictures addresses={before[name]} label="Before" /> →{" "}
        <Pictures addresses={after[name]} label="After" />
      </dd>
    );
  }
  const lines = area === "products" ? documentChanges(name, before[name], after[name]) : undefined;
  if (lines) {
    return lines.map((line) => (
      <dd key={line} className="text-ink-soft">
        {line}
      </dd>
    ));
  }
  return (
    <dd className="inline text-ink-soft">
      {name in before && `${valueText(area, name, before[name], currency)} → `}
      {valueText(area, name, after[name], currency)}
    </dd>
  );
}

/** Pictures in their order, small: their addresses say nothing to a person. */
function Pictures({ addresses, label }: { addresses: unknown; label: string }) {
  const shown = Array.isArray(addresses) ? addresses.map(String) : [];
  if (shown.length === 0) return <span className="text-ink-soft">nothing</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {shown.map((address, index) => (
        <LooseImage
          key={address}
          src={thumbnailOf(address)}
          alt={`${label}: picture ${index + 1}`}
          className="size-10 rounded border border-line object-cover"
        />
      ))}
    </span>
  );
}

/** There only for what one click can take back; it needs JavaScript, like the rest of what staff change in tables. */
function UndoChange({ change }: { change: ChangeView }) {
  const hydrated = useHydrated();
  const mayRevert = useMay("audit.revert");
  const { send, pending, error } = useCommand(undefined, { title: "Not taken back" });
  if (change.revertedBy !== null) {
    return <span className="text-sm text-ink-soft">Taken back by change {change.revertedBy}</span>;
  }
  if (!mayRevert) return null;
  const fields = revertibleFields(change);
  if (fields.length === 0 || !hydrated) return null;
  const what = fields.map((name) => fieldLabel(name).toLowerCase()).join(", ");
  return (
    <>
      <SmallButton
        pending={pending}
        onClick={() => send(auditCommands.revert, { id: change.id })}
        aria-label={`Take back ${what} of ${change.subjectName}`}
      >
        <Undo2 aria-hidden className="size-4" /> Take back
      </SmallButton>
      {error && (
        <p role="alert" className="mt-1 max-w-56 text-sm text-clay">
          {error.message}
        </p>
      )}
    </>
  );
}
