import { Award, Globe, Heart, Leaf, Mountain, Sprout, Trees } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import type { Achievement } from "#server/community/achievements.ts";

const icons: Record<Achievement["icon"], typeof Award> = {
  sprout: Sprout,
  leaf: Leaf,
  trees: Trees,
  mountain: Mountain,
  globe: Globe,
  heart: Heart,
  award: Award,
};

export function AchievementIcon({ icon, className }: Pick<Achievement, "icon"> & { className?: string }) {
  const Icon = icons[icon];
  return <Icon aria-hidden className={className} strokeWidth={1.75} />;
}

/** An achievement beside a customer. */
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
