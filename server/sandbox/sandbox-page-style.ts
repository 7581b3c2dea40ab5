/** The look of the sandbox's pages: the shop's colours, since they stand in for its payment step. */
export const sandboxPageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --surface: #fff; --sunken: #f3f0e7; --ink: #23272a; --soft: #565b56; --line: #e1dccf;
  --edge: #868374; --moss: #3f6b2a; --moss-strong: #2f531e; --on-moss: #fff; --clay: #9c4126; --clay-soft: #f8e7df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191a; --surface: #1f2223; --sunken: #121415; --ink: #efece4; --soft: #b7b5ab; --line: #34393a;
    --edge: #85888a; --moss: #98c874; --moss-strong: #b2da94; --on-moss: #14200c; --clay: #eba287; --clay-soft: #3a241b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Inter Variable", system-ui, sans-serif;
}
.banner { background: var(--clay-soft); color: var(--clay); text-align: center; padding: 0.625rem 1rem; font-weight: 600; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 2rem; }
main.narrow { max-width: 34rem; }
@media (min-width: 48rem) {
  main { padding-top: 3rem; }
  main.wide { grid-template-columns: 1fr 1fr; gap: 4rem; align-items: start; }
}
h1, .title { font: 480 1.75rem/1.2 Georgia, serif; margin: 0 0 0.5rem; }
.amount { font-size: 2.25rem; font-weight: 600; margin: 0 0 1.5rem; letter-spacing: -0.02em; }
.lines { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.lines li { display: flex; gap: 1rem; justify-content: space-between; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.lines small { display: block; color: var(--soft); }
.total { font-weight: 600; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.5rem; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
label { display: block; font-size: 0.875rem; font-weight: 500; margin-bottom: 0.375rem; }
input {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 0.5rem;
}
input[aria-invalid] { border-color: var(--clay); }
.error { color: var(--clay); font-size: 0.875rem; font-weight: 500; margin: 0.375rem 0 0; }
.alert { border-left: 4px solid var(--clay); background: var(--clay-soft); border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 0 0 1.25rem; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: 0 1.5rem;
  border: 1px solid transparent; border-radius: 99rem; background: var(--moss); color: var(--on-moss);
  font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: var(--moss-strong); }
button.second { background: transparent; color: var(--ink); border-color: var(--edge); margin-top: 0.75rem; }
button.second:hover { background: var(--sunken); }
a { color: inherit; }
.back { display: inline-block; padding: 0.375rem 0; margin-bottom: 1rem; }
:focus-visible { outline: 2px solid var(--moss); outline-offset: 3px; }
details { margin-top: 1.5rem; }
summary { cursor: pointer; padding: 0.375rem 0; font-weight: 500; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { text-align: left; padding: 0.5rem 0.5rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { font-weight: 600; }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); font-size: 0.875rem; }
`;
