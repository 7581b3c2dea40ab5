import { Link } from "@remix-run/react";
import { useWorkCounts } from "#app/components/staff/frame/work-counts.ts";
import { workCountText, workKinds, workOf } from "#server/staff/work-counts.ts";

/** What waits for somebody, where no navigation at the side says so; each number leads to the list of just that. */
export function WaitingWork() {
  const counts = useWorkCounts();
  const waiting = workKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    if (count === 0) return [];
    const { address, words } = workOf(kind);
    const [one, several] = words;
    return [{ address, text: `${workCountText(count)} ${count === 1 ? one : several}` }];
  });
  return (
    <ul aria-label="Waiting today" className="flex flex-wrap gap-x-4 text-sm lg:hidden">
      {waiting.length === 0 && <li className="text-ink-soft">Nothing waits for anybody.</li>}
      {waiting.map(({ address, text }) => (
        <li key={address}>
          <Link to={address} className="inline-flex min-h-7 items-center text-moss underline tabular-nums">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
