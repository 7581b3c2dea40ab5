import { KeySheet } from "#app/components/staff/frame/keys.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Keys", noindex: true });

export const loader = staffPage("orders.view", async () => null);

export default function AdminKeys() {
  return (
    <div className="frame grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <h1 className="text-2xl">Keys</h1>
      <KeySheet headingLevel="h2" />
    </div>
  );
}
