import { data, type LinksFunction, type MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from "@remix-run/react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CartDrawer } from "#app/components/cart/cart-drawer.tsx";
import { Footer } from "#app/components/layout/footer.tsx";
import { Header } from "#app/components/layout/header.tsx";
import { PageError, titleOfError } from "#app/components/layout/page-error.tsx";
import { PendingPage } from "#app/components/layout/pending-page.tsx";
import { useDocumentFacts } from "#app/lib/document/document-context.ts";
import { pageMeta, STORE_NAME_UNKNOWN } from "#app/lib/document/page-meta.ts";
import { useRouteErrorPage, useStaffPage } from "#app/lib/document/route-handle.ts";
import { NO_RESPONSE, OPENED } from "#app/lib/forms/failure-message.ts";
import { NoticeInPage, NoticeToasts } from "#app/lib/notice-toasts.tsx";
import { type RootData, storeSummaryOf, useRootData } from "#app/lib/root-data.ts";
import {
  forgetStoredUser,
  forgetUserOfEndedSession,
  storeAdministrator,
  takeCounterOver,
  useStoredUserIsAdmin,
} from "#app/lib/stored-user.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { visitorOf } from "#app/routes/visitor.server.ts";
import { actorMay } from "#server/core/roles.ts";
import { clearedNoticeHeader, readNotice } from "#server/http/cookies.server.ts";
import { paymentOffers } from "#server/payments/providers.server.ts";
import { isStaffAddress, page } from "#server/process/page.server.ts";
import { countWork } from "#server/staff/today.server.ts";
import frauncesFile from "./fonts/fraunces.woff2?url";
import interFile from "./fonts/inter.woff2?url";
import stylesheet from "./styles/app.css?url";

// zod would try `eval` once, which the policy forbids and browsers report. The root's script runs before any of it.
if (typeof document !== "undefined") Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links: LinksFunction = () => [
  { ...font, href: interFile },
  { ...font, href: frauncesFile },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** Of an error: a page has its own. */
export const meta: MetaFunction = (args) =>
  pageMeta({ title: args.error ? titleOfError(args.error) : (storeName) => storeName, noindex: true })(args);

export const loader = page(async ({ context, request, url }) => {
  const { settings, publicUrl } = context;
  const notice = await readNotice(request);
  const root: RootData = {
    store: storeSummaryOf(settings),
    publicUrl,
    ...(await visitorOf(context, request)),
    notice,
    testPayments: paymentOffers(context).some(({ isSandbox }) => isSandbox),
    work: isStaffAddress(url) && actorMay(context.actor, "dashboard.view") ? await countWork(context) : null,
  };
  return data(root, notice ? { headers: { "Set-Cookie": await clearedNoticeHeader() } } : {});
});

/** A search typed into the same page changes neither cart nor actor; everything else may have. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (actionStatus === NO_RESPONSE || actionStatus === OPENED) return false;
  // Between a payment and its order only that is asked: the page of it asks again where no answer comes.
  if (nextUrl.pathname === "/checkout-success") return false;
  const writes = formMethod !== undefined && formMethod.toUpperCase() !== "GET";
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !writes && samePage ? false : defaultShouldRevalidate;
};

export function Layout({ children }: { children: ReactNode }) {
  const { Around } = useDocumentFacts();
  return Around ? <Around /> : <Frame>{children}</Frame>;
}

export default function App() {
  return <Outlet />;
}

/** What stands around every page. An error page has it too; what it could not load is left out. */
function Frame({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { frame, work = { id: "main", label: "Skip to content" } } = useStaffPage();
  const { nonce } = useDocumentFacts();
  const showAdmin = useStoredUserIsAdmin();
  const hydrated = useHydrated();
  useStoredUserOf(root?.actor);
  return (
    <div className={frame?.className ?? "flex min-h-dvh flex-col"}>
      <a
        href={`#${work.id}`}
        className="sr-only z-50 rounded-full bg-moss px-5 py-3 text-on-moss focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        {work.label}
      </a>
      {root?.testPayments && <TestPaymentsBanner />}
      {frame ? (
        <frame.Before />
      ) : (
        <Header
          storeName={root?.store.storeName ?? STORE_NAME_UNKNOWN}
          itemCount={root?.cart.itemCount ?? 0}
          showAdmin={showAdmin}
          visitorKind={root?.actor.kind ?? "visitor"}
        />
      )}
      <PendingPage />
      {hydrated && <FocusOnNavigation />}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <NoticeInPage notice={root?.notice ?? null} />
        {children}
      </main>
      {frame ? <frame.After /> : root && <Footer store={root.store} visitorKind={root.actor.kind} />}
      {!frame && root && <CartDrawer cart={root.cart} />}
      <NoticeToasts notice={root?.notice ?? null} reader={root?.actor.name ?? null} />
      <ScrollRestoration nonce={nonce} />
      {hydrated && <StayInPlace />}
      {hydrated && <HeadOfNextPages />}
    </div>
  );
}

function TestPaymentsBanner() {
  return (
    <aside aria-label="Test payments" className="bg-bar px-4 py-1.5 text-center text-sm text-on-bar">
      <strong className="font-semibold">Test payments</strong>: no money moves.
    </aside>
  );
}

export function ErrorBoundary() {
  const RouteErrorPage = useRouteErrorPage();
  return RouteErrorPage ? <RouteErrorPage /> : <PageError />;
}

/**
 * After a navigation without a new document, moves the focus to the start of the new content, as a browser does for a
 * new document: the next Tab and a screen reader go on from there. Before any effect of that content, which may know a
 * better place.
 */
function FocusOnNavigation() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!hash) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}

/**
 * Once a page is read again, the router scrolls to where it was when that began. Whoever has scrolled on meanwhile, or
 * was led to what is new, stays there.
 */
function StayInPlace() {
  const { state } = useRevalidator();
  const { key } = useLocation();
  const shown = useRef(key);
  const place = useRef(window.scrollY);
  useEffect(() => {
    const notePlace = () => {
      place.current = window.scrollY;
    };
    window.addEventListener("scroll", notePlace, { passive: true });
    return () => window.removeEventListener("scroll", notePlace);
  }, []);
  useLayoutEffect(() => {
    if (state === "idle" && shown.current === key) window.scrollTo(0, place.current);
    shown.current = key;
  }, [state, key]);
  return null;
}

/**
 * The document's head of pages that follow the first one without a new document. The head is the server's, and
 * extensions add to it what they like. React draws that of the page shown where nobody else comes; what changed from page
 * to page is changed in the document.
 */
function HeadOfNextPages() {
  useMatches();
  const [drawn] = useState(() => document.createElement("head"));
  const before = useRef<Element[]>();
  useEffect(() => {
    const now = [...drawn.children].map((element) => element.cloneNode(true) as Element);
    if (before.current) changeHead(before.current, now);
    before.current = now;
  });
  return createPortal(
    <>
      <Meta />
      <Links />
    </>,
    drawn,
  );
}

function changeHead(before: Element[], now: Element[]): void {
  const missingIn = (elements: Element[]) => (one: Element) =>
    !elements.some((each) => each.isEqualNode(one));
  const inDocument = [...document.head.children];
  for (const gone of before.filter(missingIn(now)))
    inDocument.find((each) => each.isEqualNode(gone) || isTitle(each, gone))?.remove();
  document.head.append(...now.filter(missingIn(before)).map((element) => element.cloneNode(true)));
}

/** A translator may have changed the words of the page's title. */
function isTitle(...elements: Element[]): boolean {
  return elements.every(({ tagName }) => tagName === "TITLE");
}

/**
 * Keeps the stored user in step with the session (docs/rules.md#accounts-9): present with role "admin" while an
 * administrator is signed in, removed when that session ends or another person signs in. It decides only what the
 * header shows, never what is allowed. The counter's session ends with it.
 */
function useStoredUserOf(actor: RootData["actor"] | undefined): void {
  const { name = null, role = null } = actor ?? {};
  const isKnown = actor !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    if (role === "administrator") storeAdministrator(name ?? "");
    else if (role) forgetStoredUser();
    else forgetUserOfEndedSession();
    // What the counter without signal holds of customers goes with the session; it sees to it itself where this fails.
    if (takeCounterOver({ name, role })) {
      import("#app/components/staff/counter/counter-store.ts")
        .then(({ endSession }) => endSession())
        .catch(() => {});
    }
  }, [isKnown, name, role]);
}
