import { classNames } from "#app/components/ui/class-names.ts";

interface MarkdownTextProps {
  /** What the server's `renderMarkdown` made; never anything else. */
  html: string;
  className?: string;
}

/** Running text that was written in Markdown. */
export function MarkdownText({ html, className }: MarkdownTextProps) {
  return (
    <div
      className={classNames("prose", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by server/content/prose.server.ts, which lets no markup through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
