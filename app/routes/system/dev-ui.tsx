import { type CSSProperties, useEffect } from "react";
import { type Colours, coloursIn, contrastOf, pairs, tokensIn } from "#app/components/dev/design-tokens.ts";
import { type Specimen, specimens } from "#app/components/dev/specimens.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import tokensCss from "#app/styles/tokens.css?raw";

export const meta = pageMeta({ title: "Components", noindex: true });

const { light, dark } = coloursIn(tokensCss);
const schemes = { Light: light, Dark: dark };

/** /dev/ui, a route in development only (app/routes.ts): the design tokens, and every component in its states. */
export default function DevUi() {
  useForcedStates();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-12 py-10">
      <h1 className="text-title">Components</h1>
      <Contrasts />
      <Type />
      {Object.entries(specimens).map(([name, states]) => (
        <section key={name} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 className="text-section">{name}</h2>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
            {Object.entries(schemes).map(([scheme, colours]) => (
              <Scheme key={scheme} name={scheme} colours={colours} states={states} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** The states one below another, then the first one hovered and focused, all in one colour scheme. */
function Scheme({ name, colours, states }: { name: string; colours: Colours; states: Specimen[] }) {
  const [first] = states;
  const forced = first ? (["hover", "focus"] as const) : [];
  return (
    <div
      style={styleOf(name, colours)}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 rounded-xl border border-line bg-paper p-4 text-ink"
    >
      <p className="text-sm text-ink-soft">{name}</p>
      {states.map(({ state, shown }) => (
        <div key={state} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="text-sm text-ink-soft">{state}</p>
          <div>{shown}</div>
        </div>
      ))}
      {forced.map((state) => (
        <div key={state} data-forced={state} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="text-sm text-ink-soft">{state}</p>
          <div>{first?.shown}</div>
        </div>
      ))}
    </div>
  );
}

function styleOf(scheme: string, colours: Colours): CSSProperties {
  const values = Object.entries(colours).map(([name, value]) => [`--color-${name}`, value]);
  return { colorScheme: scheme.toLowerCase(), ...Object.fromEntries(values) };
}

function Contrasts() {
  return (
    <Table caption="Colours and their contrast" captionVisible>
      <thead>
        <tr>
          <HeadCell>Pair</HeadCell>
          <HeadCell>Needs</HeadCell>
          {Object.keys(schemes).map((scheme) => (
            <HeadCell key={scheme}>{scheme}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ of, on, least }) => (
          <tr key={`${of} on ${on}`}>
            <Cell>
              {of} on {on}
            </Cell>
            <Cell>{least}</Cell>
            {Object.entries(schemes).map(([scheme, colours]) => {
              const [text = "", ground = ""] = [colours[of], colours[on]];
              const contrast = contrastOf(text, ground);
              return (
                <Cell key={scheme}>
                  <span className="rounded-lg p-2" style={{ color: text, backgroundColor: ground }}>
                    {text} on {ground}
                  </span>{" "}
                  <Badge tone={contrast < least ? "clay" : "neutral"}>{contrast.toFixed(1)}</Badge>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Four pixels, times this factor. */
const STEPS = [1, 2, 3, 4, 6, 8, 10, 12, 16, 24];

function Type() {
  return (
    <section className="grid gap-4">
      <h2 className="text-section">Type, spacing and shadows</h2>
      {tokensIn(tokensCss, "text")
        .filter(([name]) => !name.endsWith("line-height"))
        .map(([name, value]) => (
          <p key={name} className="font-display" style={{ fontSize: value, lineHeight: 1.15 }}>
            {name}: {value}
          </p>
        ))}
      <p>Text: Inter, 1rem on 1.6 lines.</p>
      <ul className="flex flex-wrap items-end gap-3">
        {STEPS.map((step) => (
          <li key={step} className="text-sm">
            <span className="block bg-moss" style={{ width: step * 4, height: step * 4 }} />
            {step * 4} px
          </li>
        ))}
      </ul>
      {tokensIn(tokensCss, "shadow").map(([name, value]) => (
        <p key={name} className="rounded-xl bg-surface p-4" style={{ boxShadow: value }}>
          {name}
        </p>
      ))}
    </section>
  );
}

/**
 * Nobody can hover two buttons at once, so the `:hover` and `:focus-visible` rules of the style sheets are repeated
 * for elements in a frame that forces the state.
 */
function useForcedStates() {
  useEffect(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const forced = rules
      .map(({ cssText }) => cssText)
      .filter((text) => /:hover|:focus-visible/.test(text))
      .map((text) =>
        text
          .replaceAll(":hover", ":is([data-forced=hover] *)")
          .replaceAll(":focus-visible", ":is([data-forced=focus] :is(a, button, input, select, textarea))"),
      );
    const style = document.createElement("style");
    style.textContent = forced.join("\n");
    document.head.append(style);
    return () => style.remove();
  }, []);
}
