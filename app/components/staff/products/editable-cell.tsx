import { Check } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { currentPriceOf, type StaffProduct } from "#server/catalogue/product-state.ts";
import { penceToDecimal } from "#server/pricing/money.ts";

type EditedField = "price" | "stockQuantity";

interface EditableCellProps {
  product: SoldProduct;
  field: EditedField;
  children: ReactNode;
}

/** A price or a stock that is changed where it stands. Without JavaScript, or for who may not, it is only shown. */
export function EditableCell({ product, field, children }: EditableCellProps) {
  const hydrated = useHydrated();
  const mayEdit = useMay(productCommands.update.permission);
  const [edited, setEdited] = useState<StaffProduct | null>(null);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocusBack = useRef(false);
  const utils = trpc.useUtils();
  useEffect(() => {
    // The field that had the focus is gone; anyone who has gone elsewhere meanwhile stays there.
    const isNowhere = document.activeElement === document.body;
    if (!edited && takesFocusBack.current && isNowhere) button.current?.focus();
    takesFocusBack.current = edited !== null;
  }, [edited]);
  if (!hydrated || !mayEdit) return children;

  const open = async () => {
    setSaved(false);
    setFailure(null);
    try {
      // As it is this moment: what somebody else saves from now on is told.
      setEdited(await utils.products.one.fetch({ id: product.id }, { staleTime: 0 }));
    } catch (error) {
      setFailure(serverMessage(error, "The server did not answer. Please try again."));
    }
  };
  const close = () => setEdited(null);
  if (edited) {
    return (
      <CellForm
        product={edited}
        field={field}
        onLeave={close}
        onLeft={() => {
          takesFocusBack.current = false;
          close();
        }}
        onSaved={() => {
          setSaved(true);
          close();
        }}
        onTakeSaved={setEdited}
      />
    );
  }
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <span role="status">
        {saved && (
          <>
            <Check aria-hidden className="size-4 text-moss" />
            <span className="sr-only">Saved</span>
          </>
        )}
      </span>
      <button
        ref={button}
        type="button"
        data-cell={field}
        data-key={field === "price" ? "edit" : undefined}
        onClick={open}
        onKeyDown={(event) => moveToCell(event)}
        aria-label={`Change the ${fieldName(field, product)} of ${product.name}`}
        className="min-h-8 rounded px-2 text-right underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-surface"
      >
        {children}
      </button>
      {failure && <span className="text-sm text-clay">{failure}</span>}
    </span>
  );
}

function fieldName(field: EditedField, { onSale }: Pick<SoldProduct, "onSale">): string {
  if (field === "stockQuantity") return "stock";
  return onSale ? "sale price" : "price";
}

interface CellFormProps {
  product: StaffProduct;
  field: EditedField;
  onLeave: () => void;
  /** Somebody went elsewhere, and nothing is to be saved. */
  onLeft: () => void;
  onSaved: () => void;
  /** Begins again from what somebody else has saved. */
  onTakeSaved: (product: StaffProduct) => void;
}

function CellForm({ product, field, onLeave, onLeft, onSaved, onTakeSaved }: CellFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = cellText(product, field);
  const [typed, setTyped] = useState(shown);
  const [meanwhile, setMeanwhile] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const {
    send,
    pending,
    error: failure,
  } = useCommand<never>(async () => {
    // Nobody sees the old value in the cell that closes.
    await utils.products.list.invalidate();
    onSaved();
  });
  const isConflict = failure?.isConflict === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that somebody else was faster
  useEffect(() => {
    if (!isConflict) return;
    utils.products.one.fetch({ id: product.id }, { staleTime: 0 }).then(
      (now) => {
        setMeanwhile(cellText(now, field));
        onTakeSaved(now);
      },
      // The refusal stands all the same; Enter is refused once more, and asks again.
      () => undefined,
    );
  }, [failure]);
  useEffect(() => input.current?.select(), []);

  const name = product.onSale && field === "price" ? "salePrice" : field;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === shown) return onLeave();
    const { id: productId, version, stockQuantity } = product;
    const expected = { seenVersion: version, seenStock: stockQuantity };
    void send(productCommands.update, { id: productId, ...expected, [name]: typed });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onLeave();
  };
  const error = failure && (failure.fields[name]?.[0] ?? failure.message);
  return (
    <form onSubmit={save} className="inline-grid justify-items-end gap-1">
      <input
        ref={input}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={leave}
        // What was not changed is left as easily as it was opened; another window is not another place.
        onBlur={({ currentTarget }) => {
          const isHere = document.activeElement === currentTarget;
          if (!isHere && typed.trim() === shown && !pending) onLeft();
        }}
        inputMode={field === "price" ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={`${fieldName(field, product)} of ${product.name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-busy={pending || undefined}
        className="field-edge min-h-9 w-28 px-2 text-right"
      />
      {error && (
        <span id={`${id}-error`} role="alert" className="max-w-64 text-sm whitespace-normal text-clay">
          {error}
          {meanwhile !== null && ` It is ${meanwhile} now. Enter saves what you typed.`}
        </span>
      )}
      {product.heldQuantity > 0 && field === "stockQuantity" && (
        <span className="text-sm text-ink-soft">{product.heldQuantity} of these held</span>
      )}
    </form>
  );
}

function cellText(product: StaffProduct, field: EditedField): string {
  return field === "stockQuantity" ? String(product.stockQuantity) : penceToDecimal(currentPriceOf(product));
}

/** Goes from a cell that can be edited to the one beside, above or below it, as the arrow keys say. */
function moveToCell(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = cellBeside(event.currentTarget, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function cellBeside(cell: HTMLElement, key: string): HTMLElement | undefined {
  const row = cell.closest<HTMLElement>("[data-row]");
  if (!row) return undefined;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const cells = [...row.querySelectorAll<HTMLElement>("[data-cell]")];
    return cells[cells.indexOf(cell) + (key === "ArrowLeft" ? -1 : 1)];
  }
  const beside =
    key === "ArrowUp" ? row.previousElementSibling : key === "ArrowDown" ? row.nextElementSibling : null;
  return beside?.querySelector<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`) ?? undefined;
}
