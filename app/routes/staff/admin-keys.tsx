import { PageError } from "#app/components/layout/page-error.tsx";
import { staffFrame } from "#app/components/staff/frame/staff-frame.tsx";
import { KeySheet } from "#app/components/staff/keys/key-sheet.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { staffPage } from "#server/http/page.server.ts";

export const handle: StaffPageHandle = { frame: staffFrame };

export const meta = pageMeta({ title: "Keys", noindex: true });

export const loader = staffPage("orders.view", async () => null, "sign-in");

/** The sheet of keys as a page. */
export default function AdminKeys() {
  return (
    <div className="frame grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <h1 className="text-2xl">Keys</h1>
      <KeySheet headingLevel="h2" />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
