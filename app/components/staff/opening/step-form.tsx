import { useNavigate } from "@remix-run/react";
import type { ComponentProps } from "react";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";

/** The form of a step; once it is done the first step that is not done is open. */
export function StepForm<Result>(props: ComponentProps<typeof CommandForm<Result>>) {
  const navigate = useNavigate();
  return (
    <CommandForm
      keepsTexts
      className="grid max-w-prose gap-4"
      {...props}
      onDone={() => navigate("/admin/opening")}
    />
  );
}
