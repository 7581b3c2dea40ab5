import { ButtonLink } from "#app/components/ui/button.tsx";
import { PaletteKeys } from "./palette-keys.tsx";

/** The way to the search of everything: a link to its page, and the keys that open it over this one. */
export function FindLink() {
  return (
    <>
      <ButtonLink to="/admin/find" variant="secondary" size="small" aria-keyshortcuts="Control+K Meta+K /">
        Find
        <kbd aria-hidden className="ml-1 text-ink-soft max-lg:hidden">
          Ctrl K
        </kbd>
      </ButtonLink>
      <PaletteKeys />
    </>
  );
}
