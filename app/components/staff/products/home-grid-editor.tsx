import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";

interface Placed {
  id: number;
  name: string;
  imageUrl: string;
}

export function HomeGridEditor({ onDone }: { onDone: () => void }) {
  const saved = trpc.products.homeGrid.useQuery();
  const [changed, setChanged] = useState<Placed[] | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const grid = changed ?? saved.data ?? [];
  const move = (from: number, to: number) => {
    const next = [...grid];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(to, 0, moved);
    setChanged(next);
    setAnnouncement(`${moved.name} is now in place ${to + 1}`);
  };
  const replace = (index: number, product: Placed) => {
    setChanged(grid.map((placed, place) => (place === index ? product : placed)));
    setAnnouncement(`${product.name} is now in place ${index + 1}`);
  };
  return (
    <section
      aria-labelledby="home-grid"
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <h3 id="home-grid" className="text-lg">
        Home page grid
      </h3>
      <Answer query={saved} what="the home page grid">
        {() => (
          <>
            <ol className="grid gap-2">
              {grid.map((product, index) => (
                <li
                  key={product.id}
                  className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-2 pl-3"
                >
                  <span className="w-5 text-ink-soft tabular-nums">{index + 1}</span>
                  <Picture
                    src={product.imageUrl}
                    alt=""
                    sizes="40px"
                    className="size-10 rounded-md object-cover"
                  />
                  <span className="min-w-32 flex-1 font-medium">{product.name}</span>
                  <MoveButton
                    label={`Move ${product.name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                    direction="up"
                  />
                  <MoveButton
                    label={`Move ${product.name} down`}
                    disabled={index === grid.length - 1}
                    onClick={() => move(index, index + 1)}
                    direction="down"
                  />
                </li>
              ))}
            </ol>
            <p role="status" className="sr-only">
              {announcement}
            </p>
            <ReplaceForm grid={grid} onReplace={replace} />
          </>
        )}
      </Answer>
      <CommandForm
        command={productCommands.reorderHome}
        hidden={{ ...numbered("ids", grid), ...numbered("seenIds", saved.data ?? []) }}
        failure={{ title: "Update failed", message: "The home page was not changed. Please try again." }}
        label="Home page grid"
        onDone={onDone}
      >
        <div className="flex flex-wrap gap-3">
          <SubmitButton disabled={changed === null}>Save order</SubmitButton>
          <Button type="button" variant="secondary" onClick={onDone}>
            Close
          </Button>
        </div>
      </CommandForm>
    </section>
  );
}

function numbered(list: string, products: readonly { id: number }[]): Record<string, number> {
  return Object.fromEntries(products.map(({ id }, index) => [`${list}[${index}]`, id]));
}

interface MoveButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  direction: "up" | "down";
}

function MoveButton({ label, disabled, onClick, direction }: MoveButtonProps) {
  const Icon = direction === "up" ? ArrowUp : ArrowDown;
  return (
    <SmallButton
      aria-label={label}
      // Stays in reach of the keyboard, so that the focus is not lost at the end of the list.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      <Icon aria-hidden className="size-4" />
    </SmallButton>
  );
}

interface ReplaceFormProps {
  grid: readonly Placed[];
  onReplace: (index: number, product: Placed) => void;
}

/** Puts another product in one of the places. */
function ReplaceForm({ grid, onReplace }: ReplaceFormProps) {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState("");
  const [place, setPlace] = useState("0");
  const [chosen, setChosen] = useState("");
  const found = trpc.products.list.useQuery({ search: asked }, { enabled: asked !== "" });
  const choices = (found.data?.products ?? []).filter(({ id }) => !grid.some((placed) => placed.id === id));
  const product = choices.find(({ id }) => String(id) === chosen) ?? choices[0];
  return (
    <details>
      <summary className="font-medium">Show another product</summary>
      <form
        aria-label="Show another product"
        onSubmit={(event) => {
          event.preventDefault();
          if (search.trim() === asked) void found.refetch();
          else setAsked(search.trim());
        }}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <TextField
          label="Find a product"
          type="search"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="min-w-48"
        />
        <Button variant="secondary" pending={found.isFetching}>
          Find
        </Button>
        {found.error && (
          <p role="status">{serverMessage(found.error, "The server did not answer. Please try again.")}</p>
        )}
        {asked !== "" && found.data && choices.length === 0 && <p role="status">Nothing found.</p>}
        {product && (
          <>
            <SelectField
              label="Product"
              value={String(product.id)}
              onChange={(event) => setChosen(event.currentTarget.value)}
              options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <SelectField
              label="In the place of"
              value={place}
              onChange={(event) => setPlace(event.currentTarget.value)}
              options={grid.map(({ name }, index) => ({
                value: String(index),
                label: `${index + 1}. ${name}`,
              }))}
            />
            <Button type="button" variant="secondary" onClick={() => onReplace(Number(place), product)}>
              Show it
            </Button>
          </>
        )}
      </form>
    </details>
  );
}
