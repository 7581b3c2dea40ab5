import { Link } from "@remix-run/react";
import { classNames } from "#app/components/ui/class-names.ts";
import type { PackOfFamily } from "#server/catalogue/family-packs.ts";
import { ProductPrice } from "./product-card.tsx";

interface FamilyPacksProps {
  family: string;
  /** All packs of it, the cheapest first. */
  packs: readonly PackOfFamily[];
  /** The slug of the pack whose page this is. */
  current: string;
}

/** The sizes of one thing, each with its price and whether it can be had; all but the present one are links. */
export function FamilyPacks({ family, packs, current }: FamilyPacksProps) {
  return (
    <nav aria-label={`Sizes of ${family}`} className="grid gap-2">
      <h2 className="text-base font-semibold">Sizes</h2>
      <ul className="grid max-w-md gap-2">
        {packs.map((pack) => (
          <li key={pack.id}>
            <Pack pack={pack} isCurrent={pack.slug === current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pack({ pack, isCurrent }: { pack: PackOfFamily; isCurrent: boolean }) {
  return (
    <Link
      to={`/products/${pack.slug}`}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border px-4 py-2",
        isCurrent ? "border-moss bg-moss-soft" : "border-line hover:bg-sunken",
      )}
    >
      <span className="font-medium">{pack.packLabel}</span>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <ProductPrice product={pack} className="font-semibold" />
        <span className={classNames("text-sm", pack.canBuy ? "text-moss" : "text-clay")}>
          {pack.canBuy ? "In Stock" : "Out of Stock"}
        </span>
      </span>
    </Link>
  );
}
