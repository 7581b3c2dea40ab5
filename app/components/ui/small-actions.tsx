import { Link, type LinkProps } from "@remix-run/react";
import { Button, ButtonLink, type ButtonProps } from "./button.tsx";
import { classNames } from "./class-names.ts";

/* Apart from button.tsx, which every page of the shop loads. */

/** One of several things to do beside each other: it does what it is told to, and sends no form. */
export function SmallButton(props: ButtonProps) {
  return <Button type="button" variant="secondary" size="small" {...props} />;
}

export function SmallButtonLink(props: LinkProps) {
  return <ButtonLink variant="secondary" size="small" {...props} />;
}

/** A link among text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames("text-moss underline", className)} />;
}
