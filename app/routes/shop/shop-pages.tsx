/** Around every page of the shop: an error in one of them leaves the header and the footer as they are. */
export { PageError as ErrorBoundary } from "#app/components/layout/page-error.tsx";
