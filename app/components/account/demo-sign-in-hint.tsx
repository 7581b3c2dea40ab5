import { isStaff, roleDisplayName } from "#server/access/roles.ts";
import { DEMO_PASSWORD, demoSignIns } from "#server/identity/demo-sign-ins.ts";
import type { SignInDoor } from "#server/identity/sessions/sign-in-doors.ts";

/** The demo sign-ins that work at a door; only shown where the demo data is. */
export function DemoSignInHint({ door }: { door: SignInDoor }) {
  const people = demoSignIns.filter(({ role }) => door === "customer" || isStaff(role));
  return (
    <aside aria-label="Demo sign-ins" className="rounded-lg bg-sunken px-4 py-3 text-sm text-ink-soft">
      <p>
        Demo shop. Password <code className="text-ink">{DEMO_PASSWORD}</code> for:
      </p>
      <ul className="mt-1">
        {people.map(({ username, email, role }) => (
          <li key={username}>
            <code className="text-ink">{door === "staff" ? email : username}</code> · {roleDisplayName(role)}
          </li>
        ))}
      </ul>
    </aside>
  );
}
