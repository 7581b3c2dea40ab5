import { Form, Link, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { priceCommands } from "#server/catalogue/price-commands.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { isAbout } from "../form-texts.ts";

interface TradeListsProps {
  lists: readonly TradeListView[];
  answer: RefusedForm | undefined;
}

/** The lists of prices that customers carry: made, renamed, and removed while nobody uses them. */
export function TradeLists({ lists, answer }: TradeListsProps) {
  return (
    <Card role="region" aria-labelledby="trade-lists" className="grid gap-5">
      <h2 id="trade-lists" className="text-xl">
        Trade lists
      </h2>
      <p className="max-w-prose text-[0.9375rem] text-ink-soft">
        A customer whose account carries a list sees and pays its prices once they are signed in. You choose
        the list of a customer under{" "}
        <Link to="/admin/users" className="text-moss underline">
          users
        </Link>
        , on the tab Business.
      </p>
      {lists.length === 0 ? (
        <p className="text-sm text-ink-soft">There is no list yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {lists.map((list) => (
            <TradeListRow key={list.code} list={list} answer={answer} />
          ))}
        </ul>
      )}
      <NewList answer={answer} />
    </Card>
  );
}

function TradeListRow({ list, answer }: { list: TradeListView; answer: RefusedForm | undefined }) {
  const { code, name, version, customers, products } = list;
  const renamed = isAbout(answer, priceCommands.renameList, "code", code) ? answer : undefined;
  const removed = isAbout(answer, priceCommands.removeList, "code", code) ? answer : undefined;
  const typed = renamed?.result.initialValue?.name;
  const inUse = customers > 0 || products > 0;
  return (
    <li className="grid gap-3 py-4">
      {(renamed ?? removed)?.refusal && <Notice tone="error" title={(renamed ?? removed)?.refusal ?? ""} />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Form method="post" action="/admin/prices" className="flex flex-wrap items-end gap-3" noValidate>
          <input type="hidden" name="intent" value={priceCommands.renameList.name} />
          <input type="hidden" name="code" value={code} />
          <input type="hidden" name="seenVersion" value={version} />
          <TextField
            label={`Name of the list ${code}`}
            name="name"
            maxLength={50}
            autoComplete="off"
            defaultValue={typeof typed === "string" ? typed : name}
            errors={renamed?.result.error?.name ?? undefined}
          />
          <Button variant="secondary" size="small" className="mb-1">
            Rename<span className="sr-only"> {name}</span>
          </Button>
        </Form>
        <p className="text-sm text-ink-soft tabular-nums">
          {customers} {customers === 1 ? "customer" : "customers"}, {products}{" "}
          {products === 1 ? "product" : "products"}
        </p>
        {!inUse && (
          <Form method="post" action="/admin/prices">
            <input type="hidden" name="intent" value={priceCommands.removeList.name} />
            <input type="hidden" name="code" value={code} />
            <Button variant="secondary" size="small">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </Form>
        )}
      </div>
    </li>
  );
}

function NewList({ answer }: { answer: RefusedForm | undefined }) {
  const intent = priceCommands.createList.name;
  const sending = useNavigation().formData?.get("intent") === intent;
  const cameBack = answer?.intent === intent ? answer : undefined;
  const typed = cameBack?.result.initialValue?.name;
  return (
    <Form method="post" action="/admin/prices" noValidate className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value={intent} />
      <TextField
        label="Name of a new list"
        name="name"
        maxLength={50}
        autoComplete="off"
        defaultValue={typeof typed === "string" ? typed : ""}
        errors={cameBack?.result.error?.name ?? undefined}
      />
      <Button pending={sending} className="mb-0.5">
        Make the list
      </Button>
    </Form>
  );
}
