import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/*
 * A translator puts its own elements in the place of texts. React then throws when it takes away such a text, or puts
 * something before it. So in an element with more than text in it, a text that comes and goes, or that follows something
 * that comes and goes, stands in an element of its own (docs/decisions/091). Text alone is one piece (app/lib/jsx.ts).
 */

/** What a child of an element may be. A variable may hold either. */
interface Child {
  text?: boolean;
  element?: boolean;
  unknown?: boolean;
  /** It comes and goes. */
  changes?: boolean;
  inFragment?: boolean;
}

const both = (one: Child, other: Child): Child => ({ ...one, ...other });

function inExpression(expression: ts.Expression): Child {
  if (ts.isParenthesizedExpression(expression)) return inExpression(expression.expression);
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) return { text: true };
  if (ts.isJsxFragment(expression)) return inFragment(expression);
  if (ts.isJsxElement(expression) || ts.isJsxSelfClosingElement(expression)) return { element: true };
  if (expression.kind === ts.SyntaxKind.NullKeyword || expression.getText() === "undefined")
    return { changes: true };
  if (ts.isConditionalExpression(expression))
    return alternatives(inExpression(expression.whenTrue), inExpression(expression.whenFalse));
  if (ts.isBinaryExpression(expression)) {
    const right = inExpression(expression.right);
    if (expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return { ...right, changes: true };
    if (expression.operatorToken.kind === ts.SyntaxKind.PlusToken) return { text: true };
    return both(inExpression(expression.left), right);
  }
  if (ts.isCallExpression(expression) && /\.map$/.test(expression.expression.getText()))
    return { element: true, changes: true };
  return { unknown: true };
}

function alternatives(one: Child, other: Child): Child {
  const child = both(one, other);
  return child.element && (child.text || child.unknown) ? { ...child, changes: true } : child;
}

/** It is nothing of its own: what stands in it stands where it does. */
function inFragment({ children }: ts.JsxFragment): Child {
  return children.filter(isThere).map(inChild).reduce(both, { inFragment: true });
}

/** What a component or a block puts around others: these are elements. */
const handedOn = new Set(["children", "action", "actions", "fields", "waiting"]);
const ofText = /^(a|b|button|em|h[1-6]|label|p|small|span|strong|summary)$/;

function inChild(child: ts.JsxChild): Child {
  if (ts.isJsxText(child)) return { text: true };
  if (ts.isJsxExpression(child) && isHandedOn(child)) return { element: true };
  if (ts.isJsxFragment(child)) return inFragment(child);
  if (!ts.isJsxExpression(child)) return { element: true };
  return child.expression ? inExpression(child.expression) : {};
}

function isHandedOn({ expression, parent }: ts.JsxExpression): boolean {
  if (!expression || (ts.isJsxElement(parent) && ofText.test(parent.openingElement.tagName.getText())))
    return false;
  const names = expression.getText().split(" && ");
  return handedOn.has(names.at(-1) ?? "");
}

/** Of a space alone a translator makes nothing. */
const isThere = (child: ts.JsxChild) =>
  !(ts.isJsxText(child) && child.text.trim() === "") &&
  !(ts.isJsxExpression(child) && /^(\{" +"\}|\{\/\*.*\*\/\})$/s.test(child.getText()));

/** Texts of an element that have to stand in one of their own. */
function textsAtRisk(element: ts.JsxElement | ts.JsxFragment): ts.JsxChild[] {
  const children = element.children.filter(isThere).map((node) => ({ node, ...inChild(node) }));
  if (!children.some((child) => child.element)) return [];
  // React puts a text that is all there is by itself in, and takes it away, as a whole.
  if (children.length === 1 && !children[0]?.inFragment) return [];
  const firstChange = children.findIndex(({ changes }) => changes);
  return children
    .filter(({ text, unknown, changes }, place) => {
      const mayBeText = text || unknown;
      return mayBeText && (changes || (firstChange >= 0 && place > firstChange));
    })
    .map(({ node }) => node);
}

/** Texts that a component gives back as they are, in one case, and an element in another: its parent keeps their nodes. */
function bareTextsOf(component: ts.FunctionDeclaration): ts.Node[] {
  const elements = new Set(handedOn);
  const returned: ts.Expression[] = [];
  const look = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isVariableDeclaration(node) && node.initializer && inExpression(node.initializer).element)
      elements.add(node.name.getText());
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression);
    ts.forEachChild(node, look);
  };
  if (component.body) ts.forEachChild(component.body, look);
  const texts = returned.filter((expression) => {
    const { text, unknown } = inExpression(expression);
    return (
      (text || unknown) && !ts.isJsxFragment(unwrapped(expression)) && !elements.has(expression.getText())
    );
  });
  return returned.length > texts.length ? texts : [];
}

const unwrapped = (expression: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(expression) ? unwrapped(expression.expression) : expression;

function atRiskIn(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node) => {
    const isComponent = ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? "");
    const texts =
      ts.isJsxElement(node) || ts.isJsxFragment(node)
        ? textsAtRisk(node)
        : isComponent
          ? bareTextsOf(node)
          : [];
    for (const text of texts) {
      const line = file.getLineAndCharacterOfPosition(text.getStart()).line + 1;
      found.push(`${name}:${line} ${text.getText().trim().replace(/\s+/g, " ")}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

describe("texts that a translator may have replaced", () => {
  it("stand in elements of their own where something beside them comes and goes", () => {
    const files = globSync("app/**/*.tsx").filter((name) => !name.endsWith(".test.tsx"));
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((name) => atRiskIn(name, readFileSync(name, "utf8")))).toEqual([]);
  });

  it.each([
    ["a text that comes and goes", '<p>{place > 0 && ", "}<b>x</b></p>', 1],
    ["a text behind an element that does", "<p>{shown && <Spinner />}Pay</p>", 1],
    ["what may be a text behind it", "<button>{shown && <Spinner />}{label}</button>", 1],
    ["a text behind a list", "<p>{names.map((name) => <b key={name}>{name}</b>)} and more</p>", 1],
    ["text or an element", "<li>{url === null ? number : <a href={url}>{number}</a>}<i /></li>", 1],
    ["a text in a fragment", '<>{place > 0 && " or "}<kbd>x</kbd></>', 1],
    ["a text in a fragment that comes and goes", "<p>{found && <>No “{query}” </>}<b>x</b></p>", 1],
    ["elements in one", "<p>{found && <><b>x</b> <i /></>}<b>y</b></p>", 0],
    ["that of a component", "function Stock() { if (x) return stock; return <b>None</b>; }", 1],
    ["elements of a component", "function Stock() { if (x) return <i>{stock}</i>; return <b />; }", 0],
    ["a fragment alone", "<p>{shown && <><Spinner />Pay</>}</p>", 1],
    ["a text or an element alone", "<p>{url ? <a href={url}>{name}</a> : name}</p>", 0],
    ["text alone", '<p>{count} bags{sold && ", sold"}.</p>', 0],
    ["text before what changes", "<p>Pay {shown && <Spinner />}</p>", 0],
    ["a text in its own element", "<p>{shown && <Spinner />}<span>Pay</span></p>", 0],
    ["what always stands there", "<p><Icon /> Pay {amount}</p>", 0],
  ])("are found: %s", (_what, code, count) => {
    expect(atRiskIn("x.tsx", code)).toHaveLength(count);
  });
});
