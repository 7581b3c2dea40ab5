import { staffFrame } from "#app/components/staff/frame/staff-frame.tsx";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";

/** Around every page for staff, which have a frame of their own. */
export const handle: StaffPageHandle = { frame: staffFrame };

export { PageError as ErrorBoundary } from "#app/components/layout/page-error.tsx";
