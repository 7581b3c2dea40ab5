import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import type { Audience } from "#server/accounts/audience.ts";
import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { isStaff, isStaffRole, roleDisplayName } from "#server/core/roles.ts";
import { RefusalNotice } from "./account-notices.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { SignOutForm } from "./sign-out-form.tsx";

interface SignInFrameProps {
  title: string;
  intro: string;
  /** Why the last attempt was refused. */
  refusal: { title: string; message: string } | null | undefined;
  /** The audience whose demo sign-ins are listed, where there are any. */
  demo: Audience | null;
  children: ReactNode;
}

/** The narrow card that both sign-in screens share. */
export function SignInFrame({ title, intro, refusal, demo, children }: SignInFrameProps) {
  return (
    <NarrowPage
      title={title}
      intro={intro}
      above={<SignedInNotice />}
      footer={demo && <DemoSignInHint audience={demo} />}
    >
      <RefusalNotice refusal={refusal} />
      {children}
    </NarrowPage>
  );
}

/** The demo sign-ins of this audience, shown only where the demo data is loaded. */
function DemoSignInHint({ audience }: { audience: Audience }) {
  const people = demoSignIns.filter(({ role }) => audience === "customer" || isStaff(role));
  return (
    <aside aria-label="Demo sign-ins" className="rounded-lg bg-sunken px-4 py-3 text-sm text-ink-soft">
      <p>
        Demo shop. Password <code className="text-ink">{DEMO_PASSWORD}</code> for:
      </p>
      <ul className="mt-1">
        {people.map(({ username, email, role }) => (
          <li key={username}>
            <code className="text-ink">{audience === "staff" ? email : username}</code> ·{" "}
            {roleDisplayName(role)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Says on a sign-in screen who is already signed in, and links onward. */
function SignedInNotice() {
  const actor = useRootData()?.actor;
  if (!actor?.signedIn || actor.role === null) return null;
  const staff = isStaffRole(actor.role);
  return (
    <Notice title={`You are signed in as ${actor.name} (${roleDisplayName(actor.role)}).`}>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Link to={staff ? "/admin" : "/account"} className="underline">
          {staff ? "Admin Dashboard" : "Your account"}
        </Link>
        <SignOutForm />
      </div>
    </Notice>
  );
}
