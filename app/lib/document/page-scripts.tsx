import { Scripts } from "@remix-run/react";
import { useEffect } from "react";
import { HYDRATED_EVENT, useDocumentFacts } from "./document-context.ts";

/** The scripts at the end of every page. Those of a page that waits are put to rest behind this (waiting-scripts.ts). */
export function PageScripts() {
  const { nonce, scriptsWait } = useDocumentFacts();
  return scriptsWait && typeof document !== "undefined" ? <StartedScripts /> : <Scripts nonce={nonce} />;
}

/** What a page that waited has in the place of Remix's scripts: the page's data, the scripts at rest, what started them. */
function StartedScripts() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return (
    <>
      <script {...asSent} />
      <script {...asSent} />
      <script {...asSent} />
    </>
  );
}

/** React leaves the content of an element alone that has any of its own to hydrate. */
const asSent = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: " " } };
