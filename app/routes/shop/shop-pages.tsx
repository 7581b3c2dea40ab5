import { Outlet } from "@remix-run/react";

export { PageError as ErrorBoundary } from "#app/components/layout/page-error.tsx";

/** Around every page of the shop: an error in one of them leaves the header and the footer as they are. */
export default Outlet;
