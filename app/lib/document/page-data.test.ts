import { describe, expect, it } from "vitest";
import { pageDataScripts } from "./page-data.ts";

/** What the scripts hand to Remix's client, run as a browser runs them. */
function handedOver(scripts: string): unknown[] {
  const handed: unknown[] = [];
  const streamController = {
    enqueue: (text: string) => handed.push(text),
    close: () => handed.push("closed"),
  };
  const code = [...scripts.matchAll(/<script nonce="n">(.*?)<\/script>/gs)].map(([, text]) => text).join(";");
  new Function("window", code)({ __remixContext: { streamController } });
  return handed;
}

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("the data of a page", () => {
  it("reaches the browser as it was, and the stream is closed behind it", async () => {
    const text = '["£ é", "two\\nlines", "\u2028"]';
    expect(handedOver(await pageDataScripts(streamOf(text, "\n[1]"), "n"))).toEqual([
      `${text}\n[1]`,
      "closed",
    ]);
  });

  it("cannot end its script", async () => {
    const hostile = "</script><script>steal()</script><!-- & \u2029";
    const scripts = await pageDataScripts(streamOf(hostile), "n");
    expect(scripts.match(/<\/script>/g)).toHaveLength(1);
    expect(scripts).not.toMatch(/<!--|\u2029/);
    expect(handedOver(scripts)).toEqual([hostile, "closed"]);
  });

  it("is nothing where a page has none", async () => {
    expect(await pageDataScripts(undefined, "n")).toBe("");
  });
});
