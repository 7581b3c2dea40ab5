import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { TextLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { priceCommands } from "#server/catalogue/price-commands.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";

/** The lists of prices that customers carry: made, renamed, and removed while nobody uses them. */
export function TradeLists({ lists }: { lists: readonly TradeListView[] }) {
  return (
    <Card role="region" aria-labelledby="trade-lists" className="grid gap-5">
      <h2 id="trade-lists" className="text-xl">
        Trade lists
      </h2>
      <p className="max-w-prose text-[0.9375rem] text-ink-soft">
        A customer whose account carries a list sees and pays its prices once they are signed in. You choose
        the list of a customer under <TextLink to="/admin/users">users</TextLink>, on the tab Business.
      </p>
      {lists.length === 0 ? (
        <p className="text-sm text-ink-soft">There is no list yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {lists.map((list) => (
            <TradeListRow key={list.code} list={list} />
          ))}
        </ul>
      )}
      <NewList />
    </Card>
  );
}

function TradeListRow({ list }: { list: TradeListView }) {
  const { code, name, version, customers, products } = list;
  const inUse = customers > 0 || products > 0;
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 py-4">
      <CommandForm
        command={priceCommands.renameList}
        hidden={{ code }}
        version={{ name: "seenVersion", current: version }}
        keepsTexts
        label={`Rename ${name}`}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField label={`Name of the list ${code}`} autoComplete="off" field="name" saved={name} />
        <SubmitButton variant="secondary" size="small" className="mb-1">
          Rename<span className="sr-only"> {name}</span>
        </SubmitButton>
      </CommandForm>
      <p className="text-sm text-ink-soft tabular-nums">
        {customers} {customers === 1 ? "customer" : "customers"}, {products}{" "}
        {products === 1 ? "product" : "products"}
      </p>
      {!inUse && (
        <CommandForm
          command={priceCommands.removeList}
          hidden={{ code }}
          label={`Remove ${name}`}
          look="secondary"
          button={
            <>
              Remove<span className="sr-only"> {name}</span>
            </>
          }
        />
      )}
    </li>
  );
}

function NewList() {
  return (
    <CommandForm
      command={priceCommands.createList}
      label="A new list"
      className="flex flex-wrap items-end gap-3"
    >
      <TextField label="Name of a new list" autoComplete="off" field="name" />
      <SubmitButton className="mb-0.5">Make the list</SubmitButton>
    </CommandForm>
  );
}
