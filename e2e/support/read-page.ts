import { DomUtils, parseDocument } from "htmlparser2";
import type { APIRequestContext } from "playwright/test";

interface ReadPage {
  status: number;
  /** All of its text, and that of its main part. */
  frame: string;
  main: string;
  /** Where the first link with these words leads. */
  linkTo: (words: string) => string | undefined;
}

/** A page as it comes, without a browser. */
export async function readPage(request: APIRequestContext, path: string): Promise<ReadPage> {
  const response = await request.get(path);
  // Separates the texts of different elements; React's comments inside a sentence do not separate.
  const html = (await response.text()).replace(/<!--.*?-->/gs, "").replaceAll("<", " <");
  const { children } = parseDocument(html);
  const [main] = DomUtils.getElementsByTagName("main", children);
  const textOf = (nodes: typeof children) => DomUtils.innerText(nodes).replace(/\s+/g, " ").trim();
  return {
    status: response.status(),
    frame: textOf(children),
    main: main ? textOf([main]) : "",
    linkTo: (words) =>
      DomUtils.getElementsByTagName("a", children).find((link) => textOf(link.children) === words)?.attribs
        .href,
  };
}
