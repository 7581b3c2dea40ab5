import { useEffect, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { displayLongMoment } from "#server/core/shop-time.ts";
import { counterMethods } from "#server/orders/order.schema.ts";
import { taxLabelsFor } from "#server/settings/company-facts.ts";
import { Finder, FoundCustomer, FoundProduct } from "../shop/finder.tsx";
import {
  type Draft,
  type DraftCustomer,
  emptyDraft,
  isEmptyDraft,
  withProduct,
} from "../shop/order-draft.ts";
import { OrderForm } from "../shop/order-form.tsx";
import { CounterQueue, countOf } from "./counter-queue.tsx";
import { matching, type Sheet } from "./queued-order.ts";
import { type Counter, type Line, useCounter } from "./use-counter.ts";

/** The shop manager's order form for where there is no signal (docs/decisions/074). */
export function CounterPage() {
  const state = useCounter();
  if (state.kind === "opening") return <p>Opening what this device keeps…</p>;
  if (state.kind === "no-store") {
    return (
      <Notice tone="error" title="This browser keeps nothing">
        <p>
          Orders could be lost here. A private window may be the reason: open the page in an ordinary one, or
          take the order in <a href="/shop-manager?new=order">the usual form</a>.
        </p>
      </Notice>
    );
  }
  return <OpenCounter counter={state.counter} />;
}

function OpenCounter({ counter }: { counter: Counter }) {
  const { stored, draft, line, error, connect, changeDraft, take } = counter;
  const { sheet, orders, isSignedOut } = stored;
  const [taken, setTaken] = useState("");
  const isShut = isSignedOut || line === "signed-out" || line === "forbidden";
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <LineBadge line={line} />
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          {sheet
            ? `Prices of ${displayLongMoment(sheet.rules.at)}${isShut || !sheet.rules.person ? "" : `, ${sheet.rules.person.name}`}`
            : "No prices yet"}
        </p>
        <SmallButton pending={line === "asking"} pendingLabel="Asking the shop..." onClick={connect}>
          Update and send
        </SmallButton>
      </div>
      <NewVersion />
      {line === "forbidden" && (
        <Notice tone="error" title="The shop does not let you send orders">
          <p>{error} What waits stays on this device.</p>
        </Notice>
      )}
      {isShut && line !== "forbidden" && (
        <Notice tone="error" title="Nobody is signed in">
          <p className="mb-3">
            {takersOf(counter)} The orders stay on this device until somebody who may take orders signs in.
          </p>
          <a className={buttonClass({ size: "small" })} href="/admin/login?next=/shop-manager/counter">
            Sign in
          </a>
        </Notice>
      )}
      {line === "broken" && (
        <Notice tone="error" title="This device keeps nothing at the moment">
          <p>
            Its storage may be full, or was closed. What waited still waits. What you typed is still in the
            form: try again, and write it down before you load this page again.
          </p>
        </Notice>
      )}
      {!isShut && !sheet && line !== "asking" && line !== "broken" && (
        <Notice tone="error" title="This device has no prices yet">
          <p>Open this page once with a connection. From then on it works without one.</p>
        </Notice>
      )}
      {!isShut && sheet && (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <div className="grid content-start gap-4">
            <h2 className="text-2xl">Take an order</h2>
            <p role="status" className={taken ? "font-medium" : "sr-only"}>
              {taken}
            </p>
            <CounterForm
              sheet={sheet}
              draft={draft}
              onChange={(typed) => {
                setTaken("");
                changeDraft(typed);
              }}
              onTake={async (typed) => {
                const isKept = await take(typed);
                setTaken(
                  `The order of ${typed.customer.name} is ${isKept ? "" : "not "}kept on this device.`,
                );
              }}
            />
          </div>
          <CounterQueue counter={counter} />
        </div>
      )}
      {isShut && orders.length === 0 && <p>Nothing waits to be sent.</p>}
    </div>
  );
}

const lineLabels: Record<Line, string> = {
  asking: "Asking the shop",
  open: "Connected",
  broken: "Nothing is kept",
  "no-signal": "No connection",
  "signed-out": "Signed out",
  forbidden: "Not allowed",
};

function LineBadge({ line }: { line: Line }) {
  return (
    <Badge tone={line === "open" ? "moss" : line === "asking" ? "neutral" : "clay"}>{lineLabels[line]}</Badge>
  );
}

/** "3 orders of Morgan Manager wait to be sent." */
function takersOf({ stored: { orders } }: Counter): string {
  const names = [...new Set(orders.map(({ takenBy }) => takenBy.name))];
  return names
    .map((name) => {
      const own = orders.filter(({ takenBy }) => takenBy.name === name);
      return `${countOf(own)} of ${name} ${own.length === 1 ? "waits" : "wait"} to be sent.`;
    })
    .join(" ");
}

/** A new version of this page has come: what is typed is kept over a reload. */
function NewVersion() {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    // The first worker ever takes a page over that is as new as itself.
    if (!worker?.controller) return;
    const note = () => setIsThere(true);
    worker.addEventListener("controllerchange", note);
    return () => worker.removeEventListener("controllerchange", note);
  }, []);
  if (!isThere) return null;
  return (
    <Notice title="There is a new version of this page">
      <SmallButton onClick={() => window.location.reload()}>Load it</SmallButton>
    </Notice>
  );
}

interface CounterFormProps {
  sheet: Sheet;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onTake: (draft: Draft) => Promise<void>;
}

/** Takes an order with what the shop told last: no field of it asks the shop. */
function CounterForm({ sheet, draft, onChange, onTake }: CounterFormProps) {
  const [isTaking, setIsTaking] = useState(false);
  const { rules } = sheet;
  const take = async (typed: Draft) => {
    setIsTaking(true);
    try {
      await onTake(typed);
    } finally {
      setIsTaking(false);
    }
  };
  return (
    <OrderForm
      draft={draft}
      onChange={onChange}
      onSend={(typed) => void take(typed)}
      pending={isTaking}
      currency={rules.currency}
      vatMode={rules.vatMode}
      taxLabels={(tax) => taxLabelsFor(rules, tax)}
      findCustomer={
        sheet.customers.length > 0 && (
          <Finder
            label="Find a trade customer"
            hint="Those with prices of their own. For everybody else, fill in the fields below."
            useFound={(text) => foundList(matching(sheet.customers, text).filter(hasAccount))}
            describe={({ name, email }) => <FoundCustomer {...{ name, email }} />}
            onChoose={(found) => onChange({ ...draft, customer: found })}
          />
        )
      }
      findProduct={
        <Finder
          label="Add a product"
          useFound={(text) => foundList(matching(sheet.products, text))}
          describe={(product) => <FoundProduct product={product} currency={rules.currency} />}
          onChoose={(product) => onChange({ ...draft, lines: withProduct(draft.lines, product) })}
          field="items"
        />
      }
      methods={counterMethods}
      methodHint="Cards and transfers need a connection: take them in the usual form."
      confirmationHint="It goes out once the order has reached the shop."
      button="Take order"
      pendingLabel="Keeping..."
    >
      {!isEmptyDraft(draft) && (
        <Button type="button" variant="secondary" onClick={() => onChange(emptyDraft())}>
          Clear the form
        </Button>
      )}
    </OrderForm>
  );
}

function foundList<Found>(found: Found[]) {
  return { found, status: found.length === 0 ? "Nothing found" : `${found.length} found` };
}

/** All that the shop told of have one. */
function hasAccount(customer: DraftCustomer): customer is DraftCustomer & { id: number } {
  return customer.id !== null;
}
