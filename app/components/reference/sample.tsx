interface SampleProps {
  label: string;
  text: string;
}

/** A command or a JSON text; long lines break, so that nothing scrolls sideways. */
export function Sample({ label, text }: SampleProps) {
  return (
    <figure className="mt-5">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <pre className="mt-2 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sunken p-4 text-[0.8125rem] leading-relaxed">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
