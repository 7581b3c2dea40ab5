import type { Notice } from "#server/http/notice.ts";

type TakeBackFormProps = NonNullable<Notice["takeBack"]> & { className: string };

/** Takes back at once what a message told of, on whatever page the message is, also without JavaScript. */
export function TakeBackForm({ to, intent, ids, className }: TakeBackFormProps) {
  return (
    <form method="post" action={to} className="contents">
      <input type="hidden" name="intent" value={intent} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button type="submit" data-key="undo" className={className}>
        Undo
      </button>
    </form>
  );
}
