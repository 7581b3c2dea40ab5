import { Form, Link, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { z } from "zod";
import { useOptions } from "#app/components/staff/kit/use-options.ts";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { foundStatus, SEARCH_DELAY, StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { Capability } from "#server/core/roles.ts";
import { orderStatuses } from "#server/orders/order.ts";
import type { Hit, HitGroup } from "#server/staff/find-everything.server.ts";

interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

/** The search of everything over whatever is open: type, move with the arrow keys, open with Enter. */
export default function Palette({ open, onClose }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Find">
      {open && (
        <StaffQueries>
          <FindField onClose={onClose} />
        </StaffQueries>
      )}
    </Dialog>
  );
}

function FindField({ onClose }: Pick<PaletteProps, "onClose">) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const name = useRootData()?.actor.name ?? "";
  const { groups, before, status } = useGroups(text, name);
  const hits = groups.flatMap((group) => group.hits);
  const opened = (hit: Hit) => {
    rememberFind(name, hit);
    onClose();
  };

  const isShown = hits.length > 0;
  const { id, active, setActive, moveTo, input, optionAt } = useOptions(hits.length, isShown);

  // Escape closes the dialog, and Enter before anything was found sends the form to the page.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown || event.nativeEvent.isComposing) return;
    const hit = hits[active];
    if (event.key === "Enter" && hit) {
      event.preventDefault();
      opened(hit);
      navigate(hit.to);
    }
    const last = hits.length - 1;
    const places: Record<string, number> = {
      ArrowUp: active - 1,
      ArrowDown: active + 1,
      PageUp: Math.max(0, active - 10),
      PageDown: Math.min(active + 10, last),
      Home: 0,
      End: last,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  };

  return (
    <Form
      method="get"
      action="/admin/find"
      role="search"
      aria-label="Everything"
      onSubmit={onClose}
      className="grid gap-3"
    >
      <label htmlFor={id} className="font-medium">
        Order, person, product, enquiry, page or setting
      </label>
      <div className="flex gap-2">
        <input
          {...input}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          name="q"
          inputMode="search"
          enterKeyHint="search"
          maxLength={254}
          data-first-focus
          className="field-edge min-h-11 w-full min-w-0 px-3 py-2"
        />
        <Button aria-label="All that is found, on a page" variant="secondary">
          <Search aria-hidden className="size-4" />
        </Button>
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-soft">
        {status}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="grid gap-4">
        {groups.map(({ kind, label, hits: ofGroup }) => (
          <Group key={label} id={`palette-${kind}`} label={label}>
            {ofGroup.map((hit) => {
              const index = hits.indexOf(hit);
              return (
                <Link
                  key={hit.key}
                  to={hit.to}
                  role="option"
                  tabIndex={-1}
                  {...optionAt(index)}
                  onMouseMove={() => setActive(index)}
                  // The focus stays in the field, whose keys move through the list.
                  onMouseDown={(event) => event.preventDefault()}
                  // The link itself leads there.
                  onClick={() => opened(hit)}
                  className={classNames(
                    "block min-h-11 rounded-sm px-2 py-2 no-underline",
                    index === active && "bg-sunken",
                  )}
                >
                  <HitLine hit={hit} />
                </Link>
              );
            })}
          </Group>
        ))}
      </div>
      {before.length > 0 && <FoundBefore groups={before} />}
      {text === "" && groups.length === 0 && <WhatCanBeFound />}
    </Form>
  );
}

interface Shown {
  /** What Enter opens one of. */
  groups: readonly HitGroup[];
  /** What was found for other letters: to look at until the answer is there. */
  before: readonly HitGroup[];
  status: string;
}

/** What the text finds, once typing has rested; what was opened last while there is no text. */
function useGroups(typed: string, name: string): Shown {
  const text = typed.trim();
  const asked = useDelayed(text, SEARCH_DELAY);
  const [recent] = useState(() => recentFinds(name));
  const { data, error, isPlaceholderData } = trpc.find.everything.useQuery(
    { text: asked },
    { enabled: asked !== "", placeholderData: (previous) => previous, trpc: { abortOnUnmount: true } },
  );
  if (text === "") {
    const groups: HitGroup[] =
      recent.length > 0 ? [{ kind: "places", label: "Opened last", hits: recent, all: null }] : [];
    return { groups, before: [], status: "" };
  }
  const isCurrent = asked === text && !isPlaceholderData;
  const groups = data?.groups ?? [];
  if (!isCurrent) return { groups: [], before: groups, status: foundStatus(undefined, null) };
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const status = data?.needs && count === 0 ? data.needs : foundStatus(data ? count : undefined, error);
  return { groups, before: [], status };
}

