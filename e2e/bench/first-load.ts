import { askAsBrowser, decoded } from "./answer.ts";

export interface FirstLoad {
  page: string;
  /** Bytes as sent, and how many files they are. */
  html: number;
  script: { bytes: number; files: number };
  style: { bytes: number; files: number };
  encodings: string[];
}

/** Scripts and styles that a page names, so that a browser that comes for the first time fetches them at once. */
export async function firstLoadOf(shopUrl: string, page: string): Promise<FirstLoad> {
  const answer = await askAsBrowser(shopUrl + page);
  const html = decoded(answer).toString();
  const scripts = await fetchAll(shopUrl, new Set([...scriptsOf(html)]));
  const styles = await fetchAll(shopUrl, new Set(linksOf(html, "stylesheet")));
  return {
    page,
    html: answer.body.length,
    script: scripts,
    style: styles,
    encodings: [...new Set([...scripts.encodings, ...styles.encodings])],
  };
}

async function fetchAll(shopUrl: string, addresses: Set<string>) {
  const answers = await Promise.all(
    [...addresses].map((address) => askAsBrowser(new URL(address, shopUrl).href)),
  );
  return {
    bytes: answers.reduce((sum, { body }) => sum + body.length, 0),
    files: answers.length,
    encodings: answers.map(({ headers }) => headers["content-encoding"] ?? "identity"),
  };
}

function scriptsOf(html: string): string[] {
  const imports = [...html.matchAll(/(?:import|from)\s*"(\/[^"]+\.js)"/g)];
  const elements = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)];
  return [...linksOf(html, "modulepreload"), ...[...imports, ...elements].map(([, address = ""]) => address)];
}

function linksOf(html: string, relation: string): string[] {
  return [...html.matchAll(/<link[^>]*>/g)]
    .map(([element]) => element)
    .filter((element) => element.includes(`rel="${relation}"`))
    .map((element) => /href="([^"]+)"/.exec(element)?.[1] ?? "")
    .filter((address) => address !== "");
}
