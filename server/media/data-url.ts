const shape = /^data:[\w.+/-]*(?:;[\w.+-]+=[\w.+-]*)*;base64,/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}

/** The bytes of a base64 data URL, whatever it claims them to be; undefined when it is none. */
export function bytesOfDataUrl(text: string): Uint8Array | undefined {
  const head = shape.exec(text)?.[0];
  if (head === undefined) return undefined;
  const content = text.slice(head.length);
  if (!base64.test(content) || content.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}
