import { useState } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";

/** Takes a product out of the shop, after asking, or puts it back. */
export function ArchiveButton({ product: { id, version, name, isArchived } }: { product: StaffProduct }) {
  const [asking, setAsking] = useState(false);
  const hydrated = useHydrated();
  const seen = { id, seenVersion: version };
  if (isArchived) {
    return (
      <CommandForm command={productCommands.restore} hidden={seen} label={`Restore ${name}`}>
        {({ submit }) => (
          <Button variant="quiet" size="small" {...submit}>
            <span>Restore</span> <span className="sr-only">{name}</span>
          </Button>
        )}
      </CommandForm>
    );
  }
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        size="small"
        className={hydrated ? undefined : "invisible"}
        onClick={() => setAsking(true)}
      >
        <span>Archive</span> <span className="sr-only">{name}</span>
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={`Archive “${name}”?`}>
        <p>
          It goes from the shop, and carts that hold it say that it is no longer sold. Its orders stay, and it
          can be restored at any time.
        </p>
        <CommandForm
          command={productCommands.archive}
          hidden={seen}
          label={`Archive ${name}`}
          className="mt-6 grid gap-4"
          onDone={() => setAsking(false)}
        >
          {({ submit }) => (
            <div className="flex flex-wrap gap-3">
              <Button variant="danger" {...submit}>
                Archive product
              </Button>
              <Button type="button" variant="secondary" onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </div>
          )}
        </CommandForm>
      </Dialog>
    </>
  );
}
