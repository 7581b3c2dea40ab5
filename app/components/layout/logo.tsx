/** The mark, light or dark with the page; decoration beside the shop's name. */
export function Logo({ className }: { className?: string }) {
  return (
    <picture>
      <source srcSet="/logo-light.svg" media="(prefers-color-scheme: dark)" />
      <img src="/logo.svg" alt="" width="36" height="36" className={className} />
    </picture>
  );
}
