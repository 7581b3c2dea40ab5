import type { StoreSummary } from "#app/lib/root-data.ts";
import { Logo } from "./logo.tsx";
import { SocialIcons } from "./social-icons.tsx";

/** The shop's name and what it is, at the head of the footer. */
export function FooterBrand({ store }: { store: StoreSummary }) {
  return (
    <div>
      <div className="flex items-center gap-2.5">
        <Logo className="size-9" />
        <span className="font-display text-xl tracking-tight">{store.storeName}</span>
      </div>
      <p className="mt-4 max-w-xs whitespace-pre-line text-[0.9375rem] text-ink-soft">
        {store.storeDescription}
      </p>
      <SocialIcons store={store} />
    </div>
  );
}
