import { WorkplaceKeys } from "#app/components/staff/keys/workplace-keys.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";

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
      <ButtonLink to="/admin/keys" variant="secondary" size="small" aria-keyshortcuts="?">
        Keys
      </ButtonLink>
      <WorkplaceKeys />
    </>
  );
}
