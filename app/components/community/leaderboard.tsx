import { Crown, Medal, Trophy } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayDecimal } from "#app/lib/display.ts";
import { achievements, type LeaderboardEntry } from "#server/community/community.ts";
import { AchievementBadge } from "./achievement-grid.tsx";

/** Most badges in a row, before '+N more'. */
const BADGES_SHOWN = 3;

/** Ranks 1 to 3 have an icon of their own. */
const rankIcons = [Crown, Trophy, Medal];

/** The ten customers with the most CO2, ranked and anonymous. */
export function Leaderboard({ entries }: { entries: LeaderboardEntry[] }) {
  return (
    <ol className="grid gap-2">
      {entries.map((entry) => (
        <li
          key={entry.rank}
          className={classNames(
            "grid grid-cols-[3rem_1fr_auto] items-center gap-x-3 gap-y-2 rounded-xl border px-4 py-3 md:grid-cols-[3rem_14rem_1fr_auto]",
            entry.rank <= rankIcons.length ? "border-moss bg-moss-soft" : "border-line bg-surface",
          )}
        >
          <Rank rank={entry.rank} />
          <p className="min-w-0 font-medium wrap-anywhere">{entry.customerName}</p>
          <Badges ids={entry.achievements} highlighted={entry.rank <= rankIcons.length} />
          <p className="col-start-3 row-start-1 text-right md:col-start-4">
            <span className="font-display text-xl whitespace-nowrap tabular-nums">
              {displayDecimal(entry.totalCO2Sequestered)} kg
            </span>{" "}
            <span className="block text-xs text-ink-soft">of CO₂</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function Rank({ rank }: { rank: number }) {
  const Icon = rankIcons[rank - 1];
  return (
    <p className="flex items-center gap-1.5 font-display text-xl tabular-nums">
      <span className="sr-only">Rank </span>
      {rank}
      {Icon && <Icon aria-hidden className="size-5 text-moss" strokeWidth={1.75} />}
    </p>
  );
}

function Badges({ ids, highlighted }: { ids: string[]; highlighted: boolean }) {
  const earned = achievements.filter(({ id }) => ids.includes(id));
  const more = earned.length - BADGES_SHOWN;
  return (
    <ul
      aria-label="Achievements"
      className="col-span-full flex flex-wrap gap-1.5 md:col-span-1 md:col-start-3 md:row-start-1"
    >
      {earned.slice(0, BADGES_SHOWN).map((achievement) => (
        <li key={achievement.id}>
          {/* On a highlighted row the badge's own background would be invisible. */}
          <AchievementBadge achievement={achievement} className={highlighted ? "bg-surface!" : undefined} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Badge tone="outline">+{more} more</Badge>
        </li>
      )}
    </ul>
  );
}
