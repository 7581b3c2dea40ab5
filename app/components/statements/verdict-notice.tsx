import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import type { Verdict } from "#server/statements/credentials.server.ts";
import { StatementBody } from "./statement-page.tsx";

interface VerdictNoticeProps {
  verdict: Verdict;
  storeName: string;
}

/** What became of a check, in plain words. */
export function VerdictNotice({ verdict, storeName }: VerdictNoticeProps) {
  switch (verdict.kind) {
    case "unreadable":
      return (
        <Notice tone="error" title="This is no carbon statement">
          Paste the whole credential, from its first brace to its last, or choose the file as it was
          downloaded.
        </Notice>
      );
    case "foreign":
      return (
        <Notice tone="error" title="Not ours">
          It is not signed with a key of {storeName}. We cannot say whether it is true.
        </Notice>
      );
    case "changed":
      return (
        <Notice tone="error" title="Changed">
          It names {storeName}, and is not what we signed: something was changed. Do not rely on it.
        </Notice>
      );
    case "revoked":
      return (
        <Notice tone="error" title="Revoked">
          We signed it on {displayDate(verdict.issuedAt)} for order {verdict.subject.invoiceNumber}, and
          revoked it on {displayDate(verdict.revokedAt)}: {verdict.because} Nothing may be claimed with it any
          more.
        </Notice>
      );
    case "valid":
      return (
        <>
          <Notice tone="success" title="Valid">
            We signed it on {displayDate(verdict.issuedAt)} for order {verdict.subject.invoiceNumber}. It is
            unchanged and not revoked.
          </Notice>
          <StatementBody subject={verdict.subject} />
        </>
      );
  }
}
