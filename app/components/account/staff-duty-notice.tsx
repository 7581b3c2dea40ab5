import { Notice } from "#app/components/ui/notice.tsx";
import type { StaffDuty } from "#server/core/context.ts";

const duties: Record<StaffDuty, { title: string; what: string }> = {
  passkey: {
    title: "Please sign in with your passkey",
    what: "It is your second factor here, and you came by password alone.",
  },
  password: {
    title: "Please choose a better password",
    what: "Staff of this shop need a password of at least 12 characters that is not easy to guess.",
  },
  "second-factor": {
    title: "Please set up two-factor sign-in",
    what: "This shop asks it of all staff; a passkey will do as well.",
  },
};

/** Tells staff who are held back what to do first. */
export function StaffDutyNotice({ duty }: { duty: StaffDuty }) {
  const { title, what } = duties[duty];
  return (
    <Notice tone="error" title={title}>
      {what} Until then you may do what customers may. Afterwards everything is open to you again at once.
    </Notice>
  );
}
