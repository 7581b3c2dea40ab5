import { useLoaderData } from "@remix-run/react";
import { LivePage } from "#app/components/staff/frame/live-lists.tsx";
import { TodaysSales, TodaysWork } from "#app/components/staff/today-sections.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { displayWeekday } from "#server/core/shop-time.ts";
import { staffPage } from "#server/process/page.server.ts";
import { readToday } from "#server/staff/today.server.ts";

export const meta = pageMeta({ title: "Today", noindex: true });

export const loader = staffPage("dashboard.view", ({ context }) => readToday(context));

/** The first page of the day: what waits, and what came in. Links alone. */
export default function AdminToday() {
  const today = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <LivePage />
      <header>
        <p className="text-ink-soft">{displayWeekday(today.now)}</p>
        <h1 className="mt-1 text-2xl">Today</h1>
      </header>
      <TodaysWork today={today} />
      {today.takings && <TodaysSales takings={today.takings} now={today.now} />}
    </div>
  );
}
