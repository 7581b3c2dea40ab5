import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";

/** Leaves a form of the catalogue; without JavaScript a link back to the list. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  return useHydrated() ? (
    <Button type="button" variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  ) : (
    <ButtonLink to="/admin/settings?tab=Products" variant="secondary">
      Cancel
    </ButtonLink>
  );
}
