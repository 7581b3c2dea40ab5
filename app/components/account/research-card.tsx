import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import type { ResearchAccess } from "#server/accounts/user-view.ts";
import { DownloadLink } from "./download-link.tsx";

/** Says whether the person can read the research report yet, and links to it. */
export function ResearchCard({ access }: { access: ResearchAccess }) {
  return (
    <Card className="grid content-start gap-5">
      <h2 className="text-xl">Research Access</h2>
      {access === "granted" && <p>You have access to our research report.</p>}
      {access === "processing" && <Processing />}
      {access === "unverified" && <VerifyFirst />}
      <ul className="grid gap-4">
        <Report
          title="Biochar: carbon, soil and figures"
          description="How biochar is made, how much carbon it holds, and how to use it. PDF."
        >
          {access === "granted" ? (
            <DownloadLink href="/api/research/download">Download Research Report</DownloadLink>
          ) : (
            <Badge tone="outline">Locked</Badge>
          )}
        </Report>
        <Report title="Field trials" description="Results from gardens and farms.">
          <Badge>Coming Soon</Badge>
        </Report>
      </ul>
    </Card>
  );
}

function Processing() {
  return (
    <p role="status">
      Your email address is verified and your research access is being processed. This takes a moment.{" "}
      <a href="/account" className="text-moss underline">
        Look again
      </a>
    </p>
  );
}

function VerifyFirst() {
  const sending = useNavigation().formData?.get("intent") === "resend";
  return (
    <div className="grid gap-3">
      <p>Verify your email address to unlock research reports. We sent you a link when you registered.</p>
      <Form method="post" action="/account">
        <input type="hidden" name="intent" value="resend" />
        <Button variant="secondary" pending={sending} pendingLabel="Sending...">
          Send verification email again
        </Button>
      </Form>
    </div>
  );
}

interface ReportProps {
  title: string;
  description: string;
  children: ReactNode;
}

function Report({ title, description, children }: ReportProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <div>
        <h3 className="text-base font-medium">{title}</h3>
        <p className="text-sm text-ink-soft">{description}</p>
      </div>
      {children}
    </li>
  );
}
