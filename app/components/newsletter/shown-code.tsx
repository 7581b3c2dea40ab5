import { Notice } from "#app/components/ui/notice.tsx";

/** The code on screen, only where no mail transport is set up (docs/rules.md#newsletter-3). */
export function ShownCode({ code }: { code: string | null }) {
  if (code === null) return null;
  return (
    <Notice title="Demonstration: this shop sends no email yet.">
      Your code is <strong className="tabular-nums">{code}</strong>.
    </Notice>
  );
}
