import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { hasTypedTexts } from "#app/lib/typed-texts.ts";

/** Loads the page anew, once, where one of its files is gone: a page that was open while the shop was updated. */
export function followMissingFiles(): void {
  window.addEventListener("vite:preloadError", () => void loadAnew());
}

/** Not where something typed would be lost, nor where the shop cannot be reached: the page that is there is better. */
async function loadAnew(): Promise<void> {
  const { state } = window.history;
  if (state?.loadedAnew || hasTypedTexts()) return;
  const isReached = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (!isReached) return;
  // Kept where no browser refuses it, and only for this page.
  window.history.replaceState({ ...state, loadedAnew: true }, "");
  window.location.reload();
}

/** A part of a page with a file of its own. Where that is not to be had `Instead` stands there, and the rest of the page stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<Props> = MissingPart,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Instead })));
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
