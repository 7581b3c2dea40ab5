import { Award, Globe, Heart, Leaf, Mountain, Sprout, Trees } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayCount } from "#app/lib/display.ts";
import { type Achievement, achievements } from "#server/community/community.ts";

const icons: Record<Achievement["icon"], typeof Award> = {
  sprout: Sprout,
  leaf: Leaf,
  trees: Trees,
  mountain: Mountain,
  globe: Globe,
  heart: Heart,
  award: Award,
};

function AchievementIcon({ icon, className }: Pick<Achievement, "icon"> & { className?: string }) {
  const Icon = icons[icon];
  return <Icon aria-hidden className={className} strokeWidth={1.75} />;
}

/** An achievement in a customer's row. */
export function AchievementBadge({
  achievement,
  className,
}: {
  achievement: Achievement;
  className?: string;
}) {
  return (
    <Badge tone={achievement.color} className={classNames("gap-1.5", className)}>
      <AchievementIcon icon={achievement.icon} className="size-3.5" />
      {achievement.name}
    </Badge>
  );
}

const grounds: Record<Achievement["color"], string> = {
  moss: "bg-moss-soft text-moss-strong",
  lake: "bg-lake-soft text-lake-strong",
  clay: "bg-clay-soft text-clay-strong",
};

/** All achievements, with how many customers hold each. */
export function AchievementGrid({ holders }: { holders: Record<string, number> }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {achievements.map(({ id, name, description, icon, color }) => (
        <li key={id} className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
          <span className={`inline-flex size-11 items-center justify-center rounded-full ${grounds[color]}`}>
            <AchievementIcon icon={icon} className="size-5" />
          </span>
          <div>
            <p className="font-display text-xl">{name}</p>
            <p className="mt-1 text-[0.9375rem] text-ink-soft">{description}</p>
          </div>
          <p className="mt-auto text-sm text-ink-soft">{heldBy(holders[id] ?? 0)}</p>
        </li>
      ))}
    </ul>
  );
}

function heldBy(customers: number): string {
  if (customers === 0) return "Nobody yet";
  return customers === 1 ? "1 customer" : `${displayCount(customers)} customers`;
}