function Group({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a list box, and no set of fields
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2 text-sm font-semibold text-ink-soft">
        {label}
      </p>
      {children}
    </div>
  );
}

/** What was found for other letters keeps its place, so that nothing jumps while the answer is on its way. */
function FoundBefore({ groups }: Pick<Shown, "groups">) {
  return (
    <div aria-hidden className="grid gap-4 opacity-60">
      {groups.map(({ kind, label, hits }) => (
        <div key={kind}>
          <p className="px-2 text-sm font-semibold">{label}</p>
          {hits.map((hit) => (
            <div key={hit.key} className="min-h-11 px-2 py-2">
              <HitLine hit={hit} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Of one tab of the browser, gone with it: what staff looked at is nobody's who uses the machine later. */
const STORED_KEY = "recent-finds";
const MOST = 6;

const storedSchema = z.object({
  /** Whose they are: somebody else who signs in sees none of them. */
  name: z.string(),
  hits: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      detail: z.string(),
      to: z.string(),
      status: z.enum(orderStatuses).optional(),
    }),
  ),
});

/** What somebody opened last from the search of everything, the newest first. */
function recentFinds(name: string): Hit[] {
  try {
    const stored = storedSchema.parse(JSON.parse(window.sessionStorage.getItem(STORED_KEY) ?? ""));
    if (stored.name !== name) return [];
    return stored.hits.map(({ status, ...hit }) => (status ? { ...hit, status } : hit));
  } catch {
    return [];
  }
}

function rememberFind(name: string, hit: Hit): void {
  const hits = [hit, ...recentFinds(name).filter(({ key }) => key !== hit.key)].slice(0, MOST);
  window.sessionStorage.setItem(STORED_KEY, JSON.stringify({ name, hits }));
}

export function FindResults({ groups }: { groups: readonly HitGroup[] }) {
  return groups.map(({ kind, label, hits, all }) => (
    <section key={kind} aria-labelledby={`found-${kind}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={`found-${kind}`} className="text-xl">
        {label}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {hits.map((hit) => (
          <li key={hit.key}>
            <Link to={hit.to} className="block min-h-11 rounded-sm px-2 py-2 hover:bg-sunken">
              <HitLine hit={hit} />
            </Link>
          </li>
        ))}
      </ul>
      {all && (
        <p>
          <TextLink to={all}>{allOf[kind]}</TextLink>
        </p>
      )}
    </section>
  ));
}

const allOf: Record<HitGroup["kind"], string> = {
  orders: "All orders that match",
  people: "All people who match",
  products: "All products that match",
  enquiries: "All enquiries that match",
  places: "All pages that match",
};

/** One hit: what it is, and what tells it from others. */
function HitLine({ hit: { title, detail, status } }: { hit: Hit }) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-medium wrap-anywhere">{title}</span>
      {status && <OrderStatusBadge status={status} />}
      <span className="w-full text-sm wrap-anywhere text-ink-soft">{detail}</span>
    </span>
  );
}

/** What can be looked for, and who may. */
const kinds: readonly { needs: Capability; text: string }[] = [
  {
    needs: "orders.view",
    text: "Orders, by invoice number, customer, email, telephone number (also its last six digits), postcode, town, or a product in them",
  },
  { needs: "orders.viewMoney", text: "Orders, by the id of a payment or a refund" },
  { needs: "customers.view", text: "People, by name, email, telephone number or postcode" },
  { needs: "products.view", text: "Products, by name or number" },
  { needs: "enquiries.view", text: "Enquiries, by sender or subject" },
  { needs: "dashboard.view", text: "Pages and settings, by name" },
];

/** Tells what a text may find, of what the reader may see. */
export function WhatCanBeFound() {
  const may = useMayAsk();
  const id = useId();
  return (
    <section aria-labelledby={id} className="text-left">
      <h2 id={id} className="text-lg">
        What can be found
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
        {kinds
          .filter(({ needs }) => may(needs))
          .map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
      </ul>
    </section>
  );
}
