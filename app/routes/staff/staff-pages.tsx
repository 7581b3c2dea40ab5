import { Outlet } from "@remix-run/react";
import { staffFrame } from "#app/components/staff/frame/staff-frame.tsx";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";

export { PageError as ErrorBoundary } from "#app/components/layout/page-error.tsx";

export const handle: StaffPageHandle = { frame: staffFrame };

/** Around every page for staff, which have a frame of their own. */
export default Outlet;
