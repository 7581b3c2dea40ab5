import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { followTexts, hasTypedTexts } from "./typed-texts.ts";
import { isUnsaved } from "./unsaved-guard.tsx";

function wouldBeLost(): boolean {
  return isUnsaved() || hasTypedTexts();
}

/**
 * While something typed is not saved: asks before another page, another tab of the screen, the close of a dialog that
 * has an address, and the browser's close. Part of the frame, because a page can be held by one question only.
 */
export function AskBeforeLeaving() {
  useEffect(followTexts, []);
  useBeforeUnload(
    useCallback((event) => {
      if (wouldBeLost()) event.preventDefault();
    }, []),
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      wouldBeLost(),
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave without saving?">
      <p>What you changed is not saved yet.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="button" onClick={stay} data-first-focus>
          Stay here
        </Button>
        <Button type="button" variant="danger" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  );
}
