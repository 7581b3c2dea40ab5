import { Link } from "@remix-run/react";
import { Award, Crown, Globe, Heart, Leaf, Medal, Mountain, Sprout, Trees, Trophy } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { displayCount, displayDecimal } from "#app/lib/display.ts";
import { type Achievement, achievements, type CommunityTab } from "#server/community/community.ts";
import type { CommunityImpact } from "#server/community/find-community-impact.server.ts";
import type { StatedSales } from "#server/settings/claims.ts";

interface CommunityHubProps {
  impact: CommunityImpact;
  stated: StatedSales;
  tab: CommunityTab;
  /** The address of a tab. */
  pathOf: (tab: CommunityTab) => string;
}

/** The Community Impact Hub: headline totals, the leaderboard, the achievements and the sales since 2019. */
export default function CommunityHub({ impact, stated, tab, pathOf }: CommunityHubProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
      <Totals impact={impact} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Tabs
          label="Community Impact Hub"
          tabs={[
            { label: "Leaderboard", to: pathOf("leaderboard"), current: tab === "leaderboard" },
            { label: "Achievements", to: pathOf("achievements"), current: tab === "achievements" },
          ]}
        />
        {tab === "achievements" ? <Achievements impact={impact} /> : <Board impact={impact} />}
      </div>
      <section aria-labelledby="since-2019" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <div className="max-w-2xl">
          <h3 id="since-2019" className="text-2xl">
            Since 2019
          </h3>
          <p className="mt-3 text-ink-soft">
            {stated.sold.figure} {stated.sold.says}, and {stated.soldCo2.figure} {stated.soldCo2.says}.{" "}
            {stated.sold.source}.{" "}
            <Link to="/science#carbon" className="text-moss underline underline-offset-4">
              How we work this out
            </Link>
            , and{" "}
            <Link to="/batches" className="text-moss underline underline-offset-4">
              what each batch was measured to hold
            </Link>
            .
          </p>
        </div>
        <RetailYears retailYears={stated.retailYears} />
      </section>
    </div>
  );
}

function Totals({ impact }: { impact: CommunityImpact }) {
  const figures = [
    { figure: `${displayDecimal(impact.totalCO2Sequestered)} kg`, says: "of CO₂ sequestered, gross" },
    { figure: `${displayDecimal(impact.dailyImpact)} kg`, says: "of CO₂ a day: the total over a year" },
    { figure: displayCount(impact.totalCustomers), says: "customers took part" },
    { figure: displayCount(impact.totalOrders), says: "orders counted" },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
      {figures.map(({ figure, says }) => (
        <div key={says} className="flex flex-col-reverse justify-end border-t border-line-strong pt-4">
          <dt className="mt-1 text-[0.9375rem] text-ink-soft">{says}</dt>
          <dd className="font-display text-2xl tracking-tight tabular-nums sm:text-4xl">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Board({ impact: { leaderboard } }: { impact: CommunityImpact }) {
  if (leaderboard.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title="The board is empty"
        action={<ButtonLink to="/products">Shop Biochar</ButtonLink>}
      >
        The first order opens it, and makes its customer an Earth Warrior.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="leaderboard" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="max-w-2xl">
        <h3 id="leaderboard" className="text-2xl">
          Leaderboard
        </h3>
        <p className="mt-2 text-ink-soft">
          Paid orders count 0.36 kg of CO₂ for each pound spent, less what was refunded. Customers appear by
          initials and a country or town, never by name; in your{" "}
          <Link to="/account/settings" className="text-moss underline underline-offset-4">
            account settings
          </Link>{" "}
          you can leave the board.
        </p>
      </div>
      <Leaderboard entries={leaderboard} />
    </section>
  );
}

function Achievements({ impact: { holders } }: { impact: CommunityImpact }) {
  return (
    <section aria-labelledby="achievements" className="grid gap-5">
      <div className="max-w-2xl">
        <h3 id="achievements" className="text-2xl">
          Achievements
        </h3>
        <p className="mt-2 text-ink-soft">Seven of them, for orders and for the carbon in the ground.</p>
      </div>
      <AchievementGrid holders={holders} />
    </section>
  );
}

/** Sales year by year, as published, with a bar beside each number. */
function RetailYears({ retailYears }: Pick<StatedSales, "retailYears">) {
  const most = Math.max(...retailYears.map(({ kg }) => kg));
  return (
    <Table caption="Retail biochar sold by year" captionVisible className="max-w-3xl">
      <thead>
        <tr>
          <HeadCell>Year</HeadCell>
          <HeadCell>Biochar</HeadCell>
          <HeadCell className="text-right">Share, as stated</HeadCell>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {retailYears.map(({ year, kg, share }) => (
          <tr key={year}>
            <th scope="row" className="border-b border-line px-3 py-1.5 font-normal">
              {year}
            </th>
            <Cell className="py-1.5!">
              <span className="flex items-center gap-4">
                <span className="w-18 shrink-0 text-right">{displayCount(kg)} kg</span>
                <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-5 w-20 sm:w-96">
                  <rect width={most > 0 ? (100 * kg) / most : 0} height={1} className="fill-moss" />
                </svg>
              </span>
            </Cell>
            <Cell className="py-1.5! text-right">{share}%</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Most badges in a row, before '+N more'. */
const BADGES_SHOWN = 3;

/** Ranks 1 to 3 have an icon of their own. */
const rankIcons = [Crown, Trophy, Medal];

/** The ten customers with the most CO2, ranked and anonymous. */
export function Leaderboard({ entries }: { entries: CommunityImpact["leaderboard"][number][] }) {
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
function AchievementBadge({ achievement, className }: { achievement: Achievement; className?: string }) {
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
function AchievementGrid({ holders }: { holders: Record<string, number> }) {
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
          <p className="mt-auto text-sm text-ink-soft">{storedBy(holders[id] ?? 0)}</p>
        </li>
      ))}
    </ul>
  );
}

function storedBy(customers: number): string {
  if (customers === 0) return "Nobody yet";
  return customers === 1 ? "1 customer" : `${displayCount(customers)} customers`;
}
