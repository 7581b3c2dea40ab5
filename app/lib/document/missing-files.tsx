import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

/**
 * Loads the page again, once, where one of its files is gone: it was open while the shop was updated. Not while
 * somebody types, nor where the shop cannot be reached: the page that is there is better.
 */
export async function reloadPage(): Promise<void> {
  if (window.history.state?.loadedAnew || isTypedInto()) return;
  const isReached = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (!isReached || isTypedInto()) return;
  // Kept where no browser refuses it, and only for this page.
  window.history.replaceState({ ...window.history.state, loadedAnew: true }, "");
  window.location.reload();
}

let isChanged = false;
if (typeof window !== "undefined") {
  window.addEventListener("input", () => {
    isChanged = true;
  });
}

function isTypedInto(): boolean {
  const { typedEarly } = window;
  return (
    isChanged ||
    Boolean(typedEarly?.size) ||
    document.activeElement?.matches("input, select, textarea") === true
  );
}

/**
 * A part of a page with a file of its own. Where that is not to be had it says so, and the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch(() => {
      void reloadPage();
      return { default: MissingPart };
    }),
  );
}

function MissingPart() {
  return (
    <Notice tone="error" title="This part of the page could not be loaded.">
      <Button type="button" variant="secondary" size="small" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Notice>
  );
}
