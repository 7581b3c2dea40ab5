import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { TrackingForm, TrackingPreview } from "#app/components/staff/packing/tracking-forms.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { PageHead } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ReadTracking } from "#server/orders/tracking-file.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Read tracking numbers", noindex: true });

export const loader = staffPage("orders.dispatch", async () => null);

/** Tracking numbers from a carrier's file: looked at row by row first, and sent when somebody agrees. */
export default function AdminPackingTracking() {
  const [plan, setPlan] = useState<ReadTracking>();
  const navigate = useNavigate();
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <PageHead above={{ to: "/admin/packing", label: "Packing" }}>Read tracking numbers</PageHead>
        {plan && <TrackingPreview plan={plan} onSent={() => navigate("/admin/packing")} />}
        <TrackingForm isAgain={plan !== undefined} onRead={setPlan} />
      </div>
    </StaffData>
  );
}
