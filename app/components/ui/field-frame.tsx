import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface FieldFrameProps {
  label: string;
  controlId: string;
  required?: boolean;
  hint?: string;
  hintId?: string;
  errors?: string[];
  errorId: string;
  className?: string;
  children: ReactNode;
}

/** Label, hint, control and error, in that order. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, controlId, required, hint, hintId, errors, errorId, className, children } = props;
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-clay">
            {" "}
            *
          </span>
        )}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={errorId} errors={errors} />
    </div>
  );
}

export function FieldError({ id, errors }: { id: string; errors?: string[] }) {
  if (!errors) return null;
  return (
    <p id={id} className="text-sm font-medium text-clay">
      {errors.join(" ")}
    </p>
  );
}
