import { lazy, Suspense, useEffect, useState } from "react";

/** Loaded when somebody presses its key for the first time. */
const Palette = lazy(() => import("./palette.tsx"));

/**
 * Opens the search of everything over any page of the workplace: Ctrl K or ⌘ K, and / while no field has the focus. Not
 * over another dialog, which would hide what somebody is typing there.
 */
export function PaletteKeys() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector("dialog:modal") || event.defaultPrevented) return;
      if (!isSlash(event) && !isControlK(event)) return;
      event.preventDefault();
      setIsOpen(true);
      setWasOpened(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <Palette open={isOpen} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

function isControlK({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}

/** A character that no field takes. */
function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== "/" || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
}
